// The one reading of an email address that somebody sends to (RFC 5322, section 3.4): strict, so that nobody guesses who is meant.

const CONTROLS = String.raw`\x00-\x1f\x7f`;
/**
 * Characters that nobody sees, or that turn the text around them: an address with one is not the one that people read. Not
 * written as escapes, which would make the pattern too long.
 */
const INVISIBLE = "\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f";
const ATOM = String.raw`[^\s"(),.:;<>@\[\\\]${CONTROLS}${INVISIBLE}]+`;
const QUOTED = String.raw`"(?:[^"\\${CONTROLS}]|\\[^${CONTROLS}])*"`;
/** Letters, digits, hyphens and underscores, also those beyond ASCII. */
const LABEL = String.raw`[^\s\x00-,./:-@\[-\^\x60{-\x9f${INVISIBLE}]+`;
const DOMAIN = String.raw`(?:${LABEL}(?:\.${LABEL})*|\[[\w.:]+\])`;
/** Quoted, a local part may hold anything but angle brackets, which programs on its way take for the end of an address. */
const LOCAL = String.raw`(?:${ATOM}(?:\.${ATOM})*|"(?:[^"\\<>${CONTROLS}]|\\[^<>${CONTROLS}])*")`;
const ADDRESS = `${LOCAL}@${DOMAIN}`;
/** A display name without quotes; a comment (RFC 5322, section 3.2.2) counts as part of it. */
const PHRASE = String.raw`(?:[^"(),:;<>@\[\\\]${CONTROLS}]|\([^()<>@\\${CONTROLS}]*\))*`;

/** The pattern of one address with or without a display name. */
export const MAILBOX_PATTERN = `^(?:( *${QUOTED} *|${PHRASE})<(${ADDRESS})>| *(${ADDRESS})) *$`;

const MAILBOX = new RegExp(MAILBOX_PATTERN);
const ONLY_ADDRESS = new RegExp(`^${ADDRESS}$`);

/** An address and its display name, without quotes. */
export interface Mailbox {
  name: string | null;
  address: string;
}

/** Reads `ada@example.com` or `Ada <ada@example.com>`; null for any other text. */
export function mailboxOf(text: string): Mailbox | null {
  const [, label, named, bare] = MAILBOX.exec(text) ?? [];
  const address = named ?? bare;
  if (address === undefined) return null;
  const name = (label ?? "").trim();
  const unquoted = name.startsWith('"') ? name.slice(1, -1).replace(/\\(.)/gs, "$1") : name;
  return { name: unquoted || null, address };
}

/** Whether a text is an address, without a name and without blanks around it. */
export function isAddress(text: string): boolean {
  return ONLY_ADDRESS.test(text);
}
