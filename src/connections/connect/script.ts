// The text of /connect.js, compressed once, and its address with a version.
import { createHash } from "node:crypto";
import { type CompressedText, compressedText } from "../../web/http/compressed.ts";

export const SCRIPT_PATH = "/connect.js";

interface Script {
  version: string;
  text: CompressedText;
}

let loading: Promise<Script> | null = null;

export function connectScript(): Promise<Script> {
  loading ??= load();
  loading.catch(() => {
    // The caller that awaits the script gets the error; the next request tries again.
    loading = null;
  });
  return loading;
}

async function load(): Promise<Script> {
  const { script } = await import("gateway:connect-script");
  const text = await script();
  const version = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { version, text: compressedText(text, "text/javascript; charset=utf-8") };
}

/** An address that changes with the script, so that browsers keep what it names. */
export const versionedScriptPath = async (): Promise<string> => `${SCRIPT_PATH}?v=${(await connectScript()).version}`;
