// Decodes what mail carries: charsets, RFC 2047 words, address lists, padded snippets.
import { base64Bytes } from "gateway/plugin";

export interface MailAddress {
  name: string | null;
  email: string;
}

/** Base64 (RFC 4648 section 4). */
export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** Base64url (RFC 4648 section 5) without padding. */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/(?<!=)=+$/, "");
}

const SINGLE_BYTE = /^(us-ascii|ascii|iso-8859-|windows-|cp125|latin|koi8|macintosh)/;

/**
 * Decodes bytes of a declared charset; an unknown one counts as UTF-8. Mailers often declare a single-byte charset and
 * send UTF-8, so bytes that are valid UTF-8 are read as UTF-8 then.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const label = charset?.trim().toLowerCase() ?? "utf-8";
  if (SINGLE_BYTE.test(label)) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // Bytes that are not UTF-8 are in the charset that the mail names.
    }
  }
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // A charset that nobody knows is read as UTF-8.
    return new TextDecoder().decode(bytes);
  }
}

const WORD = "=\\?([^?\\s]+)\\?([bBqQ])\\?([^?\\s]*)\\?=";

/** Unfolds a header and decodes its encoded words (RFC 2047). */
export function decodeWords(header: string): string {
  const unfolded = header.replace(/\r?\n(?=[ \t])/g, "");
  // Whitespace between two encoded words is not text, and a character may be split over both (section 6.2).
  return unfolded.replace(new RegExp(`${WORD}(?:[ \\t]*${WORD})*`, "g"), (run) => {
    let out = "";
    let pending: { charset: string; bytes: number[] } | null = null;
    for (const [, label = "", encoding = "", text = ""] of run.matchAll(new RegExp(WORD, "g"))) {
      const charset = (label.split("*", 1)[0] as string).toLowerCase();
      const bytes = encoding.toLowerCase() === "b" ? base64Bytes(text) : quotedBytes(text);
      if (pending && pending.charset !== charset) {
        out += decodeText(Uint8Array.from(pending.bytes), pending.charset);
        pending = null;
      }
      pending ??= { charset, bytes: [] };
      for (const byte of bytes ?? []) pending.bytes.push(byte);
    }
    return out + (pending ? decodeText(Uint8Array.from(pending.bytes), pending.charset) : "");
  });
}

function quotedBytes(text: string): Uint8Array {
  const binary = text
    .replaceAll("_", " ")
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0) & 0xff);
}

/** Text on one line, safe in a header: runs of whitespace and control characters become a space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
}

/** The addresses of a From, To, Cc, Bcc or Reply-To header, without group names and invalid entries. */
export function parseAddresses(header: string | undefined): MailAddress[] {
  const found: MailAddress[] = [];
  let unfinished: string[] = [];
  for (const part of splitList(header ?? "")) {
    // `Lovelace, Ada <ada@example.com>` is one entry: a piece without an address belongs to the next.
    if (!part.includes("@")) {
      if (part.includes(":") || (part.trim() === "" && unfinished.length === 0)) unfinished = [];
      else unfinished.push(part.trim());
      continue;
    }
    const address = parseAddress([...unfinished, part].join(", "));
    unfinished = [];
    if (address) found.push(address);
  }
  return found;
}

function parseAddress(entry: string): MailAddress | null {
  const bare = entry.replace(/^[^"<>@:]*:/, "").trim();
  const open = bare.lastIndexOf("<");
  const comment = open < 0 ? bare.match(/\(([^()]*)\)/) : null;
  const email = open < 0 ? bare.replace(comment?.[0] ?? "", "") : (bare.slice(open + 1).split(">")[0] ?? "");
  if (!/^[^\s<>,;"()][^\s<>,;"()@]*@[^\s<>,;"()]+$/.test(email.trim())) return null;
  const name = (open < 0 ? (comment?.[1] ?? "") : bare.slice(0, open)).trim();
  const unquoted = name.replace(/^"(.*)"$/s, "$1").replace(/\\(.)/g, "$1");
  return { name: oneLine(decodeWords(unquoted)) || null, email: email.trim() };
}

/** Splits at commas and semicolons outside of quotes, angle brackets and comments. */
function splitList(header: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quoted = false;
  let depth = 0;
  for (let i = 0; i < header.length; i++) {
    const char = header[i] as string;
    if (char === "\\" && quoted) {
      part += char + (header[++i] ?? "");
      continue;
    }
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === "<" || char === "(")) depth++;
    else if (!quoted && (char === ">" || char === ")")) depth = Math.max(0, depth - 1);
    if ((char === "," || char === ";") && !quoted && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part];
}

/** An address for a header; the name is quoted, so it cannot end the entry. */
export function formatAddress({ name, email }: MailAddress): string {
  return name ? `"${oneLine(name).replace(/["\\]/g, "\\$&")}" <${email}>` : email;
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
