// Comments on Linear issues: resource and endpoints.
import { type EventView, endpoint, field, many, one, record, type Static, t } from "gateway/plugin";
import { issueId, uuid } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest } from "./graphql.ts";
import { PERSON, person } from "./person.ts";

export const COMMENT = `id body url createdAt updatedAt editedAt resolvedAt
  user { ${PERSON} } botActor { name } issue { id identifier } parent { id }`;
const LIST = `query Comments($id: String!, $first: Int!, $after: String) {
  issue(id: $id) { comments(first: $first, after: $after) { nodes { ${COMMENT} } ${PAGE_INFO} } } }`;
const CREATE = `mutation Comment($input: CommentCreateInput!) {
  commentCreate(input: $input) { success comment { ${COMMENT} } } }`;

export const comment = record({
  id: field.text(),
  body: field.text({ description: "Markdown." }),
  user: field.nullableOne(person),
  bot_name: field.nullableText({
    from: "botActor.name",
    description: "Name of the integration that wrote it; null if a person did.",
  }),
  issue_key: field.nullableText({ from: "issue.identifier" }),
  parent_id: field.nullableText({ from: "parent.id", description: "Id of the comment that this one replies to." }),
  url: field.nullableText({ description: "URL to open in a browser." }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
  edited_at: field.nullableTime({ from: "editedAt" }),
  resolved_at: field.nullableTime({ from: "resolvedAt" }),
});
type Comment = Static<typeof comment.shape>;

/** A new comment in the inbox. */
export function commentView({ issue_key, body, user, bot_name, url, created_at }: Comment): EventView {
  return {
    title: issue_key === null ? "Someone commented in Linear" : `New comment on ${issue_key}`,
    summary: body || null,
    actor: user?.name ?? bot_name,
    url,
    occurredAt: created_at,
  };
}

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/issues/{id}/comments",
    permission: "comments.read",
    description: "List the comments of a Linear issue, newest first.",
    keywords: ["discussion", "thread", "replies", "conversation", "updates"],
    params: { id: issueId },
    upstream: ({ params }) => queryRequest(LIST, { id: params.id }),
    returns: many("comments", comment, {
      at: "data.issue.comments.nodes",
      pagination: connection("issue.comments"),
    }),
  }),
  create_comment: endpoint({
    method: "POST",
    recipients: ["id"],
    reaches: true,
    path: "/issues/{id}/comments",
    permission: "comments.write",
    description: "Comment on a Linear issue, or reply to a comment; the text is Markdown.",
    keywords: ["reply", "answer", "note", "respond", "update"],
    params: { id: issueId },
    body: t.Object({
      body: t.String({ minLength: 1, maxLength: 100_000, description: "The comment in Markdown." }),
      parent_id: t.Optional(uuid("Id of the comment to reply to, from linear_list_comments.")),
    }),
    upstream: ({ params, body: { body, parent_id } }) =>
      mutationRequest(CREATE, { input: { issueId: params.id, body, parentId: parent_id } }),
    returns: one(comment, { at: "data.commentCreate.comment" }),
  }),
};
