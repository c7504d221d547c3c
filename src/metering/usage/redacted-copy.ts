// Copies a value for the evidence of a call: bounded, without secrets, and with only the size of files and of encoded bytes.
import { withoutSecretForms } from "../../foundation/log/log.ts";
import { isSecretName, SECRET_RULES, SECRET_WORD } from "../../foundation/log/secret-rules.ts";

export interface RedactedCopy {
  value: unknown;
  /** Whether something was left out for its size or depth; what is redacted does not count. */
  isTruncated: boolean;
}

const REDACTED = "[redacted]";
const NOTE = /\[(?:redacted|nested deeper|\d{1,15} bytes|file, \d{1,15} characters|\d{1,15} encoded characters)\]/;
const ONLY_NOTE = new RegExp(`^${NOTE.source}$`);
/** Whether it only says what stood there. */
export const isNote = (value: unknown): boolean => typeof value === "string" && ONLY_NOTE.test(value);
/** Whether a part of the text, or all of it, was left out. */
export const hasNote = (text: string): boolean => NOTE.test(text);

/** In a provider's data these too; in the gateway's own log they say which credential is meant. */
const FOREIGN_SECRET_NAME = /credential|(?:^|[_.-])auth$/i;
/** A header as a text has it: its value ends with the line. */
const SECRET_HEADER = /\b((?:proxy-)?authorization|(?:set-)?cookie)(["'\\]{0,4}\s{0,3}[:=]\s{0,3})[^\r\n]{1,4000}/gi;
/** A secret by its name within a text: a parameter, a form, JSON, a line of settings; `%3D` is in a URL within a URL. */
const SECRET_ASSIGNMENT = new RegExp(
  `((?:${SECRET_WORD.source}|credential)[\\w.-]{0,40}["'\\\\]{0,4}\\s{0,3}(?:[:=]|%3D)\\s{0,3}\\\\{0,3})` +
    `(?:"[^"\\r\\n]{1,1000}|'[^'\\r\\n]{1,1000}|[^\\s"'&#<>,;]+)`,
  "gi",
);
/** Parameters whose short names are secrets in URLs only: an OAuth code, an API key, the signature of a link. */
const SECRET_PARAMETER = /((?:[?&#;]|%3F|%26)(?:auth|code|hash|key|sig|tempauth|ticket|zak)(?:=|%3D))[^&#\s"'<>]+/gi;
/** Bytes in base64 or hexadecimal within a text, in one run or in the lines of a mail. */
const ENCODED_RUN = /[\w+/=-]{256,}|(?:[\w+/=-]{60,100}\r?\n){3,}[\w+/=-]{0,100}/g;

/** Characters of one text: longer ones are cut before they are searched for secrets. */
const MAX_TEXT = 4_000;
const MAX_NAME = 200;
const MAX_DEPTH = 20;
/** A text that begins so is bytes in base64 or hexadecimal to its end. */
const ENCODED = /^(?:data:[\w.+/;=-]{0,100},)?(?:[\w+/=-]{256}|(?:[\w+/=-]{60,100}\r?\n){3})/;

/** Members beside a file's content, and the content itself. */
const FILE_FACTS = ["filename", "file_name", "mime_type", "mimeType", "content_type", "contentType", "encoding"];
const FILE_CONTENTS = ["content", "data", "bytes"];

/** No room: the value and what follows it are left out. */
const LEFT_OUT = Symbol("left out");

/** `files` are the members of the value itself that hold a file. */
export function redactedCopy(value: unknown, maxBytes: number, files: readonly string[] = []): RedactedCopy {
  const budget: Budget = { left: maxBytes, isTruncated: false };
  const copy = visit(budget, sized(value, files), 0);
  return { value: copy === LEFT_OUT ? null : copy, isTruncated: budget.isTruncated };
}

interface Budget {
  /** Bytes of JSON. */
  left: number;
  isTruncated: boolean;
}

function take(budget: Budget, bytes: number): boolean {
  if (bytes > budget.left) {
    budget.isTruncated = true;
    return false;
  }
  budget.left -= bytes;
  return true;
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

function visit(budget: Budget, value: unknown, depth: number): unknown {
  if (typeof value === "string") return text(budget, value);
  if (typeof value === "bigint") return text(budget, String(value));
  if (value === null || typeof value === "boolean" || typeof value === "number")
    return take(budget, bytesOf(value)) ? value : LEFT_OUT;
  if (typeof value !== "object") return LEFT_OUT;
  if (value instanceof Uint8Array) return text(budget, `[${value.byteLength} bytes]`);
  if (depth >= MAX_DEPTH) {
    budget.isTruncated = true;
    return text(budget, "[nested deeper]");
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return visit(budget, value.toJSON(), depth + 1);
  return Array.isArray(value) ? list(budget, value, depth) : members(budget, value as Record<string, unknown>, depth);
}

function list(budget: Budget, values: readonly unknown[], depth: number): unknown {
  if (!take(budget, 2)) return LEFT_OUT;
  const copies: unknown[] = [];
  for (const [at, member] of values.entries()) {
    // Headers also come as pairs, and as a list of name, value, name, value.
    const value = typeof member === "string" && isNameOfSecret(values[at - 1]) ? REDACTED : member;
    const copy = take(budget, 1) ? visit(budget, value, depth + 1) : LEFT_OUT;
    if (copy !== LEFT_OUT) copies.push(copy);
    if (budget.isTruncated && budget.left < MIN_LEFT) break;
  }
  return copies;
}

/** Bytes below which nothing more is tried. */
const MIN_LEFT = 32;

function members(budget: Budget, value: Record<string, unknown>, depth: number): unknown {
  if (!take(budget, 2)) return LEFT_OUT;
  const hidden = hiddenMembers(value);
  const copies: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const member = hidden(name, value[name]);
    // As JSON leaves them out.
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    const visible = withoutSecrets(firstOf(name)).slice(0, MAX_NAME).toWellFormed();
    const copy = take(budget, bytesOf(visible) + 2) ? visit(budget, member, depth + 1) : LEFT_OUT;
    if (copy !== LEFT_OUT) copies.push([visible, copy]);
    if (budget.isTruncated && budget.left < MIN_LEFT) break;
  }
  return Object.fromEntries(copies);
}

/** Members that name what stands beside them, as in a list of headers, fields or entry points. */
const NAMING = ["name", "key", "label", "field", "header", "id"];
const VALUES = ["value", "values"];

/** What a member becomes by its name and those beside it. */
function hiddenMembers(value: Record<string, unknown>): (name: string, member: unknown) => unknown {
  const isFile = FILE_FACTS.some((name) => typeof value[name] === "string");
  const namesSecret = NAMING.some((name) => isNameOfSecret(value[name]));
  return (name, member) => {
    if (isSecret(name, member) || (namesSecret && VALUES.includes(name))) return REDACTED;
    return isFile && FILE_CONTENTS.includes(name) ? sizeOf(member) : member;
  };
}

const isHidden = (name: string) => isSecretName(name) || FOREIGN_SECRET_NAME.test(name);
const isSecret = (name: string, member: unknown) =>
  isHidden(name) && member !== null && member !== undefined && typeof member !== "boolean";
/** A value that is itself the name of a secret: one word. */
const isNameOfSecret = (value: unknown): value is string =>
  typeof value === "string" && /^[\w.-]{1,60}$/.test(value) && isHidden(value);

const sizeOf = (content: unknown) =>
  typeof content === "string" && !isNote(content) ? `[file, ${content.length} characters]` : content;

function sized(value: unknown, files: readonly string[]): unknown {
  if (files.length === 0 || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, files.includes(name) ? sizeOf(member) : member]),
  );
}

/** The text without secrets, as much of it as there is room for. */
function text(budget: Budget, whole: string): string | typeof LEFT_OUT {
  if (ENCODED.test(whole)) return text(budget, encodedNote(whole));
  const clean = withoutSecrets(firstOf(whole));
  if (clean.length < whole.length && whole.length > MAX_TEXT) budget.isTruncated = true;
  let visible = clean;
  while (bytesOf(visible) > budget.left && visible.length > 1) {
    budget.isTruncated = true;
    visible = `${visible.slice(0, Math.floor(visible.length / 2)).toWellFormed()}…`;
    if (visible.length <= 2) return LEFT_OUT;
  }
  return take(budget, bytesOf(visible)) ? visible : LEFT_OUT;
}

/** The last word of a text that is cut goes with the rest: half a secret has no form that a rule knows. */
function firstOf(whole: string): string {
  if (whole.length <= MAX_TEXT) return whole.toWellFormed();
  const cut = whole.slice(0, MAX_TEXT);
  let end = cut.length;
  while (end > 0 && /\S/.test(cut.charAt(end - 1))) end--;
  return `${cut.slice(0, end).toWellFormed()}…`;
}

const encodedNote = ({ length }: string) => `[${length} encoded characters]`;

function withoutSecrets(plain: string): string {
  let clean = withoutSecretForms(plain);
  for (const { pattern } of SECRET_RULES) clean = clean.replace(pattern, REDACTED);
  return clean
    .replace(SECRET_HEADER, `$1$2${REDACTED}`)
    .replace(SECRET_ASSIGNMENT, `$1${REDACTED}`)
    .replace(SECRET_PARAMETER, `$1${REDACTED}`)
    .replace(ENCODED_RUN, encodedNote);
}
