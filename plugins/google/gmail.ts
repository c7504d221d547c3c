// Endpoints of Gmail that read, label and trash messages, and list conversations and labels.
import {
  checked,
  endpoint,
  file,
  many,
  one,
  pages,
  path,
  resource,
  shapes,
  t,
  type Upstream,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { openAttachment } from "./gmail-attachment.ts";
import { fillBodies } from "./gmail-bodies.ts";
import {
  message,
  messageRef,
  SUMMARY_FIELDS,
  SUMMARY_HEADERS,
  summary,
  thread,
  threadSummary,
} from "./gmail-message.ts";
import { mapConcurrently } from "./map-concurrently.ts";

/** Each message of a page costs a request of 20 quota units, so a page has at most 50. */
export const hydratedPaging = pages.cursor({ size: "maxResults", param: "pageToken", read: "nextPageToken", max: 50 });
const paging = pages.cursor({ size: "maxResults", param: "pageToken", read: "nextPageToken", max: 500 });

const search = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 2000,
    description:
      "Gmail search, as in its search box: words, from:ada@example.com, subject:invoice, is:unread, has:attachment, newer_than:7d.",
  }),
);
const labels = (description: string) => t.Optional(t.Array(t.String({ minLength: 1 }), { maxItems: 100, description }));
const listQuery = t.Object({
  q: search,
  label: labels("Only emails with all of these labels, by label id, such as INBOX, UNREAD, STARRED, SENT."),
  include_spam_trash: t.Optional(t.Boolean({ description: "Whether to include spam and trash." })),
});
const listParams = (query: { q?: string; label?: string[]; include_spam_trash?: boolean }) => ({
  q: query.q,
  labelIds: query.label,
  includeSpamTrash: query.include_spam_trash,
});
const id = "Id of the message, from google_gmail_list_messages.";

/** The ids in a list; Gmail omits `key` from an empty one. */
export function idsOf(json: unknown, key: string): string[] {
  const list = valueAt(json, key);
  if (!Array.isArray(list)) return [];
  return list.map((item) => valueAt(item, "id")).filter((value): value is string => typeof value === "string");
}

/** Fetches each item of a list, without those that were deleted since. */
export async function fetchEach(ids: string[], request: (id: string) => UpstreamRequest, upstream: Upstream) {
  const responses = await mapConcurrently(ids, (one) => upstream.attempt(request(one), ["not_found"]));
  return responses.flatMap((response) => (response ? [response.json] : []));
}

