// Reads base64 (RFC 4648), which a lenient reader would cut short at the first character that is none.

/** Bytes of base64 or base64url text, padded or not, line breaks left out; null where the text is neither. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  const compact = text.replace(/\s+/g, "").replace(/={1,2}$/, "");
  const isBase64 = compact.length % 4 !== 1 && /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(compact);
  if (!isBase64) return null;
  const binary = atob(compact.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
