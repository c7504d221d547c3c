// Reads JSON, bounded in values before it is parsed.
import { parseExactly } from "../../foundation/schema/exact-json.ts";
import { MAX_VALUES, tooManyValues, UnreadableBody } from "./unreadable.ts";

const utf8 = new TextDecoder();

/** Null for an empty body; throws `UnreadableBody`. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return null;
  if (hasMoreValues(bytes, MAX_VALUES)) throw tooManyValues();
  try {
    return parseExactly(utf8.decode(bytes));
  } catch {
    // The parser's own message would quote the body.
    throw new UnreadableBody("not_json", "is not JSON");
  }
}

const [QUOTE, BACKSLASH, COMMA, ARRAY, OBJECT] = Buffer.from('"\\,[{');

/** Whether JSON text holds more than `most` values: each but the first follows a comma or an opening bracket. */
function hasMoreValues(json: Uint8Array, most: number): boolean {
  if (json.byteLength <= most) return false;
  let count = 1;
  let isText = false;
  for (let i = 0; i < json.byteLength && count <= most; i++) {
    const byte = json[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === ARRAY || byte === OBJECT) count++;
  }
  return count > most;
}
