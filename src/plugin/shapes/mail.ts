// A mail message, as Gmail and Outlook give it.
import { Type as t } from "@sinclair/typebox";
import { nullableText, nullableTime } from "./fields.ts";

/** A mailbox (RFC 5322, section 3.4). */
export const MailAddress = t.Object({ name: nullableText(), email: t.String() });

/** A message in a list: all but its body and attachments. */
export const mailSummary = {
  id: t.String({ description: "The provider's id of the message." }),
  thread_id: t.String({ description: "The provider's id of its conversation." }),
  subject: t.String(),
  from: t.Union([MailAddress, t.Null()]),
  to: t.Array(MailAddress),
  cc: t.Array(MailAddress),
  bcc: t.Array(MailAddress),
  reply_to: t.Array(MailAddress),
  date: nullableTime("When the mailbox received it."),
  snippet: t.String({ description: "Its first words." }),
  is_unread: t.Boolean(),
  is_draft: t.Boolean(),
  message_id_header: nullableText("The Message-ID header, as replies name it."),
};

export const MailAttachmentShape = t.Object({
  id: t.String({ description: "Names the attachment within its message." }),
  filename: t.String(),
  mime_type: t.String(),
  size: t.Union([t.Integer(), t.Null()], { description: "Bytes." }),
  inline: t.Boolean({ description: "Shown within the HTML body." }),
  content_id: nullableText(),
});

/** A whole message. */
export const mailMessage = {
  ...mailSummary,
  body: t.Object({ text: nullableText(), html: nullableText() }),
  attachments: t.Array(MailAttachmentShape),
};
