// Reads a body as JSON, within bounds that are checked before it is parsed.
import type { InputError } from "../errors.ts";
import { scanJson } from "./json-scan.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The JSON value with errors for numbers that would lose digits, or the error that it is no JSON; throws 413 or 400 past
 * the bounds of a body.
 */
export function readJson(bytes: Uint8Array): { json: unknown; errors: InputError[] } | { errors: InputError[] } {
  const errors = scanJson(bytes);
  try {
    return { json: JSON.parse(utf8.decode(bytes)), errors };
  } catch {
    return { errors: [{ in: "body", path: "", message: "The body is not valid JSON." }] };
  }
}