export const gmailEndpoints = {
  gmail_list_messages: endpoint({
    method: "GET",
    path: "/gmail/messages",
    permission: "gmail.read",
    description:
      "List or search emails in Gmail, newest first, with sender, subject, date and first words. A page has at most 50.",
    keywords: ["inbox", "mail", "unread", "find email", "mailbox", "new messages"],
    query: listQuery,
    run: async ({ query, page }, upstream) => {
      const list = await upstream.request(
        hydratedPaging.apply({ path: path`/gmail/v1/users/me/messages`, query: listParams(query) }, page),
      );
      const messages = await fetchEach(
        idsOf(list.json, "messages"),
        (messageId) => ({
          path: path`/gmail/v1/users/me/messages/${messageId}`,
          query: { format: "metadata", metadataHeaders: SUMMARY_HEADERS, fields: SUMMARY_FIELDS },
        }),
        upstream,
      );
      return { ...list, json: { messages, nextPageToken: valueAt(list.json, "nextPageToken") } };
    },
    returns: many("messages", summary, { at: "messages", pagination: hydratedPaging }),
  }),
  gmail_get_message: endpoint({
    method: "GET",
    path: "/gmail/messages/{id}",
    permission: "gmail.read",
    description: "Read one email in Gmail: headers, text, HTML and the list of its attachments.",
    keywords: ["open email", "mail", "content", "body"],
    params: { id },
    run: async ({ params }, upstream) => {
      const response = await upstream.request({
        path: path`/gmail/v1/users/me/messages/${params.id}`,
        query: { format: "full" },
      });
      await fillBodies([response.json], upstream);
      return response;
    },
    returns: one(message),
  }),
  gmail_get_attachment: endpoint({
    method: "GET",
    path: "/gmail/messages/{id}/attachments/{attachment_id}",
    permission: "gmail.read",
    description: "Download a file attached to an email in Gmail.",
    keywords: ["attachment", "save file", "invoice", "pdf"],
    params: { id, attachment_id: "Id of the attachment, from the message's `attachments`." },
    run: ({ params }, upstream) => openAttachment(params.id, params.attachment_id, upstream),
    returns: file(),
  }),
  gmail_modify_message: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    path: "/gmail/messages/{id}/modify",
    permission: "gmail.modify",
    reaches: false,
    description:
      "Add labels to an email in Gmail or remove them: remove UNREAD to mark it as read, add STARRED to star it, remove INBOX to archive it.",
    keywords: ["mark as read", "mark unread", "star", "archive", "label", "move email", "move to folder", "file away"],
    params: { id },
    body: t.Object(
      {
        add_labels: labels("Label ids to add, such as STARRED, from google_gmail_list_labels."),
        remove_labels: labels("Label ids to remove, such as UNREAD, from google_gmail_list_labels."),
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, body }) => ({
      path: path`/gmail/v1/users/me/messages/${params.id}/modify`,
      json: { addLabelIds: body.add_labels ?? [], removeLabelIds: body.remove_labels ?? [] },
    }),
    returns: one(messageRef),
  }),
  gmail_trash_message: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    path: "/gmail/messages/{id}/trash",
    permission: "gmail.modify",
    reaches: false,
    description: "Move an email in Gmail to the trash. Gmail deletes it after 30 days.",
    keywords: ["delete email", "remove mail", "bin"],
    params: { id },
    upstream: "/gmail/v1/users/me/messages/{id}/trash",
    returns: one(messageRef),
  }),
  gmail_list_threads: endpoint({
    method: "GET",
    path: "/gmail/threads",
    permission: "gmail.read",
    description: "List or search email conversations (threads) in Gmail, newest first.",
    keywords: ["conversation", "inbox", "mail", "discussion"],
    query: listQuery,
    upstream: ({ query }) => ({ path: path`/gmail/v1/users/me/threads`, query: listParams(query) }),
    returns: many("threads", threadSummary, { at: "threads", pagination: paging, absentWhenEmpty: true }),
  }),
  gmail_get_thread: endpoint({
    method: "GET",
    path: "/gmail/threads/{id}",
    permission: "gmail.read",
    description: "Read an email conversation (thread) in Gmail with all its messages, oldest first.",
    keywords: ["conversation", "mail history", "discussion"],
    params: { id: "Id of the conversation, from google_gmail_list_threads." },
    run: async ({ params }, upstream) => {
      const response = await upstream.request({
        path: path`/gmail/v1/users/me/threads/${params.id}`,
        query: { format: "full" },
      });
      await fillBodies(checked(thread.raw, response.json).messages ?? [], upstream);
      return response;
    },
    returns: one(thread),
  }),
  gmail_list_labels: endpoint({
    method: "GET",
    path: "/gmail/labels",
    permission: "gmail.read",
    description: "List the labels of a Gmail mailbox: folders such as INBOX and the user's own, with their ids.",
    keywords: ["folders", "categories", "tags"],
    upstream: "/gmail/v1/users/me/labels",
    returns: many(
      "labels",
      resource({
        raw: t.Object({ id: t.String(), name: t.String(), type: t.Optional(t.String()) }),
        shape: t.Object({ id: t.String(), name: t.String(), type: t.String({ description: "system or user." }) }),
        map: (raw) => ({ id: raw.id, name: raw.name, type: raw.type === "system" ? "system" : "user" }),
      }),
      { at: "labels", pagination: pages.whole(), absentWhenEmpty: true },
    ),
  }),
  gmail_get_profile: endpoint({
    method: "GET",
    path: "/gmail/profile",
    permission: "gmail.read",
    description: "Get the Gmail mailbox's email address and how many messages and conversations it holds.",
    keywords: ["my email address", "account", "who am I", "mailbox size"],
    upstream: "/gmail/v1/users/me/profile",
    returns: one(
      resource({
        raw: t.Object({
          emailAddress: t.String(),
          messagesTotal: t.Optional(t.Integer()),
          threadsTotal: t.Optional(t.Integer()),
          historyId: t.Optional(t.String()),
        }),
        shape: t.Object({
          email: t.String(),
          messages_total: t.Integer(),
          threads_total: t.Integer(),
          history_id: shapes.nullableText(),
        }),
        map: (raw) => ({
          email: raw.emailAddress,
          messages_total: raw.messagesTotal ?? 0,
          threads_total: raw.threadsTotal ?? 0,
          history_id: raw.historyId ?? null,
        }),
      }),
    ),
  }),
};
