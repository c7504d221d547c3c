// Finds an attachment in its message and streams its bytes.
import { base64Bytes, checked, path, type Upstream, type UpstreamFile } from "gateway/plugin";
import { attachmentParts, brokenData, fileNameOf, WithParts } from "./gmail-parts.ts";

const MAX_HEAD = 64 * 1024;

/**
 * Reads the message first: `attachmentId` is a part's number, and Gmail's own attachment ids change. One of Gmail's ids
 * works too; its name and type are generic once the message has another.
 */
export async function openAttachment(
  messageId: string,
  attachmentId: string,
  upstream: Upstream,
): Promise<UpstreamFile> {
  const { json } = await upstream.request({
    path: path`/gmail/v1/users/me/messages/${messageId}`,
    query: { format: "full", fields: "payload" },
  });
  const parts = attachmentParts(checked(WithParts, json).payload);
  const part = (
    parts.find(({ id }) => id === attachmentId) ?? parts.find((found) => found.part.body?.attachmentId === attachmentId)
  )?.part;
  const size = part?.body?.size ?? null;
  const meta = {
    id: attachmentId,
    name: part ? fileNameOf(part) : "attachment",
    mimeType: part?.mimeType || "application/octet-stream",
    size,
  };
  if (part?.body?.data !== undefined) {
    const bytes = base64Bytes(part.body.data);
    if (!bytes || bytes.byteLength < (size ?? 0)) throw brokenData();
    return { ...meta, size: bytes.byteLength, body: new Blob([bytes]).stream() };
  }
  // A part without bytes has neither data nor an id of Gmail's.
  if (part && part.body?.attachmentId === undefined && !size) return { ...meta, size: 0, body: new Blob().stream() };
  const { body } = await upstream.open({
    path: path`/gmail/v1/users/me/messages/${messageId}/attachments/${part?.body?.attachmentId ?? attachmentId}`,
    query: { fields: "data" },
  });
  return { ...meta, body: decodeData(body, size) };
}

/** End of the value: padding, plain or escaped, and the closing quote. */
const END = /^(?:=|\\u003d){0,2}"/i;
const LONGEST_END = '\\u003d\\u003d"'.length;

/**
 * Streams the decoded value of `"data"` out of Gmail's `{"size": …, "data": "<base64url>"}`, which may exceed the limit
 * of a buffered response. The stream fails where the value is not base64 or has fewer than `size` bytes.
 */
export function decodeData(body: ReadableStream<Uint8Array>, size: number | null): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  let head: string | null = "";
  let rest = "";
  /** Start of what follows the value; null inside the value. */
  let tail: string | null = null;
  let decodedBytes = 0;
  const decode = (text: string, sink: TransformStreamDefaultController<Uint8Array>) => {
    const end = text.search(/[^A-Za-z0-9_+/-]/);
    const base64 = rest + (end >= 0 ? text.slice(0, end) : text);
    if (end >= 0) tail = text.slice(end, end + LONGEST_END);
    const usable = end >= 0 ? base64.length : base64.length - (base64.length % 4);
    rest = base64.slice(usable);
    const bytes = base64Bytes(base64.slice(0, usable));
    if (!bytes) throw brokenData();
    decodedBytes += bytes.byteLength;
    if (bytes.byteLength > 0) sink.enqueue(bytes);
  };
  return body.pipeThrough(
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
        // An empty attachment has no data; a value without its end is truncated.
        const isComplete = head === null ? tail !== null && END.test(tail) : /^\s*\{\s*\}\s*$/.test(head);
        if (!isComplete || decodedBytes < (size ?? 0)) throw brokenData();
      },
    }),
  );
}
