// Forwards an email of Gmail, which has no call for it: reads the original, quotes it and sends a new email.
import {
  checked,
  endpoint,
  htmlToText,
  InvalidInput,
  type Mail,
  mailFields,
  one,
  path,
  type Static,
  t,
  type Upstream,
  type UpstreamRequest,
} from "gateway/plugin";
import { decodeData } from "./gmail-attachment.ts";
import { fillBodies } from "./gmail-bodies.ts";
import { message, messageOf, messageRef } from "./gmail-message.ts";
import { attachmentParts, contentIdOf, fileNameOf, headerOf } from "./gmail-parts.ts";
import { mailRequest } from "./gmail-send.ts";
import { decodeWords, oneLine } from "./mail-text.ts";
import { mapConcurrently } from "./map-concurrently.ts";

/** Gmail takes 35 MiB a message, which is some 25 MB of files in base64. */
const MAX_ATTACHMENT_BYTES = 25_000_000;
const TITLE = "---------- Forwarded message ---------";
const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+$/;

const forwardBody = t.Object({
  to: mailFields.to,
  cc: mailFields.cc,
  bcc: mailFields.bcc,
  comment: t.Optional(t.String({ maxLength: 100_000, description: "Text above the forwarded email." })),
  with_attachments: t.Optional(
    t.Boolean({ default: true, description: "Whether to forward the email's attachments too." }),
  ),
});
type Original = Static<typeof message.raw>;

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The lines above the quoted text. A header's value is put on one line, since the sender wrote it. */
function quotedHeaders(original: Original): string[] {
  const headers = original.payload?.headers;
  const lines = ["From", "Date", "Subject", "To", "Cc"].map((name) => [name, headerOf(headers, name)] as const);
  return lines.flatMap(([name, value]) => (value ? `${name}: ${oneLine(decodeWords(value))}` : []));
}

function quote(original: Original, comment: string): Pick<Mail, "subject" | "text" | "html"> {
  const { subject, body } = messageOf(original);
  const lines = [TITLE, ...quotedHeaders(original)];
  const text = body.text ?? (body.html === null ? "" : htmlToText(body.html));
  const above = [...(comment === "" ? [] : [...comment.split("\n"), ""]), ...lines];
  return {
    subject: /^fwd?:/i.test(subject) ? subject : `Fwd: ${subject}`.trimEnd(),
    text: [...above, "", text].join("\n"),
    html: body.html === null ? undefined : `<div>${above.map(escapeHtml).join("<br>\n")}</div><br>\n${body.html}`,
  };
}

/** The files to send along: not those within an attached email that goes along whole. */
function filesOf(original: Original) {
  const all = attachmentParts(original.payload);
  const whole = all.filter(({ part }) => part.body?.attachmentId !== undefined || part.body?.data !== undefined);
  return whole.filter(({ id }) => !whole.some((outer) => id.startsWith(`${outer.id}.`))).map(({ part }) => part);
}
type File = ReturnType<typeof filesOf>[number];

function assertSendable(bytes: number): void {
  if (bytes <= MAX_ATTACHMENT_BYTES) return;
  throw new InvalidInput(
    'The email\'s files exceed 25 MB, which Gmail does not send; forward it with "with_attachments" false.',
  );
}

/** Content-IDs of the parts that the HTML shows (RFC 2392). */
function picturesIn(html: string): Set<string> {
  const ids = [...html.matchAll(/\bcid:([\x21\x23-\x26\x28\x2a-\x3b=\x3f-\x7e]+)/gi)].map(([, id = ""]) => id);
  return new Set(ids.flatMap((id) => [id, unescaped(id)]));
}
function unescaped(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    // An id with a percent sign that escapes nothing stands for itself.
    return id;
  }
}

async function openFile(messageId: string, file: File, upstream: Upstream): Promise<ReadableStream<Uint8Array>> {
  const { attachmentId, data = "", size = null } = file.body ?? {};
  if (attachmentId === undefined) return decodeData(new Blob([JSON.stringify({ data })]).stream(), size);
  const { body } = await upstream.open({
    path: path`/gmail/v1/users/me/messages/${messageId}/attachments/${attachmentId}`,
    query: { fields: "data" },
  });
  return decodeData(body, size);
}

/** The email's files. Their declared sizes are added up before any is fetched, and what comes is counted. */
async function attachmentsOf(
  original: Original,
  html: string | undefined,
  upstream: Upstream,
): Promise<NonNullable<Mail["attachments"]>> {
  const files = filesOf(original);
  const pictures = picturesIn(html ?? "");
  assertSendable(files.reduce((sum, file) => sum + (file.body?.size ?? 0), 0));
  let received = 0;
  return mapConcurrently(files, async (file) => {
    const reader = (await openFile(original.id, file, upstream)).getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      received += read.value.byteLength;
      assertSendable(received);
      chunks.push(new Uint8Array(read.value));
    }
    const type = file.mimeType ?? "";
    const id = contentIdOf(file);
    return {
      ...(id !== null && pictures.has(id) && { content_id: id }),
      name: fileNameOf(file),
      mime_type: MEDIA_TYPE.test(type) ? type : "application/octet-stream",
      content: await new Blob(chunks).bytes(),
    };
  });
}

async function forwardRequest(
  id: string,
  body: Static<typeof forwardBody>,
  upstream: Upstream,
): Promise<UpstreamRequest> {
  const { json } = await upstream.request({
    path: path`/gmail/v1/users/me/messages/${id}`,
    query: { format: "full" },
  });
  await fillBodies([json], upstream);
  const original = checked(message.raw, json);
  if (messageOf(original).body.is_truncated)
    throw new InvalidInput("The email's text is too long to be forwarded here.");
  const quoted = quote(original, body.comment ?? "");
  const attachments = (body.with_attachments ?? true) ? await attachmentsOf(original, quoted.html, upstream) : [];
  const mail = { to: body.to, cc: body.cc, bcc: body.bcc, ...quoted, attachments };
  return mailRequest(path`/gmail/v1/users/me/messages/send`, mail, undefined);
}

export const gmailForwardEndpoints = {
  gmail_forward_message: endpoint({
    method: "POST",
    recipients: ["to", "cc", "bcc"],
    reaches: true,
    path: "/gmail/messages/{id}/forward",
    permission: "gmail.send",
    alsoNeeds: ["gmail.read"],
    description: "Forward an email in Gmail to others, with its attachments and an optional comment above it.",
    keywords: ["pass on mail", "share message", "fwd", "send on"],
    params: { id: "Id of the message to forward, from google_gmail_list_messages." },
    body: forwardBody,
    run: async ({ params, body }, upstream) => upstream.request(await forwardRequest(params.id, body, upstream)),
    returns: one(messageRef),
  }),
};
