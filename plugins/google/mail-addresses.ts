// Reads the addresses of a mail's headers as mailers write them, which is often not as RFC 5322 says, and writes one.
import type { Mailbox, Static, shapes } from "gateway/plugin";
import { decodeWords, oneLine } from "./mail-text.ts";

export type MailAddress = Static<typeof shapes.MailAddress>;

const ADDRESS = /^(?:[^\s<>,;:"()@]+|"(?:[^"\\]|\\.)*")@[^\s<>,;"()@]+$/;

/** An entry of a list: its text in front of the address, that text as it is written without comments, and the rest. */
interface Entry {
  label: string;
  bare: string;
  /** Whether an `@` is in it, and whether anything is. */
  hasAt: boolean;
  hasText: boolean;
  angle: string | null;
  comments: string[];
}
const newEntry = (): Entry => ({ label: "", bare: "", hasAt: false, hasText: false, angle: null, comments: [] });

/**
 * The addresses of a From, To, Cc, Bcc or Reply-To header, without group names. Whoever has a name and no address has a null
 * `email`. Charsets of names that could not be read are added to `undecoded`.
 */
export function parseAddresses(header: string | undefined, undecoded: Set<string> = new Set()): MailAddress[] {
  const found: MailAddress[] = [];
  const add = (label: string, email: string | null) => {
    const name = oneLine(decodeWords(label, undecoded)) || null;
    if (name !== null || email !== null) found.push({ name, email });
  };
  let unfinished: string[] = [];
  for (const entry of entriesOf(header ?? "")) {
    // `Lovelace, Ada <ada@example.com>` is one entry: a piece without an address belongs to the next.
    if (entry === "group") {
      add(unfinished.join(", "), null);
      unfinished = [];
    } else if (entry.angle === null && !entry.hasAt) {
      if (entry.label.trim() !== "") unfinished.push(entry.label.trim());
    } else {
      const { label, email } = readEntry(entry);
      if (email !== null || entry.angle !== null) add([...unfinished, label].filter(Boolean).join(", "), email);
      unfinished = [];
    }
  }
  add(unfinished.join(", "), null);
  return found;
}

function readEntry({ label, bare, angle, comments }: Entry): { label: string; email: string | null } {
  const comment = comments.join(" ");
  if (angle !== null) return { label: label.trim() || comment, email: addressIn(angle) };
  // `Ada Lovelace ada@example.com` lacks its brackets.
  const words = ADDRESS.test(bare.trim()) ? [bare.trim()] : bare.trim().split(/\s+/);
  const last = words.findLastIndex((word) => ADDRESS.test(word));
  if (last < 0) return { label: comment, email: addressIn(bare) };
  return { label: words.toSpliced(last, 1).join(" ") || comment, email: words[last] ?? null };
}

/** The address in what stands between angle brackets: without blanks, comments, a route (RFC 5322, section 4.4) or `mailto:`. */
function addressIn(text: string): string | null {
  const compact = text.includes('"') ? text.trim() : text.replace(/\s+|\([^()]*\)/g, "");
  const address = compact.replace(/^(?:@[^:"]*|mailto):/i, "");
  return ADDRESS.test(address) ? address : null;
}

const unescaped = (text: string) => text.replace(/\\(.)/gs, "$1");

/** Splits at commas and semicolons outside of quotes, brackets and comments. What never closes is text, so it hides nothing. */
function* entriesOf(header: string): Generator<Entry | "group"> {
  let entry = newEntry();
  const quotes = closingQuotes(header);
  const comments = closingParentheses(header);
  for (let at = 0; at < header.length; at++) {
    const char = header[at] as string;
    const end =
      char === '"' ? quotes(at) : char === "(" ? comments(at) : char === "<" ? endOfAngle(header, at, quotes) : at;
    if (entry.angle !== null && !/[\s,;(]/.test(char)) {
      yield entry;
      entry = newEntry();
    }
    if (char === "," || char === ";") {
      yield entry;
      entry = newEntry();
      if (char === ";") yield "group";
    } else if (char === ":" && !entry.hasAt) {
      entry = newEntry();
      yield "group";
    } else if (char === '"' && end > at) {
      entry.label += unescaped(header.slice(at + 1, end));
      entry.bare += header.slice(at, end + 1);
      entry.hasText = true;
    } else if (char === "(" && end > at) {
      entry.comments.push(unescaped(header.slice(at + 1, end)));
      if (entry.angle === null) entry.label += header.slice(at, end + 1);
    } else if (char === "<") {
      entry.angle = header.slice(at + 1, end);
      // Where the bracket is missing, the list goes on.
      at = header[end] === ">" ? end : end - 1;
      continue;
    } else if (char !== '"' || entry.hasText) {
      const text = char === "\\" ? (header[++at] ?? "") : char;
      entry.label += text;
      if (char !== '"' && char !== "(") entry.bare += text;
      entry.hasAt ||= char === "@";
      entry.hasText ||= char !== " " && char !== "\t";
    }
    at = Math.max(at, end);
  }
  yield entry;
}

/** Where the bracket at `start` closes; for one that does not, where the next entry begins. */
function endOfAngle(header: string, start: number, quotes: (at: number) => number): number {
  let separator = -1;
  let at = start + 1;
  for (; at < header.length && header[at] !== "<"; at++) {
    const char = header[at];
    if (char === ">") return at;
    if (char === '"') at = Math.max(at, quotes(at));
    else if (separator < 0 && (char === "," || char === ";")) separator = at;
  }
  return separator < 0 ? at : separator;
}

/** What follows a quoted string; before anything else, the quotation mark that opened it is one of many that never close. */
const BEHIND_QUOTES = /[\s,;:<>@().]/;

/** Finds the quotation mark that closes one, or -1. */
function closingQuotes(header: string): (start: number) => number {
  let noneFrom = header.length;
  return (start) => {
    if (start >= noneFrom) return -1;
    for (let at = start + 1; at < header.length; at++) {
      if (header[at] === "\\") at++;
      else if (header[at] === '"') return BEHIND_QUOTES.test(header[at + 1] ?? " ") ? at : -1;
    }
    noneFrom = start;
    return -1;
  };
}

/** Finds the parenthesis that closes one, or -1; comments nest. */
function closingParentheses(header: string): (start: number) => number {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < header.length; at++) {
    const char = header[at];
    if (char === "\\") at++;
    else if (char === "(") open.push(at);
    else if (char === ")" && open.length > 0) closing.set(open.pop() as number, at);
  }
  return (start) => closing.get(start) ?? -1;
}

/** The mailboxes to send to; who has no address is left out, and each name is on one line. */
export function mailboxesOf(addresses: readonly MailAddress[]): Mailbox[] {
  return addresses.flatMap(({ name, email }) =>
    email === null ? [] : [{ name: name && oneLine(name), address: email }],
  );
}
