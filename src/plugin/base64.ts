// Base64 (RFC 4648): written, and read strictly, since lenient readers stop at the first invalid character and lose the rest.
import { Buffer } from "node:buffer";

/** Bytes as base64, with padding and without line breaks. */
export const base64Text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** The bytes of base64 or base64url, padded or not, with white space anywhere; null for any other text. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  const compact = text.replace(/\s+/g, "").replace(/={1,2}$/, "");
  const isBase64 = compact.length % 4 !== 1 && /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(compact);
  if (!isBase64) return null;
  const binary = atob(compact.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
