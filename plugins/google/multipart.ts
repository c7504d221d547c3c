// Builds multipart/related bodies (RFC 2387): metadata as JSON, then the bytes.
import type { UpstreamRequest } from "gateway/plugin";

/** Body of an upload with `uploadType=multipart`. */
export async function multipartRelated(
  metadata: object,
  mediaType: string,
  media: Uint8Array<ArrayBuffer>,
): Promise<NonNullable<UpstreamRequest["content"]>> {
  // Bytes cannot contain their own digest, so no content can end its part; the JSON has no line breaks.
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", media));
  const boundary = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const opening = [
    `--${boundary}`,
    "Content-Type: application/json; charset=UTF-8",
    "",
    JSON.stringify(metadata),
    `--${boundary}`,
    `Content-Type: ${mediaType}`,
    "",
    "",
  ].join("\r\n");
  const data = await new Blob([opening, media, `\r\n--${boundary}--\r\n`]).arrayBuffer();
  return { type: `multipart/related; boundary=${boundary}`, data: new Uint8Array(data) };
}
