// Derives a reply's recipients, subject and threading headers from the original's headers.
import type { Mailbox } from "gateway/plugin";
import { messageIds } from "./gmail-message.ts";
import { type Header, headerOf } from "./gmail-parts.ts";
import { type MailAddress, mailboxesOf, parseAddresses } from "./mail-addresses.ts";
import { decodeWords, oneLine } from "./mail-text.ts";

/** References grow with every reply; the first id and the last ones are enough for threading. */
const MAX_REFERENCES = 30;

export interface Reply {
  to: Mailbox[];
  cc: Mailbox[];
  subject: string;
  in_reply_to?: string;
  references?: string[];
}

/**
 * Replies to the sender, or to everyone, without the mailbox's own addresses; a reply to one's own mail goes to its
 * recipients. Text from the original is put on one line, since its sender may have inserted line breaks.
 */
export function replyTo(headers: readonly Header[], ownAddresses: readonly string[], toAll: boolean): Reply {
  const isOwn = ({ email }: MailAddress) => ownAddresses.some((own) => own.toLowerCase() === email?.toLowerCase());
  const listed = (name: string) => parseAddresses(headerOf(headers, name)).filter(({ email }) => email !== null);
  const senders = listed("From");
  const isFromSelf = senders.length > 0 && senders.every(isOwn);
  const replyAddresses = listed("Reply-To").length > 0 && !isFromSelf ? listed("Reply-To") : senders;
  const others = isFromSelf ? listed("To").filter((address) => !isOwn(address)) : [];
  const to = unique(others.length > 0 ? others : replyAddresses);
  const rest = toAll ? [...listed("To"), ...listed("Cc")].filter((address) => !isOwn(address)) : [];
  const subject = oneLine(decodeWords(headerOf(headers, "Subject") ?? ""));
  const [messageId] = messageIds(headerOf(headers, "Message-ID"));
  const earlier = messageIds(headerOf(headers, "References") ?? headerOf(headers, "In-Reply-To"));
  const references = messageId ? [...earlier.filter((id) => id !== messageId), messageId] : earlier;
  return {
    to: mailboxesOf(to),
    cc: mailboxesOf(unique(rest, to)),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`.trimEnd(),
    in_reply_to: messageId,
    references:
      references.length > MAX_REFERENCES
        ? [references[0] as string, ...references.slice(1 - MAX_REFERENCES)]
        : references,
  };
}

/** Each address once, without those in `excluded`. */
function unique(addresses: readonly MailAddress[], excluded: readonly MailAddress[] = []): MailAddress[] {
  const seen = new Set(excluded.map(({ email }) => email?.toLowerCase()));
  return addresses.filter(({ email }) => {
    const key = email?.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
