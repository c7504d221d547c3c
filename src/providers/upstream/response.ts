// Reads a provider's response as JSON, bounded in bytes and in values.
import { parseExactly } from "../../foundation/schema/exact-json.ts";
import type { UpstreamResponse } from "../../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";
import { MAX_JSON_BYTES, readBytes } from "./send.ts";

/** JSON values per response, up to 100 bytes each when parsed; 200 Salesforce records of 800 fields hold 160,000. */
const MAX_VALUES = 250_000;
const utf8 = new TextDecoder();

export type ParsedResponse = UpstreamResponse & { malformed: boolean };

/** Reads the body as JSON; a body that is not JSON gives null and `malformed`. */
export async function readResponse(response: Response, signal: AbortSignal): Promise<ParsedResponse> {
  const bytes = await readBytes(response, MAX_JSON_BYTES, signal);
  const parsed: ParsedResponse = { status: response.status, headers: response.headers, json: null, malformed: false };
  if (bytes.byteLength === 0) return parsed;
  if (hasMoreValues(bytes, MAX_VALUES))
    throw badResponse(parsed, `The provider's response contains more than ${MAX_VALUES} values.`, "too_large");
  try {
    parsed.json = parseExactly(utf8.decode(bytes));
  } catch {
    // The caller classifies a body that is not JSON.
    parsed.malformed = true;
  }
  return parsed;
}

export function assertJson(response: ParsedResponse): void {
  if (response.malformed) throw badResponse(response, "The provider's response is not JSON.", "not_json");
}

/** A response that cannot be used. */
export function badResponse(response: UpstreamResponse, message: string, code: string): UpstreamFailure {
  return new UpstreamFailure({ failure: "error", status: response.status, message, code });
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
