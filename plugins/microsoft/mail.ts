// Endpoints of Outlook mail: read, file and delete messages; attachments and folders.
import {
  checked,
  deleted,
  endpoint,
  file,
  InvalidInput,
  joinPaths,
  many,
  maybe,
  maybeText,
  one,
  oneOf,
  path,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import {
  ATTACHMENTS,
  importance,
  message,
  RawAttachment,
  SUMMARY_FIELDS,
  summary,
  typeOfAttachment,
} from "./mail-message.ts";
import { instant, literal, paged, prefer, searchValue } from "./odata.ts";

const id = "Id of the email, from microsoft_list_emails.";
const FOLDER = "by id or name: inbox, sentitems, drafts, deleteditems, junkemail, archive";
const folder = (description: string) =>
  t.String({ minLength: 1, maxLength: 512, description: `${description}, ${FOLDER}.` });
const bodyFormat = t.Optional(
  t.Union([t.Literal("html"), t.Literal("text")], {
    default: "html",
    description: "html returns the HTML body and its text; text only the text, as Outlook converts it.",
  }),
);

const listQuery = t.Object({
  q: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 250,
      description:
        "Outlook search, as in its search box: words, from:ada@example.com, subject:invoice, hasAttachments:true. Cannot be combined with the other filters.",
    }),
  ),
  folder: t.Optional(folder("Only emails in this folder")),
  unread: t.Optional(t.Boolean({ description: "true: only unread emails; false: only read ones." })),
  from: t.Optional(t.String({ minLength: 3, maxLength: 320, description: "Only emails from this address." })),
  thread_id: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 512,
      description: "Only emails of this conversation: an email's `thread_id`.",
    }),
  ),
  since: t.Optional(
    t.String({
      format: "date-time",
      description: "Only emails received at this time or later, such as 2026-01-31T09:00:00Z.",
    }),
  ),
  until: t.Optional(t.String({ format: "date-time", description: "Only emails received before this time." })),
});

/**
 * `$filter` and `$orderby` of a list, or `$search`, which excludes both. The filter starts with the field that orders, or
 * Graph refuses it as InefficientFilter: learn.microsoft.com/graph/api/user-list-messages.
 */
function messageParams(query: Static<typeof listQuery>): Record<string, string | undefined> {
  const filters = [
    query.until !== undefined && `receivedDateTime lt ${instant(query.until)}`,
    query.unread !== undefined && `isRead eq ${!query.unread}`,
    query.from !== undefined && `from/emailAddress/address eq ${literal(query.from)}`,
    query.thread_id !== undefined && `conversationId eq ${literal(query.thread_id)}`,
  ].filter((term) => term !== false);
  const isFiltered = filters.length > 0 || query.since !== undefined;
  if (query.q !== undefined) {
    if (isFiltered)
      throw new InvalidInput('"q" cannot be combined with the filters; write them into it, such as from:ada.');
    return { $search: searchValue(query.q) };
  }
  const first = `receivedDateTime ge ${query.since === undefined ? "1900-01-01T00:00:00Z" : instant(query.since)}`;
  return {
    $filter: isFiltered ? [first, ...filters].join(" and ") : undefined,
    $orderby: "receivedDateTime desc",
  };
}

const Folder = resource({
  raw: t.Object({
    id: t.String(),
    displayName: maybeText,
    parentFolderId: maybeText,
    childFolderCount: maybe(t.Integer()),
    unreadItemCount: maybe(t.Integer()),
    totalItemCount: maybe(t.Integer()),
    isHidden: maybe(t.Boolean()),
  }),
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    parent_id: shapes.nullableText(),
    folders: t.Integer({ description: "Number of folders within it." }),
    unread: t.Integer(),
    total: t.Integer(),
    is_hidden: t.Boolean(),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.displayName ?? "",
    parent_id: raw.parentFolderId ?? null,
    folders: raw.childFolderCount ?? 0,
    unread: raw.unreadItemCount ?? 0,
    total: raw.totalItemCount ?? 0,
    is_hidden: raw.isHidden ?? false,
  }),
});

