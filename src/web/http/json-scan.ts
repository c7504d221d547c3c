// Reads the bytes of a JSON text once, before anything is made of them: counts its values, bounds its depth, names and numbers,
// and finds numbers that JavaScript would change silently.
import { AppError, type InputError } from "../../foundation/errors.ts";
import { pointer } from "../../foundation/schema/check.ts";
import { changeOf } from "./exact-number.ts";

/** What a JSON text may hold. */
export interface JsonBounds {
  /** Values of any kind, at any depth. */
  values: number;
  /** Objects and lists around each other. */
  depth: number;
  /** Bytes of a member's name. */
  nameBytes: number;
  /** Bytes of all names together, each of which the parser keeps in a table. */
  namesBytes: number;
  /** Bytes of a number. */
  numberBytes: number;
  /** Backslashes in texts, each of which costs the parser as much as fifty plain characters. */
  escapes: number;
}

/**
 * The bounds of every body. Only the bytes differ by route: a larger body has a larger text, such as a file in base64.
 */
export const BODY_BOUNDS: JsonBounds = {
  values: 50_000,
  depth: 64,
  nameBytes: 1_024,
  namesBytes: 4 * 1024 * 1024,
  numberBytes: 128,
  escapes: 1_000_000,
};

/** The bounds of provider responses; 200 Salesforce records of 800 fields have 160,000 values. */
export const PROVIDER_BOUNDS: JsonBounds = {
  ...BODY_BOUNDS,
  values: 250_000,
  depth: 1_000,
  nameBytes: 64 * 1_024,
  namesBytes: 16 * 1024 * 1024,
  numberBytes: 4_096,
  escapes: 4_000_000,
};

const MAX_ERRORS = 20;
/** A name or text longer than this is searched by the runtime's own means. */
const SHORT = 64;
/** Bytes from an escape on that a loop looks at, since the next escape is usually near. */
const AFTER_ESCAPE = 512;
/** A shorter number without an exponent has no digit to lose. */
const EXACT_DIGITS = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NINE = 0x39;
const OBJECT = 0x7b;
const LIST = 0x5b;
const OBJECT_END = 0x7d;
const LIST_END = 0x5d;

const IN_NUMBER = tableOf("0123456789+-.eE");
/** Bytes between which nothing needs a look. */
const HAS_MEANING = tableOf('0123456789-",:[]{}');
const utf8 = new TextDecoder();

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of new TextEncoder().encode(characters)) table[byte] = 1;
  return table;
}

/** An object or list around the byte that is read; from `from` to `to` stands its present name, or `to` is its present item. */
interface Level {
  isObject: boolean;
  from: number;
  to: number;
}

interface Scan {
  bytes: Uint8Array;
  bounds: JsonBounds;
  at: number;
  values: number;
  escapes: number;
  texts: number;
  /** Bytes of names. */
  names: number;
  levels: Level[];
  /** Whether a text that begins here is a name. */
  isName: boolean;
  errors: InputError[];
}

/** The first 20 numbers that would change; throws 413 past the values, 400 past another bound. Does not validate JSON. */
export function scanJson(bytes: Uint8Array, bounds: JsonBounds = BODY_BOUNDS): InputError[] {
  const scan: Scan = {
    bytes,
    bounds,
    at: 0,
    values: 1,
    escapes: 0,
    texts: 0,
    names: 0,
    levels: [],
    isName: false,
    errors: [],
  };
  const size = bytes.byteLength;
  while (scan.at < size) {
    let { at } = scan;
    while (at < size && HAS_MEANING[bytes[at] as number] === 0) at++;
    scan.at = at;
    if (at === size) break;
    const byte = bytes[at] as number;
    if (byte === QUOTE) readText(scan);
    else if (IN_NUMBER[byte] === 1) readNumber(scan);
    else {
      readSign(scan, byte);
      scan.at++;
    }
  }
  return scan.errors;
}

function readSign(scan: Scan, byte: number): void {
  if (byte === COMMA) {
    countValue(scan);
    const level = scan.levels.at(-1);
    scan.isName = level?.isObject === true;
    if (level && !level.isObject) level.to++;
  } else if (byte === OBJECT || byte === LIST) {
    const { depth } = scan.bounds;
    if (scan.levels.length === depth) throw refused(`The body is nested deeper than ${depth} levels.`);
    countValue(scan);
    scan.isName = byte === OBJECT;
    scan.levels.push({ isObject: byte === OBJECT, from: 0, to: 0 });
  } else {
    scan.isName = false;
    if (byte === OBJECT_END || byte === LIST_END) scan.levels.pop();
  }
}

