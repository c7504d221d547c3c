// Decodes what mail carries in its headers: RFC 2047 words, padded snippets; and writes base64url.
import { base64Bytes, base64Text, decodeCharset, isKnownCharset } from "gateway/plugin";

/** Base64url (RFC 4648, section 5) without padding. */
export const base64Url = (bytes: Uint8Array): string =>
  base64Text(bytes)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/(?<!=)=+$/, "");

const WORD = /=\?([^?\s]+)\?([bBqQ])\?([^?]*)\?=/g;

/** Encoded words of one charset in a row, as they are written and as bytes. */
interface Run {
  charset: string;
  source: string;
  bytes: Uint8Array[];
}

/**
 * Unfolds a header and decodes its encoded words (RFC 2047), also those with blanks inside. A word in an unknown charset stays as
 * it is written; charsets that could not be read are added to `undecoded`.
 */
export function decodeWords(header: string, undecoded: Set<string> = new Set()): string {
  const unfolded = header.replace(/\r?\n(?=[ \t])/g, "");
  const pieces: (string | Run)[] = [];
  let at = 0;
  for (const { 0: source, 1: label = "", 2: encoding = "", 3: content = "", index } of unfolded.matchAll(WORD)) {
    if (index > at) pieces.push(unfolded.slice(at, index));
    at = index + source.length;
    const bytes = encoding.toLowerCase() === "b" ? base64Bytes(content) : quotedBytes(content);
    const charset = (label.split("*", 1)[0] as string).toLowerCase();
    pieces.push(bytes === null ? source : { charset, source, bytes: [bytes] });
  }
  pieces.push(unfolded.slice(at));
  return joinedRuns(pieces)
    .map((piece) => (typeof piece === "string" ? piece : textOf(piece, undecoded)))
    .join("");
}

/** Joins words of one charset: a character may be split over both, and whitespace between two is not text (section 6.2). */
function joinedRuns(pieces: readonly (string | Run)[]): (string | Run)[] {
  const joined: (string | Run)[] = [];
  for (const piece of pieces) {
    const [before, gap] = [joined.at(-2), joined.at(-1)];
    const previous = typeof gap === "object" ? gap : typeof gap === "string" && gap.trim() === "" ? before : undefined;
    if (typeof piece === "string" || typeof previous !== "object" || !isKnownCharset(piece.charset)) joined.push(piece);
    else {
      if (previous !== gap) joined.pop();
      if (previous.charset !== piece.charset) {
        if (previous !== gap && !isKnownCharset(previous.charset)) joined.push(gap as string);
        joined.push(piece);
      } else {
        previous.source += (previous === gap ? "" : gap) + piece.source;
        previous.bytes.push(...piece.bytes);
      }
    }
  }
  return joined;
}

function textOf({ charset, source, bytes }: Run, undecoded: Set<string>): string {
  const decoded = decodeCharset(Uint8Array.from(bytes.flatMap((piece) => [...piece])), charset);
  if (decoded.undecodedCharset === null) return decoded.text;
  undecoded.add(decoded.undecodedCharset);
  return isKnownCharset(charset) ? decoded.text : source;
}

/** The bytes of "Q" text. A character beyond ASCII, which does not belong there, stands for itself in UTF-8. */
function quotedBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const piece of text.split(/(=[0-9A-Fa-f]{2})/)) {
    if (/^=[0-9A-Fa-f]{2}$/.test(piece)) bytes.push(Number.parseInt(piece.slice(1), 16));
    else for (const byte of new TextEncoder().encode(piece.replaceAll("_", " "))) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Text on one line, safe in a header: runs of whitespace and control characters become a space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A snippet with HTML entities decoded and the invisible padding of marketing mail removed. */
export function cleanSnippet(snippet: string): string {
  return (
    snippet
      .replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));/g, (entity, decimal, hex, name) => {
        if (name) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] as string) : entity;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
      })
      // A zero-width non-joiner is spelling between two letters (Persian), and padding elsewhere.
      .replace(/[\u034f\u00ad\u200b\ufeff]+/g, "")
      .replace(/(?<!\p{L})\u200c+|\u200c(?!\p{L})/gu, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}
