// Shapes that several providers share, so that callers read the same fields from each; a plugin may add its own.
import { Type as t } from "@sinclair/typebox";
import { nullable } from "./fields.ts";
import { writtenBy } from "./written-by.ts";

export const nullableText = (description?: string) => nullable(t.String(), description);

/** An ISO 8601 time, or null where the provider does not say. */
export const nullableTime = (description?: string) => nullable(t.String({ format: "date-time" }), description);

/** A day such as 2026-01-31, or null where the provider does not say. */
export const nullableDay = (description?: string) => nullable(t.String({ format: "date" }), description);

export const person = {
  id: t.String(),
  name: nullableText("Display name."),
  email: nullableText(),
  avatar_url: nullableText(),
};

export const contact = {
  id: t.String(),
  name: nullableText(),
  first_name: nullableText(),
  last_name: nullableText(),
  emails: t.Array(t.String()),
  phones: t.Array(t.String()),
  company: nullableText(),
  title: nullableText("Job title."),
  url: nullableText("URL to open in a browser."),
  created_at: nullableTime(),
  updated_at: nullableTime(),
};

/** A mailbox (RFC 5322, section 3.4). A mail may name somebody without an address, as a bounce or Exchange do. */
export const MailAddress = t.Object(
  { name: nullableText(), email: nullableText("Email address; null if the email has none.") },
  { title: "MailAddress" },
);

/** A message in a list, without its body and attachments. */
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
  snippet: t.String({ description: "The first words of the message." }),
  is_unread: t.Boolean(),
  is_draft: t.Boolean(),
  message_id_header: nullableText("The Message-ID header, which replies refer to."),
  undecoded_charset: nullableText(
    "Name of a charset that could not be fully decoded: some characters are missing or guessed. Null otherwise.",
  ),
};

export const MailAttachmentShape = t.Object(
  {
    id: t.String({ description: "Id of the attachment within its message." }),
    filename: t.String(),
    mime_type: t.String(),
    size: t.Union([t.Integer(), t.Null()], { description: "Size in bytes." }),
    inline: t.Boolean({ description: "Whether it is displayed within the HTML body." }),
    content_id: nullableText(),
  },
  { title: "MailAttachment" },
);

/** A message with its body and attachments. */
export const mailMessage = {
  ...mailSummary,
  body: t.Object(
    {
      text: nullableText(),
      html: nullableText(),
      is_truncated: t.Boolean({
        description: "Whether the end of the text or the HTML is missing because it was too long.",
      }),
    },
    { title: "MailBody" },
  ),
  attachments: t.Array(MailAttachmentShape),
};

/** A day for all-day events, otherwise a time with its zone. */
export const EventTime = t.Object(
  { date: nullableDay(), date_time: nullableText(), time_zone: nullableText() },
  { title: "EventTime" },
);

export const calendarEvent = {
  id: t.String(),
  calendar_id: t.String(),
  title: t.String(),
  description: nullableText("May contain HTML."),
  location: nullableText(),
  start: t.Union([EventTime, t.Null()]),
  end: nullable(EventTime, "When it ends. For an all-day event, this is the day after its last day."),
  all_day: t.Boolean(),
  status: t.String({ description: "confirmed, tentative or cancelled." }),
  organizer: t.Union([t.Object({ name: nullableText(), email: nullableText() }), t.Null()]),
  attendees: t.Array(
    t.Object({
      email: nullableText(),
      name: nullableText(),
      response: t.String({ description: "needs_action, declined, tentative or accepted." }),
      optional: t.Boolean(),
      is_organizer: t.Boolean(),
    }),
  ),
  recurring_event_id: nullableText("The id of the series that this event belongs to."),
  meeting_url: nullableText(),
  url: nullableText("URL to open in a browser."),
  show_as: t.String({ description: "busy or free; some providers have more values, such as tentative." }),
  created_at: nullableTime(),
  updated_at: nullableTime(),
};

export const chatMessage = {
  id: t.String({ description: "Id of the message, unique within the channel." }),
  channel_id: t.String(),
  user_id: nullableText("Who wrote it; null for some apps."),
  text: t.String({ description: "Text in the provider's markup." }),
  plain_text: t.String({ description: "The readable text, with mentions, links and escapes resolved." }),
  edited_at: nullableTime("When it was last changed."),
  created_at: t.String({ format: "date-time", description: "When it was sent." }),
};

export const driveFile = {
  id: t.String(),
  name: t.String(),
  mime_type: t.String(),
  kind: t.String({ description: "folder, or the kind of file." }),
  size: t.Union([t.Integer(), t.Null()], { description: "Size in bytes; null if the provider does not give one." }),
  created_at: nullableTime(),
  modified_at: nullableTime(),
  parents: t.Array(t.String(), { description: "Ids of the folders it is in." }),
  url: nullableText("URL to open in a browser."),
  shared: t.Boolean(),
};

export const issue = {
  id: t.String(),
  key: t.String({ description: "The number or key that people use: #12, ENG-7." }),
  title: t.String(),
  body: nullableText("Markdown."),
  state: writtenBy("others", t.String({ description: "Status, as the provider names it." })),
  is_closed: t.Boolean(),
  labels: t.Array(t.Object({ name: t.String() }), { description: "Labels. Providers may add fields to each." }),
  url: nullableText("URL to open in a browser."),
  created_at: nullableTime(),
  updated_at: nullableTime(),
};
