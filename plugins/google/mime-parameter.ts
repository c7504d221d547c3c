// Reads a parameter of a MIME header such as Content-Type (RFC 2045, section 5.1), with the forms of RFC 2231.
import { decodeCharset } from "gateway/plugin";

/** Splits at semicolons outside of quotes; a quotation mark that never closes is text. */
function parametersIn(header: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quotedFrom = -1;
  for (let at = 0; at < header.length; at++) {
    const char = header[at];
    if (char === "\\") at++;
    else if (char === '"') quotedFrom = quotedFrom < 0 ? at : -1;
    else if (char === ";" && quotedFrom < 0) {
      parts.push(header.slice(start, at));
      start = at + 1;
    }
  }
  const rest = header.slice(start);
  return parts.concat(quotedFrom < 0 ? [rest] : rest.split(";"));
}

function unquoted(value: string): string {
  const text = value.trim();
  if (!text.startsWith('"')) return text;
  const inner = text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined);
  return inner.replace(/\\(.)/gs, "$1");
}

/** A value of RFC 2231: `charset'language'text` with percent-encoded bytes. */
function decodedValue(value: string): string {
  const [, charset = "", encoded = value] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  const binary = encoded.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (!/^[\x00-\xff]*$/.test(binary)) return encoded;
  return decodeCharset(
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    charset,
  ).text;
}

/** The value of a parameter; where it comes in numbered pieces, they are joined. */
export function parameterOf(header: string | undefined, name: string): string | undefined {
  const pieces: { order: number; isEncoded: boolean; text: string }[] = [];
  let plain: string | undefined;
  for (const part of parametersIn(header ?? "").slice(1)) {
    const sign = part.indexOf("=");
    const [key = "", ...marks] = part.slice(0, Math.max(0, sign)).trim().toLowerCase().split("*");
    if (key !== name) continue;
    const text = unquoted(part.slice(sign + 1));
    if (marks.length === 0) plain ??= text;
    else pieces.push({ order: Number(marks[0]), isEncoded: marks.at(-1) === "", text });
  }
  if (pieces.length === 0) return plain;
  pieces.sort((a, b) => a.order - b.order);
  const joined = pieces.map(({ text }) => text).join("");
  return pieces.some(({ isEncoded }) => isEncoded) ? decodedValue(joined) : joined;
}
