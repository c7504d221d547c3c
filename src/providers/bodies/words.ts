// The words of a refusal that is no JSON: without markup, control characters and secrets, bounded.
import { decodeCharset } from "../../plugin/charset.ts";
import { charsetIn } from "./read.ts";
import { withoutSecrets } from "./redact.ts";

/** Characters that a plugin gets. */
const MAX_WORDS = 2_000;
/** Characters that a caller reads. */
const MAX_SENTENCE = 300;
/** Error pages are a few kilobytes; what stands behind is not read. */
const MAX_BYTES = 64 * 1024;

/** At most 2,000 characters; empty where the bytes are no text. Of a page about a failure (5xx) only its title: the rest may be a stack. */
export function wordsOf(
  bytes: Uint8Array,
  { status, contentType, secrets }: { status: number; contentType: string | null; secrets: readonly string[] },
): string {
  const isCut = bytes.byteLength > MAX_BYTES;
  const text = decodeCharset(isCut ? bytes.subarray(0, wholeCharacters(bytes)) : bytes, charsetIn(contentType)).text;
  if (text.includes("\u0000")) return "";
  // The last word of a body that was cut could be half a secret.
  const whole = isCut ? text.slice(0, text.lastIndexOf(" ") + 1) : text;
  const plain = withoutSecrets(
    /^\s*</.test(whole) ? withoutMarkup(whole, status >= 500 && isPage(whole, contentType)) : whole,
    secrets,
  );
  const words = withoutSecrets(plain.replace(/[\u0000-\u0020\u007f-\u00a0]+/g, " ").trim(), secrets);
  return words.slice(0, MAX_WORDS).toWellFormed();
}

/** The first sentence of such words, for people; null where there is none. */
export function firstSentence(words: string): string | null {
  const end = /[.!?](?=\s)/.exec(words)?.index ?? words.length;
  return words.slice(0, Math.min(end + 1, MAX_SENTENCE)).toWellFormed() || null;
}

/** The largest length up to the bound that does not cut a character of UTF-8. */
function wholeCharacters(bytes: Uint8Array): number {
  let end = MAX_BYTES;
  while (end > MAX_BYTES - 4 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return end;
}

const isPage = (text: string, contentType: string | null) =>
  /html/i.test(contentType ?? "") || /^\s*<(?:!doctype\s+)?html\b/i.test(text);

/** The title of a page, or its text; of XML its text. */
function withoutMarkup(text: string, isTitleOnly: boolean): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(text)?.[1] ?? "";
  if (isTitleOnly || title.trim() !== "") return withEntities(title);
  return withEntities(withoutElements(text, ["script", "style"]).replace(/<[^<>]*>/g, " "));
}

/** The text without these elements and what they hold, in one pass. */
function withoutElements(text: string, names: readonly string[]): string {
  const tags = new RegExp(`<(/?)(${names.join("|")})\\b`, "gi");
  let rest = "";
  let from = 0;
  let inside: string | null = null;
  for (const { 1: slash, 2: name = "", index } of text.matchAll(tags)) {
    const tag = name.toLowerCase();
    if (inside === null && slash === "") {
      rest += text.slice(from, index);
      inside = tag;
    } else if (inside === tag && slash === "/") {
      from = index;
      inside = null;
    }
  }
  return inside === null ? rest + text.slice(from) : rest;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function withEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
