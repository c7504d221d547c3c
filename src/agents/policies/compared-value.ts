// One value of a call as comparisons see it: as it is, as programs on its way may change it, and as a mail address.
import { domainToASCII } from "node:url";
import { isAddress, mailboxOf } from "../../plugin/mailbox.ts";

/** One value of a call, with what comparisons make of it, once for all rules that look at it. */
export interface Compared {
  readonly value: unknown;
  readonly folded: string;
  /** The one address that the text is; null for any other text. */
  readonly address: Address | null;
  /** Whether a text is what it looks like: no control or invisible character, and no step that leads elsewhere in a path. */
  readonly isPlain: boolean;
}

interface Address {
  local: string;
  domain: string;
  whole: string;
  folded: string;
}

export function compared(value: unknown): Compared {
  let [text, mailbox, isPlain]: [string | undefined, Address | null | undefined, boolean | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  return {
    value,
    get folded() {
      text ??= typeof value === "string" ? folded(value) : "";
      return text;
    },
    get address() {
      if (mailbox === undefined) mailbox = typeof value === "string" ? addressOf(value) : null;
      return mailbox;
    },
    get isPlain() {
      isPlain ??= typeof value === "string" && isPlainText(value);
      return isPlain;
    },
  };
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

function addressOf(text: string): Address | null {
  const address = text.length > MAX_MAILBOX ? null : (mailboxOf(text)?.address ?? null);
  if (address === null) return null;
  const at = address.lastIndexOf("@");
  const domain = asciiDomain(address.slice(at + 1));
  if (domain === null) return null;
  const local = unquoted(inLowerCase(address.slice(0, at)));
  const whole = `${local}@${domain}`;
  return { local, domain, whole, folded: folded(whole) };
}

/** A local part in quotes that need not have them is the same mailbox without (RFC 5321, section 4.1.2). */
function unquoted(local: string): string {
  if (!local.startsWith('"')) return local;
  const inner = local.slice(1, -1).replace(/\\(.)/gs, "$1");
  return isAddress(`${inner}@localhost`) ? inner : local;
}

const ASCII = /^[\x00-\x7f]*$/;

/** The name as DNS has it (RFC 5891), so that two ways to write one domain are the same; null where it is none. */
export function asciiDomain(domain: string): string | null {
  return ASCII.test(domain) ? domain.toLowerCase() : domainToASCII(domain) || null;
}

/** Only ASCII letters: others, such as the Kelvin sign, would become a letter of another address. */
export const inLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

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
