// Gmail's messages, conversations and drafts: headers read by name, with their bodies and attachments.
import { nullable, resource, type Static, shapes, t, timeOfMs } from "gateway/plugin";
import { attachmentOf, attachmentParts, bodyOf, headerOf, Part } from "./gmail-parts.ts";
import { parseAddresses } from "./mail-addresses.ts";
import { cleanSnippet, decodeWords, oneLine } from "./mail-text.ts";

const RawMessage = t.Object({
  id: t.String(),
  threadId: t.String(),
  labelIds: t.Optional(t.Array(t.String())),
  snippet: t.Optional(t.String()),
  historyId: t.Optional(t.String()),
  internalDate: t.Optional(t.String()),
  sizeEstimate: t.Optional(t.Integer()),
  payload: t.Optional(Part),
});
export type RawMessage = Static<typeof RawMessage>;

const extraFields = {
  labels: t.Array(t.String(), { description: "Label ids, such as INBOX, UNREAD, STARRED." }),
  is_starred: t.Boolean(),
  size: nullable(t.Integer(), "Size in bytes, estimated by Gmail."),
  history_id: shapes.nullableText(),
};
const Summary = t.Object({ ...shapes.mailSummary, ...extraFields });
const Message = t.Object({
  ...shapes.mailMessage,
  ...extraFields,
  in_reply_to: shapes.nullableText(),
  references: t.Array(t.String()),
});

/** `metadataHeaders` of a message in a list. */
export const SUMMARY_HEADERS = ["From", "To", "Cc", "Bcc", "Reply-To", "Subject", "Date", "Message-ID"];
/** `fields` of a message in a list. */
export const SUMMARY_FIELDS = "id,threadId,labelIds,snippet,historyId,internalDate,sizeEstimate,payload/headers";

/** The Message-IDs in a header such as References. */
export function messageIds(header: string | undefined): string[] {
  return header?.match(/<[^<>\s]+>/g) ?? [];
}

function summaryOf(raw: RawMessage, undecoded: Set<string> = new Set()): Static<typeof Summary> {
  const headers = raw.payload?.headers;
  const addresses = (name: string) => parseAddresses(headerOf(headers, name), undecoded);
  const labels = raw.labelIds ?? [];
  return {
    id: raw.id,
    thread_id: raw.threadId,
    subject: oneLine(decodeWords(headerOf(headers, "Subject") ?? "", undecoded)),
    from: addresses("From")[0] ?? null,
    to: addresses("To"),
    cc: addresses("Cc"),
    bcc: addresses("Bcc"),
    reply_to: addresses("Reply-To"),
    date: timeOfMs(Number(raw.internalDate ?? Number.NaN)) ?? timeOfMs(Date.parse(headerOf(headers, "Date") ?? "")),
    snippet: cleanSnippet(raw.snippet ?? ""),
    labels,
    is_unread: labels.includes("UNREAD"),
    is_starred: labels.includes("STARRED"),
    is_draft: labels.includes("DRAFT"),
    size: raw.sizeEstimate ?? null,
    message_id_header: messageIds(headerOf(headers, "Message-ID"))[0] ?? null,
    history_id: raw.historyId ?? null,
    undecoded_charset: firstOf(undecoded),
  };
}

export function messageOf(raw: RawMessage): Static<typeof Message> {
  const headers = raw.payload?.headers;
  const undecoded = new Set<string>();
  return {
    ...summaryOf(raw, undecoded),
    in_reply_to: messageIds(headerOf(headers, "In-Reply-To"))[0] ?? null,
    references: messageIds(headerOf(headers, "References")),
    body: bodyOf(raw.payload, undecoded),
    attachments: attachmentParts(raw.payload).map((leaf) => attachmentOf(leaf, undecoded)),
    undecoded_charset: firstOf(undecoded),
  };
}

const firstOf = ([first]: Iterable<string>): string | null => first ?? null;

/** A message in a list, without body and attachments. */
export const summary = resource({ raw: RawMessage, shape: Summary, map: (raw) => summaryOf(raw) });
/** A full message. */
export const message = resource({ raw: RawMessage, shape: Message, map: messageOf });
/** Gmail's response to a change: the ids, and the labels after it. */
export const messageRef = resource({
  raw: t.Pick(RawMessage, ["id", "threadId", "labelIds"]),
  shape: t.Pick(Summary, ["id", "thread_id", "labels"]),
  map: (raw) => ({ id: raw.id, thread_id: raw.threadId, labels: raw.labelIds ?? [] }),
});

/** A conversation in a list. */
export const threadSummary = resource({
  raw: t.Object({ id: t.String(), snippet: t.Optional(t.String()), historyId: t.Optional(t.String()) }),
  shape: t.Object({ id: t.String(), snippet: t.String(), history_id: shapes.nullableText() }),
  map: (raw) => ({ id: raw.id, snippet: cleanSnippet(raw.snippet ?? ""), history_id: raw.historyId ?? null }),
});
/** A conversation with its messages, oldest first. */
export const thread = resource({
  raw: t.Object({ id: t.String(), historyId: t.Optional(t.String()), messages: t.Optional(t.Array(RawMessage)) }),
  shape: t.Object({ id: t.String(), history_id: shapes.nullableText(), messages: t.Array(Message) }),
  map: (raw) => ({ id: raw.id, history_id: raw.historyId ?? null, messages: (raw.messages ?? []).map(messageOf) }),
});

/** A draft in a list, a full draft, and Gmail's response to a new one. */
export const draftSummary = resource({
  raw: t.Object({ id: t.String(), message: RawMessage }),
  shape: t.Object({ id: t.String(), message: Summary }),
  map: (raw) => ({ id: raw.id, message: summaryOf(raw.message) }),
});
export const draft = resource({
  raw: t.Object({ id: t.String(), message: RawMessage }),
  shape: t.Object({ id: t.String(), message: Message }),
  map: (raw) => ({ id: raw.id, message: messageOf(raw.message) }),
});
export const draftRef = resource({
  raw: t.Object({ id: t.String(), message: messageRef.raw }),
  shape: t.Object({ id: t.String(), message: messageRef.shape }),
  map: ({ id, message: { id: messageId, threadId, labelIds } }) => ({
    id,
    message: { id: messageId, thread_id: threadId, labels: labelIds ?? [] },
  }),
});
