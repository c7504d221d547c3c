// An Outlook message, and Graph's JSON to send one.
import {
  asTime,
  base64Text,
  htmlToText,
  InvalidInput,
  mailboxOf,
  mailFields,
  maybe,
  maybeText,
  oneOf,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";

const RawRecipient = t.Object({ emailAddress: maybe(t.Object({ name: maybeText, address: maybeText })) });
const RawSummary = t.Object({
  id: t.String(),
  conversationId: maybeText,
  internetMessageId: maybeText,
  subject: maybeText,
  bodyPreview: maybeText,
  from: maybe(RawRecipient),
  toRecipients: maybe(t.Array(RawRecipient)),
  ccRecipients: maybe(t.Array(RawRecipient)),
  bccRecipients: maybe(t.Array(RawRecipient)),
  replyTo: maybe(t.Array(RawRecipient)),
  receivedDateTime: maybeText,
  sentDateTime: maybeText,
  isRead: maybe(t.Boolean()),
  isDraft: maybe(t.Boolean()),
  hasAttachments: maybe(t.Boolean()),
  importance: maybeText,
  flag: maybe(t.Object({ flagStatus: maybeText })),
  categories: maybe(t.Array(t.String())),
  parentFolderId: maybeText,
  webLink: maybeText,
});
type RawSummary = Static<typeof RawSummary>;
export const RawAttachment = t.Object({
  "@odata.type": maybeText,
  id: t.String(),
  name: maybeText,
  contentType: maybeText,
  size: maybe(t.Integer()),
  isInline: maybe(t.Boolean()),
  contentId: maybeText,
});
const RawMessage = t.Composite([
  RawSummary,
  t.Object({
    body: maybe(t.Object({ contentType: maybeText, content: maybeText })),
    attachments: maybe(t.Array(RawAttachment)),
  }),
]);

/** `$select` of a message in a list, without the body: large pages time out at Graph (504). */
export const SUMMARY_FIELDS = Object.keys(RawSummary.properties).join(",");
export const ATTACHMENTS =
  "attachments($select=id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId)";

const extraFields = {
  sent_at: shapes.nullableTime(),
  has_attachments: t.Boolean({
    description: "Whether it has attachments other than those displayed within the HTML body.",
  }),
  importance: t.String({ description: "low, normal or high." }),
  flag: t.String({ description: "not_flagged, flagged or complete." }),
  categories: t.Array(t.String()),
  folder_id: shapes.nullableText(),
  url: shapes.nullableText("URL to open in a browser."),
};
const Summary = t.Object({ ...shapes.mailSummary, ...extraFields });
const Message = t.Object({ ...shapes.mailMessage, ...extraFields });

type Address = Static<typeof shapes.MailAddress>;
/** Null where neither name nor address is known. Exchange names some mailboxes of its own by their entry in its directory. */
function addressOf(raw: Static<typeof RawRecipient> | null | undefined): Address | null {
  const { name, address } = raw?.emailAddress ?? {};
  const email = address && !DIRECTORY_ENTRY.test(address) ? address : null;
  const label = name && name !== address && !DIRECTORY_ENTRY.test(name) ? name : null;
  return email === null && label === null ? null : { name: label, email };
}
/** A legacyExchangeDN, such as `/O=EXCHANGELABS/OU=…/CN=ABC`, which is no address of the internet. */
const DIRECTORY_ENTRY = /^(?:IMCEAEX-|EX:)?\/o=/i;
const addressesOf = (raw: readonly Static<typeof RawRecipient>[] | null | undefined) =>
  (raw ?? []).map(addressOf).filter((address) => address !== null);

/** A draft that was never sent has times in the year 1. */
const timeOf = (text: string | null | undefined) => (text?.startsWith("0001-") ? null : asTime(text));

export function summaryOf(raw: RawSummary): Static<typeof Summary> {
  return {
    id: raw.id,
    thread_id: raw.conversationId ?? "",
    subject: raw.subject ?? "",
    from: addressOf(raw.from),
    to: addressesOf(raw.toRecipients),
    cc: addressesOf(raw.ccRecipients),
    bcc: addressesOf(raw.bccRecipients),
    reply_to: addressesOf(raw.replyTo),
    date: timeOf(raw.receivedDateTime),
    snippet: raw.bodyPreview ?? "",
    is_unread: raw.isRead === false,
    is_draft: raw.isDraft ?? false,
    message_id_header: raw.internetMessageId ?? null,
    undecoded_charset: null,
    sent_at: timeOf(raw.sentDateTime),
    has_attachments: raw.hasAttachments ?? false,
    importance: raw.importance ?? "normal",
    flag: raw.flag?.flagStatus === "notFlagged" ? "not_flagged" : (raw.flag?.flagStatus ?? "not_flagged"),
    categories: raw.categories ?? [],
    folder_id: raw.parentFolderId ?? null,
    url: raw.webLink ?? null,
  };
}

function bodyOf(raw: Static<typeof RawMessage>["body"]): Static<typeof Message>["body"] {
  const content = raw?.content;
  if (!content) return { text: null, html: null, is_truncated: false };
  return raw.contentType?.toLowerCase() === "html"
    ? { text: htmlToText(content), html: content, is_truncated: false }
    : { text: content, html: null, is_truncated: false };
}

/** An attached message or event has no content type; Graph returns it as MIME. */
export function typeOfAttachment({ contentType, "@odata.type": kind }: Partial<Static<typeof RawAttachment>>): string {
  return contentType || (kind?.endsWith("itemAttachment") ? "message/rfc822" : "application/octet-stream");
}

/** A message in a list, without body and attachments. */
export const summary = resource({ raw: RawSummary, shape: Summary, map: summaryOf });
/** A full message. */
export const message = resource({
  raw: RawMessage,
  shape: Message,
  map: (raw) => ({
    ...summaryOf(raw),
    body: bodyOf(raw.body),
    attachments: (raw.attachments ?? []).map((attachment) => ({
      id: attachment.id,
      filename: attachment.name || "attachment",
      mime_type: typeOfAttachment(attachment),
      size: attachment.size ?? null,
      inline: attachment.isInline ?? false,
      content_id: attachment.contentId ?? null,
    })),
  }),
});

export const importance = oneOf(["low", "normal", "high"], "Importance of the email.");
/** Input of a mail. Graph limits the whole request to some 4 MB, not each file. */
export const newMail = t.Object({ ...mailFields, importance: t.Optional(importance) });
export const MAX_MAIL_BYTES = 4 * 1024 * 1024;

type Addresses = string | string[] | undefined;

/** Graph's recipients for `ada@example.com` and `Ada <ada@example.com>`. */
export function recipients(addresses: Addresses): object[] | undefined {
  return addresses === undefined ? undefined : [addresses].flat().map(recipient);
}

function recipient(text: string): object {
  const read = mailboxOf(text);
  if (read === null) throw new InvalidInput(`"${text.slice(0, 80)}" is not one email address; give several as a list.`);
  return { emailAddress: { address: read.address, ...(read.name && { name: read.name }) } };
}

type Content = Pick<Partial<Static<typeof newMail>>, "text" | "html" | "attachments" | "cc" | "bcc" | "importance">;

/** The fields that a new mail and a reply share. Graph stores one body, so HTML wins over text. */
export function contentBody(mail: Content): Record<string, unknown> {
  const { text, html } = mail;
  return {
    body: html === undefined ? { contentType: "text", content: text ?? "" } : { contentType: "html", content: html },
    ccRecipients: recipients(mail.cc),
    bccRecipients: recipients(mail.bcc),
    importance: mail.importance,
    attachments: mail.attachments?.map(({ name, mime_type, content, content_id }) => ({
      "@odata.type": "#microsoft.graph.fileAttachment",
      name,
      contentType: mime_type,
      contentBytes: base64Text(content),
      ...(content_id !== undefined && { isInline: true, contentId: content_id }),
    })),
  };
}

/** Graph's message for a new mail. */
export function mailBody(mail: Static<typeof newMail>): Record<string, unknown> {
  return {
    subject: mail.subject,
    toRecipients: recipients(mail.to),
    replyTo: recipients(mail.reply_to),
    ...contentBody(mail),
  };
}

/** The result of sending: Graph accepts the mail and returns no id. */
export const accepted = resource({
  raw: t.Null(),
  shape: t.Object({
    id: t.Null({ description: "Always null: Outlook returns no id for an email that it accepts." }),
    status: t.Literal("accepted", { description: "Accepted for sending; not yet delivered." }),
  }),
  map: () => ({ id: null, status: "accepted" as const }),
});
