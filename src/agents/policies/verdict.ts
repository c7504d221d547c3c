// Compares one value of a call with one operand of a predicate, in three verdicts: what is not certain is `MAYBE`, which
// satisfies nothing and escapes nothing.
import { domainToASCII } from "node:url";
import { isAddress, mailboxOf } from "../../plugin/mailbox.ts";
import { isDay, isTime } from "../../plugin/times.ts";
import { compileGlob } from "./glob.ts";

export const NO = 0;
export const MAYBE = 1;
export const YES = 2;
export type Verdict = typeof NO | typeof MAYBE | typeof YES;

export const not = (verdict: Verdict): Verdict => (YES - verdict) as Verdict;
export const and = (one: Verdict, other: Verdict): Verdict => (one < other ? one : other);

export type Scalar = string | number | boolean;
export type Comparison = (value: Compared) => Verdict;

/** One value of a call, with what comparisons make of it on demand. */
export interface Compared {
  readonly value: unknown;
  readonly folded: string;
  /** The parts of the one address that the text is; null for any other text. */
  readonly address: { local: string; domain: string } | null;
  /** Whether a text is what it looks like: no control or invisible character, and no step that leads elsewhere in a path. */
  readonly isPlain: boolean;
}

export function compared(value: unknown): Compared {
  return new LazyValue(value);
}

/** Each part is made once for all rules that look at the value. */
class LazyValue implements Compared {
  #folded: string | undefined;
  #address: Compared["address"] | undefined;
  #isPlain: boolean | undefined;
  constructor(readonly value: unknown) {}
  get folded(): string {
    this.#folded ??= typeof this.value === "string" ? folded(this.value) : "";
    return this.#folded;
  }
  get address(): Compared["address"] {
    if (this.#address === undefined) this.#address = typeof this.value === "string" ? addressOf(this.value) : null;
    return this.#address;
  }
  get isPlain(): boolean {
    this.#isPlain ??= typeof this.value === "string" && isPlainText(this.value);
    return this.#isPlain;
  }
}

const ASCII_PRINTED = /^[\x21-\x7e]*$/;
const NOT_SEEN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without what programs on its way may change: case, compatible characters, blanks and what nobody sees. */
export function folded(text: string): string {
  if (ASCII_PRINTED.test(text)) return text.toLowerCase();
  return text.normalize("NFKC").replace(NOT_SEEN, "").toLowerCase();
}

const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cs}\u2028\u2029]/u;
/** A segment `.` or `..`, an escaped dot, slash or backslash, or a backslash. */
const OTHER_STEP = /(?:^|\/)\.{1,2}(?:\/|$)|%(?:2e|2f|5c)|\\/i;

const isPlainText = (text: string) => !HIDDEN.test(text) && !OTHER_STEP.test(text);

/** Longer texts are no address (RFC 5321, section 4.5.3.1), with room for a display name. */
const MAX_MAILBOX = 1000;

function addressOf(text: string): Compared["address"] {
  const address = text.length > MAX_MAILBOX ? null : (mailboxOf(text)?.address ?? null);
  if (address === null) return null;
  const at = address.lastIndexOf("@");
  const domain = asciiDomain(address.slice(at + 1));
  return domain === null ? null : { local: unquoted(inLowerCase(address.slice(0, at))), domain };
}

/** A local part in quotes that need not have them is the same mailbox without (RFC 5321, section 4.1.2). */
function unquoted(local: string): string {
  if (!local.startsWith('"')) return local;
  const inner = local.slice(1, -1).replace(/\\(.)/gs, "$1");
  return isAddress(`${inner}@localhost`) ? inner : local;
}

const ASCII = /^[\x00-\x7f]*$/;

/** The name as DNS has it (RFC 5891), so that two ways to write one domain are the same; null where it is none. */
function asciiDomain(domain: string): string | null {
  return ASCII.test(domain) ? domain.toLowerCase() : domainToASCII(domain) || null;
}

/** Only ASCII letters: others, such as the Kelvin sign, would become a letter of another address. */
const inLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whether an operand is about mail addresses: something on both sides of an `@`, and no path. */
export function isAddressOperand(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at < text.length - 1 && !/[/\s]/.test(text);
}