export const mailEndpoints = {
  list_emails: endpoint({
    method: "GET",
    path: "/mail/messages",
    permission: "mail.read",
    description:
      "List or search emails in Outlook, newest first, with sender, subject, date and first words. By default in all folders.",
    keywords: ["inbox", "mail", "unread", "find email", "messages", "mailbox", "hotmail"],
    query: listQuery,
    upstream: ({ query }) => ({
      path: query.folder === undefined ? path`/me/messages` : path`/me/mailFolders/${query.folder}/messages`,
      query: { $select: SUMMARY_FIELDS, ...messageParams(query) },
    }),
    returns: many("messages", summary, { at: "value", pagination: paged(1000) }),
  }),
  get_email: endpoint({
    method: "GET",
    path: "/mail/messages/{id}",
    permission: "mail.read",
    description: "Read one email in Outlook: recipients, text, HTML and the list of its attachments.",
    keywords: ["open mail", "message", "content", "body"],
    params: { id },
    query: t.Object({ body_format: bodyFormat }),
    upstream: ({ params, query }) => ({
      path: path`/me/messages/${params.id}`,
      query: { $select: `${SUMMARY_FIELDS},body`, $expand: ATTACHMENTS },
      headers: prefer({ body: query.body_format ?? "html" }),
    }),
    returns: one(message),
  }),
  get_attachment: endpoint({
    method: "GET",
    path: "/mail/messages/{id}/attachments/{attachment_id}",
    permission: "mail.read",
    description: "Download a file attached to an email in Outlook.",
    keywords: ["attachment", "save file", "invoice", "pdf"],
    params: { id, attachment_id: "Id of the attachment, from the email's `attachments`." },
    run: async ({ params }, upstream) => {
      const attachmentPath = path`/me/messages/${params.id}/attachments/${params.attachment_id}`;
      const { json } = await upstream.request({ path: attachmentPath, query: { $select: "id,name,contentType,size" } });
      const attachment = checked(t.Partial(RawAttachment), json);
      if (attachment["@odata.type"]?.endsWith("referenceAttachment")) {
        throw new InvalidInput("The attachment is a link to a file in the cloud, without content of its own.");
      }
      const { body, headers } = await upstream.open({
        path: joinPaths(attachmentPath, path`/$value`),
        headers: { accept: "*/*" },
      });
      // Outlook's `size` exceeds the number of bytes.
      const length = headers.get("content-length");
      const size = length === null ? null : Number(length);
      const name = attachment.name || "attachment";
      return { id: params.attachment_id, name, mimeType: typeOfAttachment(attachment), size, body };
    },
    returns: file(),
  }),
  update_email: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/mail/messages/{id}",
    permission: "mail.write",
    reaches: false,
    description: "Mark an email in Outlook as read or unread, flag it, or set its categories or importance.",
    keywords: ["mark as read", "mark unread", "flag mail", "star", "label", "categorize"],
    params: { id },
    body: t.Object(
      {
        is_read: t.Optional(t.Boolean({ description: "true marks it as read, false as unread." })),
        flag: t.Optional(
          oneOf(
            ["flagged", "complete", "not_flagged"],
            "flagged marks it for follow-up, complete marks that as done, not_flagged removes the flag.",
          ),
        ),
        categories: t.Optional(
          t.Array(t.String({ minLength: 1, maxLength: 255 }), {
            maxItems: 25,
            description: "Names of its categories, which replace all existing ones.",
          }),
        ),
        importance: t.Optional(importance),
      },
      { minProperties: 1 },
    ),
    readAs: { is_read: "is_unread" },
    upstream: ({ params, body }) => ({
      path: path`/me/messages/${params.id}`,
      json: {
        isRead: body.is_read,
        flag: body.flag && { flagStatus: body.flag === "not_flagged" ? "notFlagged" : body.flag },
        categories: body.categories,
        importance: body.importance,
      },
    }),
    returns: one(summary),
  }),
  move_email: endpoint({
    method: "POST",
    effect: "destroys",
    path: "/mail/messages/{id}/move",
    permission: "mail.write",
    reaches: false,
    description: "Move an email in Outlook to another folder, such as archive or junk.",
    keywords: ["archive mail", "file message", "spam", "trash"],
    params: { id },
    body: t.Object({ folder: folder("Target folder") }),
    upstream: ({ params, body }) => ({
      path: path`/me/messages/${params.id}/move`,
      json: { destinationId: body.folder },
    }),
    returns: one(summary),
  }),
  delete_email: endpoint({
    method: "DELETE",
    path: "/mail/messages/{id}",
    permission: "mail.write",
    reaches: false,
    description: "Delete an email in Outlook: it is moved to the deleted items. Drafts are deleted the same way.",
    keywords: ["trash mail", "remove message", "bin", "discard draft"],
    params: { id },
    upstream: "/me/messages/{id}",
    returns: deleted(),
  }),
  list_mail_folders: endpoint({
    method: "GET",
    path: "/mail/folders",
    permission: "mail.read",
    description: "List the mail folders of an Outlook mailbox, with the number of emails and unread emails in each.",
    keywords: ["inbox count", "unread count", "labels"],
    query: t.Object({ parent: t.Optional(folder("List the folders within this one")) }),
    upstream: ({ query }) => ({
      path: query.parent === undefined ? path`/me/mailFolders` : path`/me/mailFolders/${query.parent}/childFolders`,
    }),
    returns: many("folders", Folder, { at: "value", pagination: paged(1000) }),
  }),
};
