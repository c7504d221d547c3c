// Gmail's messages, conversations and drafts: headers read by name, bodies decoded, attachments listed.
import { base64Bytes, nullable, Refusal, resource, type Static, shapes, t, timeOfMs } from "gateway/plugin";
import { cleanSnippet, decodeText, decodeWords, oneLine, parseAddresses } from "./mail-text.ts";

const Header = t.Object({ name: t.String(), value: t.String() });
export type Header = Static<typeof Header>;

/** A MIME part; `parts` nest at any depth. */
const Part = t.Recursive((Self) =>
  t.Object({
    partId: t.Optional(t.String()),
    mimeType: t.Optional(t.String()),
    filename: t.Optional(t.String()),
    headers: t.Optional(t.Array(Header)),
    body: t.Optional(
      t.Object({
        attachmentId: t.Optional(t.String()),
        size: t.Optional(t.Integer()),
        data: t.Optional(t.String()),
      }),
    ),
    parts: t.Optional(t.Array(Self)),
  }),
);
type Part = Static<typeof Part>;
/** A message's parts, for a `run` that reads them. */
export const WithParts = t.Object({ payload: t.Optional(Part) });

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
  size: nullable(t.Integer(), "Bytes, estimated by Gmail."),
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

/** The first header of this name, in any case; unfolded, its RFC 2047 words still encoded. */
export function headerOf(headers: readonly Header[] | undefined, name: string): string | undefined {
  const lowerName = name.toLowerCase();
  const header = headers?.find((candidate) => candidate.name?.toLowerCase() === lowerName);
  return header?.value?.replace(/\r?\n(?=[ \t])/g, "");
}

/** The Message-IDs in a header such as References. */
export function messageIds(header: string | undefined): string[] {
  return header?.match(/<[^<>\s]+>/g) ?? [];
}

function summaryOf(raw: RawMessage): Static<typeof Summary> {
  const headers = raw.payload?.headers;
  const labels = raw.labelIds ?? [];
  return {
    id: raw.id,
    thread_id: raw.threadId,
    subject: oneLine(decodeWords(headerOf(headers, "Subject") ?? "")),
    from: parseAddresses(headerOf(headers, "From"))[0] ?? null,
    to: parseAddresses(headerOf(headers, "To")),
    cc: parseAddresses(headerOf(headers, "Cc")),
    bcc: parseAddresses(headerOf(headers, "Bcc")),
    reply_to: parseAddresses(headerOf(headers, "Reply-To")),
    date: timeOfMs(Number(raw.internalDate ?? Number.NaN)) ?? timeOfMs(Date.parse(headerOf(headers, "Date") ?? "")),
    snippet: cleanSnippet(raw.snippet ?? ""),
    labels,
    is_unread: labels.includes("UNREAD"),
    is_starred: labels.includes("STARRED"),
    is_draft: labels.includes("DRAFT"),
    size: raw.sizeEstimate ?? null,
    message_id_header: messageIds(headerOf(headers, "Message-ID"))[0] ?? null,
    history_id: raw.historyId ?? null,
  };
}

export function messageOf(raw: RawMessage): Static<typeof Message> {
  const headers = raw.payload?.headers;
  return {
    ...summaryOf(raw),
    in_reply_to: messageIds(headerOf(headers, "In-Reply-To"))[0] ?? null,
    references: messageIds(headerOf(headers, "References")),
    body: bodyOf(raw.payload),
    attachments: attachmentParts(raw.payload).map(({ id, part }) => ({
      id,
      filename: fileNameOf(part),
      mime_type: part.mimeType || "application/octet-stream",
      size: part.body?.size ?? null,
      inline: isInline(part),
      content_id: headerOf(part.headers, "Content-ID")?.trim().replace(/^<|>$/g, "") ?? null,
    })),
  };
}

/** An attachment's file name, on one line. */
export function fileNameOf(part: Part): string {
  return oneLine(decodeWords(part.filename ?? "")) || "attachment";
}

function isInline(part: Part): boolean {
  return headerOf(part.headers, "Content-ID") !== undefined && !declaresAttachment(part);
}

function declaresAttachment(part: Part): boolean {
  return /^\s*attachment/i.test(headerOf(part.headers, "Content-Disposition") ?? "");
}

function isAttachment(part: Part): boolean {
  if (part.mimeType?.startsWith("multipart/")) return false;
  if (part.filename || declaresAttachment(part)) return true;
  return !part.mimeType?.startsWith("text/") && part.body?.attachmentId !== undefined;
}

/**
 * Every attachment at any depth. Its id is its part's number in the message, because Gmail's own attachment ids change
 * from one response to the next.
 */
export function attachmentParts(root: Part | undefined): { id: string; part: Part }[] {
  if (!root) return [];
  const own = isAttachment(root) ? [{ id: root.partId || "root", part: root }] : [];
  return [...own, ...(root.parts ?? []).flatMap(attachmentParts)];
}

/** The text parts of the message itself, in order; those of a forwarded message are left out. */
export function bodyParts(root: Part | undefined): Part[] {
  if (!root || isAttachment(root) || root.mimeType === "message/rfc822") return [];
  const own = root.mimeType === "text/plain" || root.mimeType === "text/html" ? [root] : [];
  return [...own, ...(root.parts ?? []).flatMap(bodyParts)];
}

/** For data that is truncated or not base64: part of a file must not pass for the whole. */
export const brokenData = () => new Refusal("error", "Gmail's data of a part is incomplete.", "broken_data");

/** The text and the HTML of a message; several parts of one type are joined. */
function bodyOf(root: Part | undefined): { text: string | null; html: string | null } {
  const parts = bodyParts(root);
  const joined = (type: string) =>
    parts
      .filter((part) => part.mimeType === type)
      .map(partText)
      .filter((text) => text !== "")
      .join("\n") || null;
  return { text: joined("text/plain"), html: joined("text/html") };
}

function partText(part: Part): string {
  const type = headerOf(part.headers, "Content-Type") ?? "";
  const charset = type.match(/;\s*charset\s*=\s*"?([^";\s]+)/i)?.[1];
  const bytes = base64Bytes(part.body?.data ?? "");
  if (!bytes) throw brokenData();
  return decodeText(bytes, charset);
}

/** A message in a list, without body and attachments. */
export const summary = resource({ raw: RawMessage, shape: Summary, map: summaryOf });
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
