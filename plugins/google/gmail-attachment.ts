// Finds an attachment in its message and gives its bytes as a stream, whatever its size.
import { checked, path, type Upstream, type UpstreamFile } from "gateway/plugin";
import { attachmentParts, fileNameOf, WithParts } from "./gmail-message.ts";
import { base64Bytes } from "./mail-text.ts";

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
  const about = {
    id: wanted,
    name: part ? fileNameOf(part) : "attachment",
    mimeType: part?.mimeType || "application/octet-stream",
    size: part?.body?.size ?? null,
  };
  const held = part?.body?.data === undefined ? null : base64Bytes(part.body.data);
  if (held) return { ...about, size: held.byteLength, body: new Blob([held]).stream() };
  const { body } = await upstream.open({
    path: path`/gmail/v1/users/me/messages/${messageId}/attachments/${part?.body?.attachmentId ?? wanted}`,
    query: { fields: "data" },
  });
  return { ...about, body: decodeData(body) };
}

/**
 * Streams the decoded value of `"data"` out of Gmail's `{"size": …, "data": "<base64url>"}`: an attachment may be larger
 * than an answer that is read whole.
 */
export function decodeData(answer: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  let head: string | null = "";
  let rest = "";
  let isOver = false;
  const decode = (text: string, sink: TransformStreamDefaultController<Uint8Array>) => {
    // The value ends at its quote; padding, plain or escaped, holds no bytes.
    const end = text.search(/[^A-Za-z0-9_+/-]/);
    isOver = end >= 0;
    const whole = rest + (isOver ? text.slice(0, end) : text);
    const usable = isOver ? whole.length : whole.length - (whole.length % 4);
    rest = whole.slice(usable);
    const bytes = base64Bytes(whole.slice(0, usable));
    if (!bytes) throw new Error("Gmail's attachment data is not base64.");
    if (bytes.byteLength > 0) sink.enqueue(bytes);
  };
  return answer.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, sink) {
        const text = decoder.decode(chunk, { stream: true });
        if (isOver) return;
        if (head === null) return decode(text, sink);
        head += text;
        const start = head.match(/"data"\s*:\s*"/);
        if (start) {
          const value = head.slice((start.index ?? 0) + start[0].length);
          head = null;
          decode(value, sink);
        } else if (head.length > MAX_HEAD) throw new Error("Gmail's answer holds no attachment data.");
      },
      flush() {
        // An empty attachment comes without data; a value without its end was cut short.
        const isComplete = head === null ? isOver : /^\s*\{\s*\}\s*$/.test(head);
        if (!isComplete) throw new Error("Gmail's answer ended before the attachment was complete.");
      },
    }),
  );
}
