// Endpoints of Gmail that send, reply and keep drafts. composeMail builds every mail, so no input can inject a header.
import {
  checked,
  composeMail,
  deleted,
  endpoint,
  InvalidInput,
  joinPaths,
  type Mail,
  mailbox,
  mailFields,
  many,
  one,
  path,
  type Static,
  t,
  type Upstream,
  type UpstreamPath,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { fetchEach, hydratedPaging, idsOf } from "./gmail.ts";
import { fillBodies } from "./gmail-bodies.ts";
import { draft, draftRef, draftSummary, messageRef, SUMMARY_FIELDS } from "./gmail-message.ts";
import { WithParts } from "./gmail-parts.ts";
import { base64Url } from "./mail-text.ts";
import { multipartRelated } from "./multipart.ts";
import { replyTo } from "./reply.ts";

/** Gmail takes 35 MiB a message; in JSON the attachments are base64, a third larger. */
const MAX_BODY_BYTES = 48 * 1024 * 1024;
/**
 * Larger mails are uploaded: Gmail refuses JSON bodies above 1 MiB for some accounts, above some 6 MiB for all
 * (googleapis/google-api-dotnet-client#856, googleapis/google-api-go-client#374).
 */
const MAX_RAW_BYTES = 700 * 1024;

const messageId = (description: string) =>
  t.Optional(t.String({ maxLength: 998, pattern: "^<[^<>\\s\\x00-\\x1f\\x7f]+>$", description }));
const newMail = t.Object({
  ...mailFields,
  from: t.Optional(mailbox("Sender, one of the mailbox's own send-as addresses; the default is the main one.")),
  thread_id: t.Optional(
    t.String({ minLength: 1, maxLength: 100, description: "Id of the conversation to put the email in." }),
  ),
  in_reply_to: messageId("Message-ID header of the mail that this one answers, as in `message_id_header`."),
});
type NewMail = Static<typeof newMail>;

function mailOf({ thread_id: _, ...mail }: NewMail): Mail {
  return { ...mail, references: mail.in_reply_to ? [mail.in_reply_to] : undefined };
}

/**
 * The request that gives a mail to Gmail. `wrap` puts Gmail's message into the body that the method expects; a large mail
 * is uploaded, beside the same JSON without the mail.
 */
export async function mailRequest(
  methodPath: UpstreamPath,
  mail: Mail,
  threadId: string | undefined,
  wrap: (message: object) => object = (message) => message,
): Promise<UpstreamRequest> {
  // A copy of tens of megabytes would take as long as all else here.
  const bytes = (await composeMail(mail)) as Uint8Array<ArrayBuffer>;
  if (bytes.byteLength <= MAX_RAW_BYTES) {
    return { method: "POST", path: methodPath, json: wrap({ raw: base64Url(bytes), threadId }) };
  }
  return {
    method: "POST",
    path: joinPaths(path`/upload`, methodPath),
    query: { uploadType: "multipart" },
    content: await multipartRelated(wrap({ threadId }), "message/rfc822", bytes),
  };
}

/** The request that replies to a message, addressed by its headers and the mailbox's own addresses. */
async function replyRequest(id: string, body: ReplyBody, upstream: Upstream): Promise<UpstreamRequest> {
  const [original, own] = await Promise.all([
    upstream.request({
      path: path`/gmail/v1/users/me/messages/${id}`,
      query: {
        format: "metadata",
        metadataHeaders: ["From", "To", "Cc", "Reply-To", "Subject", "Message-ID", "References", "In-Reply-To"],
        fields: "threadId,payload/headers",
      },
    }),
    upstream.request({
      path: path`/gmail/v1/users/me/settings/sendAs`,
      query: { fields: "sendAs/sendAsEmail" },
    }),
  ]);
  const headers = checked(WithParts, original.json).payload?.headers;
  const aliases = valueAt(own.json, "sendAs");
  const ownAddresses = Array.isArray(aliases) ? aliases.map((alias) => String(valueAt(alias, "sendAsEmail"))) : [];
  const reply = replyTo(headers ?? [], ownAddresses, body.reply_all ?? false);
  if (reply.to.length === 0) throw new InvalidInput("The message has no sender that could be answered.");
  const threadId = valueAt(original.json, "threadId");
  const mail: Mail = {
    ...reply,
    cc: [...reply.cc, ...[body.cc ?? []].flat()],
    bcc: body.bcc,
    text: body.text,
    html: body.html,
    attachments: body.attachments,
  };
  return mailRequest(path`/gmail/v1/users/me/messages/send`, mail, typeof threadId === "string" ? threadId : undefined);
}

const replyBody = t.Object({
  text: mailFields.text,
  html: mailFields.html,
  attachments: mailFields.attachments,
  cc: mailFields.cc,
  bcc: mailFields.bcc,
  reply_all: t.Optional(t.Boolean({ description: "Whether to reply to everyone on the email, not only the sender." })),
});
type ReplyBody = Static<typeof replyBody>;

const draftId = "Id of the draft, from google_gmail_list_drafts.";

export const gmailSendEndpoints = {
  gmail_send_message: endpoint({
    method: "POST",
    recipients: ["to", "cc", "bcc", "reply_to"],
    reaches: true,
    path: "/gmail/send",
    permission: "gmail.send",
    description: "Send an email with Gmail, as text or HTML, with attachments.",
    keywords: ["mail", "write email", "compose", "message someone"],
    body: newMail,
    maxBodyBytes: MAX_BODY_BYTES,
    run: async ({ body }, upstream) =>
      upstream.request(await mailRequest(path`/gmail/v1/users/me/messages/send`, mailOf(body), body.thread_id)),
    returns: one(messageRef),
  }),
  gmail_reply_to_message: endpoint({
    method: "POST",
    reaches: true,
    path: "/gmail/messages/{id}/reply",
    permission: "gmail.send",
    alsoNeeds: ["gmail.read"],
    description:
      "Reply to an email in Gmail, within its conversation. Recipients and subject come from the email; the quoted text does not.",
    keywords: ["answer mail", "respond", "reply all", "follow up"],
    params: { id: "Id of the message to answer, from google_gmail_list_messages." },
    body: replyBody,
    maxBodyBytes: MAX_BODY_BYTES,
    run: async ({ params, body }, upstream) => upstream.request(await replyRequest(params.id, body, upstream)),
    returns: one(messageRef),
  }),
  gmail_list_drafts: endpoint({
    method: "GET",
    path: "/gmail/drafts",
    permission: "gmail.drafts",
    description: "List the email drafts in Gmail, with recipients, subject and first words. A page has at most 50.",
    keywords: ["unsent mail", "drafts folder"],
    query: t.Object({
      q: t.Optional(t.String({ minLength: 1, maxLength: 2000, description: "Gmail search, as in its search box." })),
    }),
    run: async ({ query, page }, upstream) => {
      const list = await upstream.request(
        hydratedPaging.apply({ path: path`/gmail/v1/users/me/drafts`, query: { q: query.q } }, page),
      );
      const drafts = await fetchEach(
        idsOf(list.json, "drafts"),
        (id) => ({
          path: path`/gmail/v1/users/me/drafts/${id}`,
          query: { format: "metadata", fields: `id,message(${SUMMARY_FIELDS})` },
        }),
        upstream,
      );
      return { ...list, json: { drafts, nextPageToken: valueAt(list.json, "nextPageToken") } };
    },
    returns: many("drafts", draftSummary, { at: "drafts", pagination: hydratedPaging }),
  }),
  gmail_create_draft: endpoint({
    method: "POST",
    reaches: false,
    path: "/gmail/drafts",
    permission: "gmail.drafts",
    description: "Write an email draft in Gmail, for a person to look over and send later.",
    keywords: ["prepare email", "compose mail", "save draft"],
    body: newMail,
    maxBodyBytes: MAX_BODY_BYTES,
    readAs: {
      to: "message.to",
      cc: "message.cc",
      bcc: "message.bcc",
      reply_to: "message.reply_to",
      subject: "message.subject",
      attachments: "message.attachments",
      from: "message.from",
      thread_id: "message.thread_id",
      in_reply_to: "message.in_reply_to",
      text: "message.body.text",
      html: "message.body.html",
    },
    run: async ({ body }, upstream) =>
      upstream.request(
        await mailRequest(path`/gmail/v1/users/me/drafts`, mailOf(body), body.thread_id, (message) => ({ message })),
      ),
    returns: one(draftRef),
  }),
  gmail_get_draft: endpoint({
    method: "GET",
    path: "/gmail/drafts/{id}",
    permission: "gmail.drafts",
    description: "Read one email draft in Gmail.",
    keywords: ["unsent mail", "open draft"],
    params: { id: draftId },
    run: async ({ params }, upstream) => {
      const response = await upstream.request({
        path: path`/gmail/v1/users/me/drafts/${params.id}`,
        query: { format: "full" },
      });
      await fillBodies([checked(draft.raw, response.json).message], upstream);
      return response;
    },
    returns: one(draft),
  }),
  gmail_send_draft: endpoint({
    method: "POST",
    reaches: true,
    path: "/gmail/drafts/{id}/send",
    permission: "gmail.drafts",
    description: "Send an email draft in Gmail. The draft no longer exists afterwards; the sent email has a new id.",
    keywords: ["send prepared mail"],
    params: { id: draftId },
    upstream: ({ params }) => ({ path: path`/gmail/v1/users/me/drafts/send`, json: { id: params.id } }),
    returns: one(messageRef),
  }),
  gmail_delete_draft: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/gmail/drafts/{id}",
    permission: "gmail.drafts",
    description: "Delete an email draft in Gmail, for good.",
    keywords: ["discard draft", "remove unsent mail"],
    params: { id: draftId },
    upstream: "/gmail/v1/users/me/drafts/{id}",
    returns: deleted(),
  }),
};
