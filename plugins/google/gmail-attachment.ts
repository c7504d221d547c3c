// Finds an attachment in its message and gives its bytes as a stream, whatever its size.
import { base64Bytes, checked, path, type Upstream, type UpstreamFile } from "gateway/plugin";
import { attachmentParts, brokenData, fileNameOf, WithParts } from "./gmail-message.ts";

const MAX_HEAD = 64 * 1024;

/**
 * Reads the message first: `wanted` is a part's number, which is looked up anew because Gmail's attachment ids change. A
 * Gmail attachment id is taken as well, with a plain name and type where the message no longer knows it.
 */
export async function openAttachment(messageId: string, wanted: string, upstream: Upstream): Promise<UpstreamFile> {
  const { json } = await upstream.request({
    path: path`/gmail/v1/users/me/messages/${messageId}`,
    query: { format: "full", fields: "payload" },
  });
  const parts = attachmentParts(checked(WithParts, json).payload);
  const part = (
    parts.find(({ id }) => id === wanted) ?? parts.find((found) => found.part.body?.attachmentId === wanted)
  )?.part;
  const size = part?.body?.size ?? null;
  const about = {
    id: wanted,
    name: part ? fileNameOf(part) : "attachment",
    mimeType: part?.mimeType || "application/octet-stream",
    size,
  };
  if (part?.body?.data !== undefined) {
    const held = base64Bytes(part.body.data);
    if (!held || held.byteLength < (size ?? 0)) throw brokenData();
    return { ...about, size: held.byteLength, body: new Blob([held]).stream() };
  }
  const { body } = await upstream.open({
    path: path`/gmail/v1/users/me/messages/${messageId}/attachments/${part?.body?.attachmentId ?? wanted}`,
    query: { fields: "data" },
  });
  return { ...about, body: decodeData(body, size) };
}

/** What may follow the data: padding, plain or escaped, and the quote that ends it. */
const END = /^(?:=|\\u003d){0,2}"/i;
const LONGEST_END = '\\u003d\\u003d"'.length;

/**
 * Streams the decoded value of `"data"` out of Gmail's `{"size": …, "data": "<base64url>"}`: an attachment may be larger
 * than an answer that is read whole. Breaks off where the value is not base64 or holds less than `size` bytes.
 */
export function decodeData(answer: ReadableStream<Uint8Array>, size: number | null): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  let head: string | null = "";
  let rest = "";
  /** What follows the value, as far as it is looked at; null while the value lasts. */
  let tail: string | null = null;
  let decodedBytes = 0;
  const decode = (text: string, sink: TransformStreamDefaultController<Uint8Array>) => {
    const end = text.search(/[^A-Za-z0-9_+/-]/);
    const whole = rest + (end >= 0 ? text.slice(0, end) : text);
    if (end >= 0) tail = text.slice(end, end + LONGEST_END);
    const usable = end >= 0 ? whole.length : whole.length - (whole.length % 4);
    rest = whole.slice(usable);
    const bytes = base64Bytes(whole.slice(0, usable));
    if (!bytes) throw brokenData();
    decodedBytes += bytes.byteLength;
    if (bytes.byteLength > 0) sink.enqueue(bytes);
  };
  return answer.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, sink) {
        const text = decoder.decode(chunk, { stream: true });
        if (tail !== null) {
          tail = (tail + text).slice(0, LONGEST_END);
        } else if (head === null) decode(text, sink);
        else {
          head += text;
          const start = head.match(/"data"\s*:\s*"/);
          if (start) {
            const value = head.slice((start.index ?? 0) + start[0].length);
            head = null;
            decode(value, sink);
          } else if (head.length > MAX_HEAD) throw brokenData();
        }
      },
      flush() {
        // An empty attachment comes without data; a value without its end was cut short.
        const isComplete = head === null ? tail !== null && END.test(tail) : /^\s*\{\s*\}\s*$/.test(head);
        if (!isComplete || decodedBytes < (size ?? 0)) throw brokenData();
      },
    }),
  );
}
