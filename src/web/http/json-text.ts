// Reads a body as JSON, within bounds that are checked before it is parsed.
import type { InputError } from "../../foundation/errors.ts";
import { createYielder } from "../../foundation/tick.ts";
import { scanJson } from "./json-scan.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value of a JSON text with errors for numbers that would lose digits, or the error that it is none. */
export type JsonRead = { json: unknown; errors: InputError[] } | { errors: InputError[] };

/** Throws 413 or 400 past the bounds of a body. Others have their turn between two steps that take long. */
export async function readJson(bytes: Uint8Array): Promise<JsonRead> {
  const turn = createYielder();
  const errors = scanJson(bytes);
  await turn();
  const json = parsed(bytes);
  await turn();
  return json === undefined ? notJson() : { json, errors };
}

/** Undefined where the bytes are no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // The caller refuses what is not JSON.
    return undefined;
  }
}

const notJson = (): JsonRead => ({ errors: [{ in: "body", path: "", message: "The body is not valid JSON." }] });
