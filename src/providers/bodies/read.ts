// Reads a body in the format that a plugin declares, within bounds of size, values and depth.
import { decodeCharset } from "../../plugin/charset.ts";
import type { BodyFormat } from "../../plugin/index.ts";
import { readJson } from "./json.ts";
import { UnreadableBody } from "./unreadable.ts";

/** The value of a body; throws `UnreadableBody`. An empty body is null, or the empty text. */
export type ReadBody = (bytes: Uint8Array, contentType: string | null) => unknown;

/** The maximum size of a body in bytes, decoded: JSON's own parser is many times as fast as the others. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_OTHER_BYTES = 4 * 1024 * 1024;

export const FORMATS: readonly BodyFormat[] = ["json", "text", "form", "csv", "xml", "sse"];

export const maxBytesOf = (format: BodyFormat): number => (format === "json" ? MAX_JSON_BYTES : MAX_OTHER_BYTES);

/** The media types to request. Servers of events may send a single one as JSON, as those of MCP do. */
export const ACCEPTED: Readonly<Record<BodyFormat, string>> = {
  json: "application/json",
  text: "text/plain, */*;q=0.5",
  form: "application/x-www-form-urlencoded",
  csv: "text/csv",
  xml: "application/xml, text/xml",
  sse: "text/event-stream, application/json",
};

/** Whether a `Content-Type` says JSON, such as `application/problem+json`. */
export const saysJson = (contentType: string | null): boolean =>
  /^\s*[\w.+-]+\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "");

/** The reader of a format; its parser is loaded when first needed. */
export async function bodyReader(format: BodyFormat): Promise<ReadBody> {
  if (format === "json") return readJson;
  const read = await textReaderOf(format);
  return (bytes, contentType) => {
    if (bytes.byteLength === 0) return format === "text" ? "" : null;
    if (bytes.byteLength > MAX_OTHER_BYTES)
      throw new UnreadableBody("too_large", `is larger than ${MAX_OTHER_BYTES} bytes`);
    return read(textOf(bytes, charsetIn(contentType, format === "xml" ? bytes : null)), contentType);
  };
}

type ReadText = (text: string, contentType: string | null) => unknown;

async function textReaderOf(format: Exclude<BodyFormat, "json">): Promise<ReadText> {
  if (format === "text") return (text) => text;
  if (format === "form") return (await import("./form.ts")).readForm;
  if (format === "csv") return (await import("./csv.ts")).readCsv;
  if (format === "xml") return (await import("./xml.ts")).readXml;
  const { readEvents } = await import("./events.ts");
  // One JSON message in place of a stream.
  return (text, contentType) => readEvents(saysJson(contentType) ? `data: ${text.replace(/\r\n?|\n/g, " ")}` : text);
}

function textOf(bytes: Uint8Array, charset: string | null): string {
  const { text, undecodedCharset } = decodeCharset(bytes, charset);
  if (charset !== null && undecodedCharset !== null)
    throw new UnreadableBody("not_text", "is not text in the charset that it declares");
  return text;
}

/** The charset of the `Content-Type`, or of the first line of XML; null where neither says one. */
export function charsetIn(contentType: string | null, xml: Uint8Array | null = null): string | null {
  const declared = /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType ?? "")?.[1];
  if (declared !== undefined || xml === null) return declared ?? null;
  const head = String.fromCharCode(...xml.subarray(0, 200));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? null;
}