/** Why the domain of an operand about addresses cannot be compared; null where it can. */
export function addressOperandError(text: string): string | null {
  if (!isAddressOperand(text)) return null;
  const domain = text.slice(text.lastIndexOf("@") + 1);
  return ASCII.test(domain) || (!/[*?\\]/.test(domain) && asciiDomain(domain) !== null)
    ? null
    : "must have a domain in ASCII letters (xn--…) beside a wildcard";
}

/** `glob` says whether the operand has wildcards. */
export function textComparison(operand: string, kind: "glob" | "text"): Comparison {
  const compile = kind === "glob" ? compileGlob : exactly;
  const isSame = compile(operand);
  const isLike = compile(folded(operand));
  if (isAddressOperand(operand)) return addressComparison(operand, kind);
  return (one) => {
    if (typeof one.value !== "string") return MAYBE;
    if (isSame(one.value)) return kind === "glob" && !one.isPlain ? MAYBE : YES;
    return isLike(one.folded) ? MAYBE : NO;
  };
}

const exactly = (operand: string) => (text: string) => text === operand;

/** Local part and domain are compared each for itself, so that no wildcard takes an `@`. */
function addressComparison(operand: string, kind: "glob" | "text"): Comparison {
  const at = operand.lastIndexOf("@");
  const domain = operand.slice(at + 1);
  const compile = kind === "glob" ? compileGlob : exactly;
  const isLocal = compile(inLowerCase(operand.slice(0, at)));
  const isDomain = compile(asciiDomain(domain) ?? domain);
  const isLike = compile(folded(operand));
  // A text that is no single address may still be a list of them, or hold one.
  const isWithin = compileGlob(`*${kind === "glob" ? folded(operand) : escaped(folded(operand))}*`);
  return (one) => {
    if (typeof one.value !== "string") return MAYBE;
    const { address } = one;
    if (address === null) return isWithin(one.folded) ? MAYBE : NO;
    if (isLocal(address.local) && isDomain(address.domain)) return YES;
    return isLike(folded(`${address.local}@${address.domain}`)) ? MAYBE : NO;
  };
}

const escaped = (text: string) => text.replace(/[\\*?]/g, "\\$&");

/** The surest of the verdicts. */
export function anyOf(comparisons: readonly Comparison[]): Comparison {
  return (value) => {
    let best: Verdict = NO;
    for (const compare of comparisons) {
      const verdict = compare(value);
      if (verdict === YES) return YES;
      if (verdict > best) best = verdict;
    }
    return best;
  };
}

/** Compares with the operands of the value's own type; a value of another type than all of them compares with none. */
export function oneOfScalars(operands: readonly Scalar[]): Comparison {
  const texts = operands.filter((operand) => typeof operand === "string");
  const exact = new Set<unknown>(operands);
  const types = new Set(operands.map((operand) => typeof operand));
  const ofText = anyOf([
    sameText(texts),
    ...texts.filter(isAddressOperand).map((text) => textComparison(text, "text")),
  ]);
  return (one) => {
    if (!types.has(typeof one.value as "string")) return MAYBE;
    if (typeof one.value === "string") return ofText(one);
    return exact.has(one.value) ? YES : NO;
  };
}

function sameText(operands: readonly string[]): Comparison {
  const plain = operands.filter((text) => !isAddressOperand(text));
  const [exact, like] = [new Set<unknown>(plain), new Set(plain.map(folded))];
  return ({ value, folded: text }) => (exact.has(value) ? YES : like.has(text) ? MAYBE : NO);
}

export function numberComparison(isWithin: (value: number) => boolean): Comparison {
  return ({ value }) => {
    if (typeof value !== "number" || !Number.isFinite(value)) return MAYBE;
    return isWithin(value) ? YES : NO;
  };
}

/** Days are compared with days and times with times: what a day is depends on a zone. */
export function timeComparison(bound: string, isWithin: (value: number, bound: number) => boolean): Comparison {
  const isOfKind = isDay(bound) ? isDay : isTime;
  const boundMs = Date.parse(bound);
  return ({ value }) => {
    if (typeof value !== "string" || value.length > 40 || !isOfKind(value)) return MAYBE;
    return isWithin(Date.parse(value), boundMs) ? YES : NO;
  };
}
