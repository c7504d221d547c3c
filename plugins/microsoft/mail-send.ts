// Endpoints of Outlook mail that send, reply, forward and keep drafts.
import { endpoint, InvalidInput, mailFields, one, path, t } from "gateway/plugin";
import { accepted, contentBody, MAX_MAIL_BYTES, mailBody, message, newMail, recipients } from "./mail-message.ts";

const id = "Id of the email to answer, from microsoft_list_emails.";

export const mailSendEndpoints = {
  send_email: endpoint({
    method: "POST",
    recipients: ["to", "cc", "bcc", "reply_to"],
    reaches: true,
    path: "/mail/send",
    permission: "mail.send",
    description: "Send an email with Outlook, as text or HTML, with attachments.",
    keywords: ["mail", "write email", "compose", "message someone"],
    body: t.Object({
      ...newMail.properties,
      save_to_sent: t.Optional(t.Boolean({ default: true, description: "Whether to save a copy in the sent items." })),
    }),
    maxBodyBytes: MAX_MAIL_BYTES,
    upstream: ({ body: { save_to_sent, ...mail } }) => ({
      path: path`/me/sendMail`,
      json: { message: mailBody(mail), saveToSentItems: save_to_sent ?? true },
    }),
    returns: one(accepted),
  }),
  reply_to_email: endpoint({
    method: "POST",
    reaches: true,
    path: "/mail/messages/{id}/reply",
    permission: "mail.send",
    description:
      "Reply to an email in Outlook, within its conversation. Recipients and subject come from the email; the quoted text does not.",
    keywords: ["answer mail", "respond", "reply all", "follow up"],
    params: { id },
    body: t.Object({
      text: mailFields.text,
      html: mailFields.html,
      attachments: mailFields.attachments,
      cc: mailFields.cc,
      bcc: mailFields.bcc,
      reply_all: t.Optional(
        t.Boolean({ description: "Whether to reply to everyone on the email, not only the sender." }),
      ),
    }),
    maxBodyBytes: MAX_MAIL_BYTES,
    upstream: ({ params, body: { reply_all, ...reply } }) => {
      // `cc` would replace the recipients that Outlook fills in.
      if (reply_all && reply.cc !== undefined) throw new InvalidInput('"cc" cannot be combined with "reply_all".');
      return {
        path: reply_all ? path`/me/messages/${params.id}/replyAll` : path`/me/messages/${params.id}/reply`,
        json: { message: contentBody(reply) },
      };
    },
    returns: one(accepted),
  }),
  forward_email: endpoint({
    method: "POST",
    recipients: ["to"],
    reaches: true,
    path: "/mail/messages/{id}/forward",
    permission: "mail.send",
    description: "Forward an email in Outlook to others, with its attachments and an optional comment above it.",
    keywords: ["pass on mail", "share message"],
    params: { id: "Id of the email to forward, from microsoft_list_emails." },
    body: t.Object({
      to: mailFields.to,
      comment: t.Optional(t.String({ maxLength: 100_000, description: "Text above the forwarded email." })),
    }),
    upstream: ({ params, body }) => ({
      path: path`/me/messages/${params.id}/forward`,
      json: { toRecipients: recipients(body.to), comment: body.comment ?? "" },
    }),
    returns: one(accepted),
  }),
  create_draft: endpoint({
    method: "POST",
    reaches: false,
    path: "/mail/drafts",
    permission: "mail.write",
    description: "Write an email draft in Outlook, for a person to look over and send later.",
    keywords: ["prepare email", "compose mail", "save draft"],
    body: newMail,
    maxBodyBytes: MAX_MAIL_BYTES,
    readAs: { text: "body", html: "body" },
    upstream: ({ body }) => ({ path: path`/me/messages`, json: mailBody(body) }),
    returns: one(message),
  }),
  send_draft: endpoint({
    method: "POST",
    reaches: true,
    path: "/mail/drafts/{id}/send",
    permission: "mail.send",
    description: "Send an email draft in Outlook. The sent email keeps the draft's id.",
    keywords: ["send prepared mail"],
    params: { id: "Id of the draft, from microsoft_create_draft, or from microsoft_list_emails with folder=drafts." },
    upstream: "/me/messages/{id}/send",
    returns: one(accepted),
  }),
};
