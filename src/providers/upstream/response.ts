// Reads a provider's response in the format that its request declares, and a refusal as whatever it is.
import type { BodyFormat, UpstreamResponse } from "../../plugin/index.ts";
import { bodyReader, maxBytesOf, saysJson } from "../bodies/read.ts";
import { UnreadableBody } from "../bodies/unreadable.ts";
import { wordsOf } from "../bodies/words.ts";
import { UpstreamFailure } from "./failure.ts";
import { readBytes } from "./send.ts";

/** `unreadable` says why `json` is null although there is a body. */
export type ParsedResponse = UpstreamResponse & { unreadable: UnreadableBody | null };

interface ReadOptions {
  signal: AbortSignal;
  /** JSON by default. */
  format?: BodyFormat;
  /** What must not be in a refusal's text. */
  secrets: readonly string[];
}

/** Reads the body; one that is not of its format gives null, and a refusal its text. */
export async function readResponse(
  response: Response,
  { signal, format = "json", secrets }: ReadOptions,
): Promise<ParsedResponse> {
  const { status, headers } = response;
  const bytes = await readBytes(response, maxBytesOf(format), signal);
  const type = headers.get("content-type");
  const isRefusal = status >= 400;
  const readAs = isRefusal ? formatOfRefusal(format, type) : format;
  const parsed: ParsedResponse = { status, headers, json: null, unreadable: null };
  try {
    parsed.json = (await bodyReader(readAs))(bytes, type);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    parsed.unreadable = error;
  }
  const isJson = readAs === "json" && parsed.unreadable === null;
  if (isRefusal && !isJson) parsed.text = wordsOf(bytes, { status, contentType: type, secrets });
  return parsed;
}

/** APIs refuse in XML or a form where they respond in it; beside all others a refusal is JSON or a text for people. */
function formatOfRefusal(format: BodyFormat, contentType: string | null): BodyFormat {
  return (format === "xml" || format === "form") && !saysJson(contentType) ? format : "json";
}

/** Throws unless the body could be read. */
export function assertReadable(response: ParsedResponse): void {
  const { unreadable } = response;
  if (unreadable) throw badResponse(response, `The provider's response ${unreadable.what}.`, unreadable.code);
}

/** A response that cannot be used. */
export function badResponse(response: UpstreamResponse, message: string, code: string): UpstreamFailure {
  return new UpstreamFailure({ failure: "error", status: response.status, message, code });
}
