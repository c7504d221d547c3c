// What a plugin threw, as a sentence with the line of its own code. It may throw anything, and nothing of it is trusted.
import { fileURLToPath } from "node:url";

const ROOM = "providers/registry/";
const HERE = fileURLToPath(new URL("./", import.meta.url));
/** The gateway's own code: `src/`, or the folder within a built binary. */
const GATEWAY = HERE.endsWith(`/src/${ROOM}`)
  ? HERE.slice(0, -ROOM.length)
  : fileURLToPath(new URL("../", import.meta.url));
const FRAME = /^[ \t]{1,20}at (.{1,2000})$/gm;
/** The position of a frame, after its file. */
const POSITION = /:(\d{1,9}):\d{1,9}\)?$/;
const MAX_MESSAGE = 300;
/** The maximum length of a stack that is searched. */
const MAX_STACK = 10_000;

/** `threw TypeError: raw.owner is undefined, at /plugins/acme/index.ts:37`. */
export function thrownBy(error: unknown): string {
  const at = positionOf(error);
  return `threw ${describeThrown(error)}${at === null ? "" : `, at ${at}`}`;
}

/** The first line of the stack that is neither the gateway's nor a package's, as `<file>:<line>`; null without one. */
export function positionOf(error: unknown): string | null {
  const stack = textOf(error, "stack").slice(0, MAX_STACK);
  for (const [, frame = ""] of stack.matchAll(FRAME)) {
    const [position = "", line] = POSITION.exec(frame) ?? [];
    const file = frame
      .slice(0, frame.length - position.length)
      .split(" (")
      .at(-1)
      ?.replace(/^(?:async )?(?:file:\/\/)?/, "") as string;
    if (line === undefined || /^(native|node:|bun:|\[)/.test(file) || !/[/\\]/.test(file)) continue;
    if (!file.startsWith(GATEWAY) && !file.includes("node_modules")) return `${file}:${line}`;
  }
  return null;
}

export function describeThrown(error: unknown): string {
  if (!(error instanceof Error))
    return `${typeof error === "object" ? "an object" : shortText(error)} that is not an Error`;
  const message = textOf(error, "message").slice(0, MAX_MESSAGE).split("\n")[0];
  return `${textOf(error, "name") || "Error"}: ${message}`;
}

/** A property that may be anything, or throw when it is read. */
function textOf(error: unknown, property: "name" | "message" | "stack"): string {
  try {
    const value: unknown = (error as Record<string, unknown> | null)?.[property];
    return typeof value === "string" ? value : "";
  } catch {
    // A property whose getter throws has no text.
    return "";
  }
}

function shortText(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, MAX_MESSAGE)) : String(value).slice(0, MAX_MESSAGE);
}
