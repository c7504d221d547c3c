// Reads a provider's answer as JSON within bounds of bytes and of values.
import type { UpstreamResponse } from "../plugin/index.ts";
import { endOfTurn } from "../turn.ts";
import { UpstreamFailure } from "./failure.ts";
import { MAX_JSON_BYTES, readBytes } from "./send.ts";

/**
 * The most values in an answer. Parsed, a value takes up to a hundred bytes whatever few it took on the wire. The largest
 * honest pages hold some ten thousand; 200 records of Salesforce with 800 fields each hold 160,000.
 */
const MAX_VALUES = 250_000;
const utf8 = new TextDecoder();

export type ParsedResponse = UpstreamResponse & { malformed: boolean };

/** Reads an answer's body as JSON; a body that is something else gives null and is remembered as malformed. */
export async function readResponse(response: Response, signal: AbortSignal): Promise<ParsedResponse> {
  const bytes = await readBytes(response, MAX_JSON_BYTES, signal);
  await endOfTurn();
  const answer: ParsedResponse = { status: response.status, headers: response.headers, json: null, malformed: false };
  if (bytes.byteLength === 0) return answer;
  if (hasMoreValues(bytes, MAX_VALUES))
    throw badResponse(answer, `The provider's answer holds more than ${MAX_VALUES} values.`, "too_large");
  try {
    answer.json = parseExactly(utf8.decode(bytes));
  } catch {
    answer.malformed = true;
  }
  return answer;
}

/** What may be a whole number of sixteen digits or more. */
const MAY_BE_LONG = /[:,[\s-]\d{16}/;

/** Whole numbers that JavaScript would round, such as a long id, come as text; a field that must be a number then misfits. */
function parseExactly(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  const exact = (_name: string, value: unknown, { source = "" }: { source?: string } = {}) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
  return (JSON.parse as (text: string, reviver: typeof exact) => unknown)(text, exact);
}

export function assertJson(answer: ParsedResponse): void {
  if (answer.malformed) throw badResponse(answer, "The provider's answer is not JSON.", "not_json");
}

/** The failure of an answer that came and cannot be used. */
export function badResponse(answer: UpstreamResponse, message: string, code: string): UpstreamFailure {
  return new UpstreamFailure({ failure: "error", status: answer.status, message, code });
}

const [QUOTE, BACKSLASH, COMMA, ARRAY, OBJECT] = Buffer.from('"\\,[{');

/** Whether JSON holds more values than `most`: each but the first follows a comma or an opening bracket. */
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
