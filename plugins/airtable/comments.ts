// Comments on records: airtable.com/developers/web/api/list-comments.
import { deleted, endpoint, field, many, one, pages, path, record, t } from "gateway/plugin";
import { baseId, commentId, recordId, tableIdOrName } from "./fields.ts";

const author = record({
  id: field.id(),
  name: field.nullableText(),
  email: field.nullableText(),
  avatar_url: field.nullableText({ from: "profilePicUrl" }),
});
const comment = record({
  id: field.id(),
  text: field.text({ description: "Plain text; mentions of people have the form @[usr…]." }),
  author: field.one(author),
  parent_comment_id: field.nullableText({
    from: "parentCommentId",
    description: "Id of the comment that this one replies to.",
  }),
  created_at: field.nullableTime({ from: "createdTime" }),
  updated_at: field.nullableTime({ from: "lastUpdatedTime" }),
});

const position = { base: baseId, table: tableIdOrName, record: recordId };
const text = t.String({
  minLength: 1,
  maxLength: 10_000,
  description: "The comment, plain text; @[usr…] with a user's id mentions that user.",
});

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/bases/{base}/tables/{table}/records/{record}/comments",
    permission: "comments.read",
    description: "List the comments on an Airtable record, the newest first.",
    keywords: ["discussion", "notes", "replies"],
    params: position,
    upstream: ({ params }) => ({ path: path`/${params.base}/${params.table}/${params.record}/comments` }),
    returns: many("comments", comment, {
      at: "comments",
      pagination: pages.cursor({ size: "pageSize", param: "offset", read: "offset", max: 100 }),
    }),
  }),
  create_comment: endpoint({
    method: "POST",
    recipients: ["record"],
    reaches: true,
    path: "/bases/{base}/tables/{table}/records/{record}/comments",
    permission: "comments.write",
    description: "Comment on an Airtable record, or reply to a comment.",
    keywords: ["add note", "mention", "reply"],
    params: position,
    body: t.Object({ text, parent_comment_id: t.Optional(commentId) }),
    upstream: ({ params, body }) => ({
      path: path`/${params.base}/${params.table}/${params.record}/comments`,
      json: { text: body.text, parentCommentId: body.parent_comment_id },
    }),
    returns: one(comment),
  }),
  update_comment: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["record"],
    reaches: true,
    path: "/bases/{base}/tables/{table}/records/{record}/comments/{comment}",
    permission: "comments.write",
    description: "Change the text of a comment that the connected user wrote on an Airtable record.",
    keywords: ["edit comment", "correct"],
    params: { ...position, comment: commentId },
    body: t.Object({ text }),
    upstream: ({ params, body }) => ({
      path: path`/${params.base}/${params.table}/${params.record}/comments/${params.comment}`,
      json: { text: body.text },
    }),
    returns: one(comment),
  }),
  delete_comment: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/bases/{base}/tables/{table}/records/{record}/comments/{comment}",
    permission: "comments.write",
    description: "Delete a comment on an Airtable record.",
    keywords: ["remove comment"],
    params: { ...position, comment: commentId },
    upstream: ({ params }) => ({
      path: path`/${params.base}/${params.table}/${params.record}/comments/${params.comment}`,
    }),
    returns: deleted(),
  }),
};
