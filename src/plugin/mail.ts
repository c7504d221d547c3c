// Builds internet mail (RFC 5322) with nodemailer, and refuses what could break out of a header.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { type Static, Type as t } from "@sinclair/typebox";
import { base64Bytes } from "./base64.ts";
import { InvalidInput } from "./endpoint.ts";
import { fileInput } from "./file-input.ts";
import { MAILBOX_PATTERN, type Mailbox, mailboxOf } from "./mailbox.ts";

/** No body is as large. */
const MAX_BASE64 = 48 * 1024 * 1024;
/** Characters of a text that somebody reads. Encoding ten times as many for mail would hold the process for part of a second. */
const MAX_TEXT = 2_000_000;

/** Bytes that are encoded in lines in some two milliseconds. */
const SLICE = 512 * 1024;

/** A file to attach. */
export const MailAttachment = t.Object(
  {
    ...fileInput(
      {
        name: t.String({
          minLength: 1,
          maxLength: 255,
          pattern: "^[^\\x00-\\x1f\\x7f]+$",
          previousNames: ["filename"],
          description: "File name.",
        }),
        mime_type: t.String({
          pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$",
          description: "Media type, such as application/pdf.",
        }),
      },
      { encoding: "base64", maxLength: MAX_BASE64 },
    ),
    content_id: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 255,
        pattern: "^[\\x21-\\x3b=\\x3f-\\x7e]+$",
        description: 'For a picture in the HTML: `logo` if the HTML shows it as <img src="cid:logo">.',
      }),
    ),
  },
  { additionalProperties: false },
);
const noBreaks = "^[^\\x00-\\x1f\\x7f]*$";
/** Input of one address, with or without a display name. */
export const mailbox = (description?: string) =>
  t.String({ minLength: 3, maxLength: 998, pattern: MAILBOX_PATTERN, ...(description && { description }) });
const addresses = (description: string) =>
  t.Union([mailbox(), t.Array(mailbox(), { minItems: 1, maxItems: 500 })], { description });

/** Body fields of endpoints that send mail; spread them into the `body` schema. */
export const mailFields = {
  to: addresses("Recipient, or a list of recipients: `ada@example.com` or `Ada <ada@example.com>`."),
  cc: t.Optional(addresses("Recipients who get a copy.")),
  bcc: t.Optional(addresses("Recipients who get a copy that the others cannot see.")),
  reply_to: t.Optional(addresses("Where replies should go.")),
  subject: t.String({ maxLength: 998, pattern: noBreaks, description: "Subject line." }),
  text: t.Optional(t.String({ maxLength: MAX_TEXT, description: "Body as plain text." })),
  html: t.Optional(
    t.String({ maxLength: MAX_TEXT, description: "Body as HTML, in addition to the text or instead of it." }),
  ),
  attachments: t.Optional(t.Array(MailAttachment, { maxItems: 50, description: "Files to attach." })),
};
type OneOrMany = string | Mailbox | (string | Mailbox)[];

type MailFile = Static<typeof MailAttachment>;
/** A file as plugins wrote it before version 0.4.0; `content` is base64. */
type FormerMailFile = Omit<MailFile, "name" | "content"> & { filename: string; content: string };

/** A mail to build. Addresses may have a display name. */
export interface Mail {
  from?: string;
  to: OneOrMany;
  cc?: OneOrMany;
  bcc?: OneOrMany;
  reply_to?: OneOrMany;
  subject: string;
  text?: string;
  html?: string;
  attachments?: (MailFile | FormerMailFile)[];
  /** A Message-ID, for replies. */
  in_reply_to?: string;
  references?: string[];
}

function fileOf(file: MailFile | FormerMailFile): MailFile {
  if (!("filename" in file)) return file;
  const { filename, content, ...others } = file;
  const bytes = base64Bytes(content);
  if (!bytes) throw new InvalidInput(`The content of "${filename.slice(0, 80)}" is not base64.`);
  return { ...others, name: filename, content: bytes };
}

/** Each address for itself, so that nothing reads a text as several. */
function mailboxes(addresses: OneOrMany | undefined): { name: string; address: string }[] | undefined {
  if (addresses === undefined) return undefined;
  return [addresses].flat().map((one) => {
    const read = typeof one === "string" ? mailboxOf(one) : one;
    if (read === null) throw new InvalidInput(`"${String(one).slice(0, 80)}" is not one email address.`);
    return { name: read.name ?? "", address: read.address };
  });
}

/**
 * The message as bytes (RFC 2047, RFC 2231), without Date and Message-ID; throws on control characters in headers. Files with a
 * `content_id` stand beside the HTML that shows them (RFC 2387).
 */
export async function composeMail({ attachments, ...mail }: Mail): Promise<Uint8Array> {
  const files = (attachments ?? []).map(fileOf);
  const headerTexts = [mail.from, mail.to, mail.cc, mail.bcc, mail.reply_to]
    .flat()
    .flatMap((one) => (typeof one === "object" ? [one.name, one.address] : [one]))
    .concat(mail.subject, mail.in_reply_to, mail.references ?? [])
    .concat(files.flatMap((file) => [file.name, file.mime_type, file.content_id]));
  if (headerTexts.some((value) => /[\u0000-\u001f\u007f]/.test(value ?? ""))) {
    throw new TypeError("A mail header cannot contain a line break or another control character.");
  }
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const message = new MailComposer({
    from: mailboxes(mail.from)?.[0],
    to: mailboxes(mail.to),
    cc: mailboxes(mail.cc),
    bcc: mailboxes(mail.bcc),
    replyTo: mailboxes(mail.reply_to),
    subject: mail.subject,
    text: mail.text ?? (mail.html === undefined ? "" : undefined),
    html: mail.html,
    inReplyTo: mail.in_reply_to,
    references: mail.references,
    attachments: files.map(({ name, mime_type, content, content_id }) => ({
      filename: name,
      contentType: mime_type,
      content: Readable.from(slicesOf(content), { objectMode: false }),
      encoding: "base64",
      ...(content_id !== undefined && { cid: content_id, contentDisposition: "inline" }),
    })),
    // Nodemailer omits blank values: the service that sends the mail sets both.
    date: " ",
    headers: { "message-id": { prepared: true, value: " " } },
    newline: "\r\n",
    baseBoundary: boundaryOf(mail, files),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  message.keepBcc = true;
  return message.build();
}

/**
 * The same mail has the same bytes each time. No text can contain a hash of itself, and base64, in which files are, has no `_`,
 * which each boundary begins with.
 */
function boundaryOf(mail: Omit<Mail, "attachments">, files: readonly MailFile[]): string {
  const sizes = files.map(({ content, ...file }) => ({ ...file, size: content.byteLength }));
  return createHash("sha256")
    .update(JSON.stringify([mail, sizes]))
    .digest("hex")
    .slice(0, 32);
}

/** The bytes, with a turn for others after each slice: at once, a file of 36 MB takes a tenth of a second. */
async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += SLICE) {
    yield bytes.subarray(at, at + SLICE);
    await setImmediate();
  }
}
