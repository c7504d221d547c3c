// Copies a value for the evidence of a call: bounded, without secrets, and with only the size of files and of encoded bytes.
import { withoutSecretForms } from "../../foundation/log/log.ts";
import { SECRET_RULES } from "../../foundation/log/secret-rules.ts";

export interface RedactedCopy {
  value: unknown;
  /** Whether something was left out for its size or depth; what is redacted does not count. */
  isTruncated: boolean;
}

const REDACTED = "[redacted]";
/** Members that are secrets whatever they hold; a switch such as `has_token: true` stays. */
const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|authorization|cookie|credential|signature|verifier|(?:api|access|private|signing)[_-]?key|^(?:otp|pin)$/i;
/** Parameters of URLs whose values let their holder in. */
const SECRET_PARAMETER =
  /([?&][\w.-]{0,40}(?:token|secret|sig|signature|password|credential|api_?key|auth)[\w.-]{0,40}=)[^&#\s"'<>]+/gi;
/** A header as a text has it. */
const SECRET_HEADER = /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(["']?\s*[:=]\s*)[^\r\n]{1,2000}/gi;

/** Characters of one text: longer ones are cut before they are searched for secrets. */
const MAX_TEXT = 4_000;
const MAX_NAME = 200;
const MAX_DEPTH = 20;
/** Text without spaces beyond this is bytes in base64 or hexadecimal. */
const MIN_ENCODED = 256;
const ENCODED = /^(?:data:[\w.+/;=-]{0,100},)?[A-Za-z0-9+/_=-]{200}/;

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
  for (const value of values) {
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
    const visible = withoutSecrets(name.slice(0, MAX_NAME));
    const copy = take(budget, bytesOf(visible) + 2) ? visit(budget, member, depth + 1) : LEFT_OUT;
    if (copy !== LEFT_OUT) copies.push([visible, copy]);
    if (budget.isTruncated && budget.left < MIN_LEFT) break;
  }
  return Object.fromEntries(copies);
}

/** What a member becomes by its name and those beside it. */
function hiddenMembers(value: Record<string, unknown>): (name: string, member: unknown) => unknown {
  const isFile = FILE_FACTS.some((name) => typeof value[name] === "string");
  // A list of headers or fields has the name as a value.
  const named = [value.name, value.key].some((name) => typeof name === "string" && SECRET_NAME.test(name));
  return (name, member) => {
    if (isSecret(name, member) || (named && name === "value")) return REDACTED;
    return isFile && FILE_CONTENTS.includes(name) ? sizeOf(member) : member;
  };
}

const isSecret = (name: string, member: unknown) =>
  SECRET_NAME.test(name) && member !== null && member !== undefined && typeof member !== "boolean";

const sizeOf = (content: unknown) => (typeof content === "string" ? `[file, ${content.length} characters]` : content);

function sized(value: unknown, files: readonly string[]): unknown {
  if (files.length === 0 || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, files.includes(name) ? sizeOf(member) : member]),
  );
}

/** The text without secrets, as much of it as there is room for. */
function text(budget: Budget, whole: string): string | typeof LEFT_OUT {
  const isEncoded = whole.length >= MIN_ENCODED && ENCODED.test(whole) && !/\s/.test(whole.slice(0, MIN_ENCODED));
  if (isEncoded) return text(budget, `[${whole.length} encoded characters]`);
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
  return `${whole
    .slice(0, MAX_TEXT)
    .replace(/[^\s]{1,4000}$/, "")
    .toWellFormed()}…`;
}

function withoutSecrets(plain: string): string {
  let clean = withoutSecretForms(plain);
  for (const { pattern } of SECRET_RULES) clean = clean.replace(pattern, REDACTED);
  return clean.replace(SECRET_PARAMETER, `$1${REDACTED}`).replace(SECRET_HEADER, `$1$2${REDACTED}`);
}