/** Each value but the first follows a comma or an opening bracket. */
function countValue(scan: Scan): void {
  if (++scan.values > scan.bounds.values) throw tooMany(`${scan.bounds.values} values`);
}

function readText(scan: Scan): void {
  // A text is a value or a name: one behind the other is no JSON, and costs as much.
  if (++scan.texts > 2 * scan.bounds.values) throw tooMany(`${scan.bounds.values} values`);
  const start = scan.at;
  scan.at = endOfText(scan, start + 1);
  if (!scan.isName) return;
  const { nameBytes, namesBytes } = scan.bounds;
  const bytes = scan.at - start - 2;
  if (bytes > nameBytes) throw refused(`A name in the body is longer than ${nameBytes} bytes.`);
  scan.names += bytes;
  if (scan.names > namesBytes) throw tooMany(`${namesBytes} bytes of names`);
  const level = scan.levels.at(-1);
  if (level) [level.from, level.to] = [start, scan.at];
}

/** Behind the quote that ends a text; the end of the bytes where nothing does. */
function endOfText(scan: Scan, start: number): number {
  const { bytes } = scan;
  const size = bytes.byteLength;
  let at = start;
  let quote = -1;
  for (let length = SHORT; ; length = AFTER_ESCAPE) {
    const near = endIn(scan, at, Math.min(size, at + length));
    if (near.isEnd || near.at === size) return near.at;
    at = near.at;
    // What is left of most texts has no backslash, and the runtime finds a byte faster than a loop.
    if (quote < at) {
      const next = bytes.indexOf(QUOTE, at);
      quote = next === -1 ? size : next;
    }
    const backslash = bytes.subarray(at, quote).indexOf(BACKSLASH);
    if (backslash === -1) return Math.min(size, quote + 1);
    at += backslash;
  }
}

/** Looks at each byte of a text from `at` to `until`. */
function endIn(scan: Scan, from: number, until: number): { at: number; isEnd: boolean } {
  const { bytes } = scan;
  let at = from;
  let escapes = 0;
  let isEnd = false;
  while (at < until && !isEnd) {
    const byte = bytes[at];
    isEnd = byte === QUOTE;
    if (byte === BACKSLASH) {
      at++;
      escapes++;
    }
    at++;
  }
  scan.escapes += escapes;
  if (scan.escapes > scan.bounds.escapes) throw tooMany(`${scan.bounds.escapes} escaped characters`);
  return { at: Math.min(at, bytes.byteLength), isEnd };
}

function readNumber(scan: Scan): void {
  const { bytes, at: start, bounds } = scan;
  let hasExponent = false;
  let end = start;
  while (IN_NUMBER[bytes[end] ?? 0] === 1) {
    // Both forms of the letter stand behind all digits.
    if ((bytes[end] as number) > NINE) hasExponent = true;
    end++;
    if (end - start > bounds.numberBytes)
      throw refused(`A number in the body is longer than ${bounds.numberBytes} characters.`);
  }
  scan.at = end;
  if ((!hasExponent && end - start < EXACT_DIGITS) || scan.errors.length >= MAX_ERRORS) return;
  const change = changeOf(utf8.decode(bytes.subarray(start, end)));
  if (change !== null) scan.errors.push(errorHere(scan, change));
}

function errorHere({ bytes, levels }: Scan, change: string): InputError {
  const nameIn = ({ from, to }: Level) => {
    try {
      return pointer(String(JSON.parse(utf8.decode(bytes.subarray(from, to)))));
    } catch {
      // The text is no JSON, which is all that is said of it.
      return "/";
    }
  };
  const path = levels.map((level) => (level.isObject ? nameIn(level) : `/${level.to}`)).join("");
  return { in: "body", path, message: `"${path.slice(1).replaceAll("/", ".") || "The body"}" ${change}` };
}

const tooMany = (what: string) =>
  new AppError("PAYLOAD_TOO_LARGE", `The body contains more than ${what}. Send it in several requests.`);

const refused = (message: string) =>
  new AppError("VALIDATION_ERROR", message, { errors: [{ in: "body", path: "", message }] });
