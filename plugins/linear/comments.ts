// Comments on Linear issues: resource and endpoints.
import {
  asTime,
  type EventView,
  endpoint,
  many,
  maybe,
  maybeText,
  nullable,
  one,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { issueId, uuid } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest } from "./graphql.ts";
import { PERSON, personRaw, personShape, toPerson } from "./person.ts";

export const COMMENT = `id body url createdAt updatedAt editedAt resolvedAt
  user { ${PERSON} } botActor { name } issue { id identifier } parent { id }`;
const LIST = `query Comments($id: String!, $first: Int!, $after: String) {
  issue(id: $id) { comments(first: $first, after: $after) { nodes { ${COMMENT} } ${PAGE_INFO} } } }`;
const CREATE = `mutation Comment($input: CommentCreateInput!) {
  commentCreate(input: $input) { success comment { ${COMMENT} } } }`;

const rawComment = t.Object({
  id: t.String(),
  body: t.String(),
  url: maybeText,
  createdAt: maybeText,
  updatedAt: maybeText,
  editedAt: maybeText,
  resolvedAt: maybeText,
  user: maybe(personRaw),
  botActor: maybe(t.Object({ name: maybeText })),
  issue: maybe(t.Object({ id: t.String(), identifier: t.String() })),
  parent: maybe(t.Object({ id: t.String() })),
});
const commentShape = t.Object({
  id: t.String(),
  body: t.String({ description: "Markdown." }),
  user: nullable(personShape),
  bot_name: shapes.nullableText("Name of the integration that wrote it; null if a person did."),
  issue_key: shapes.nullableText(),
  parent_id: shapes.nullableText("Id of the comment that this one replies to."),
  url: shapes.nullableText("URL to open in a browser."),
  created_at: shapes.nullableTime(),
  updated_at: shapes.nullableTime(),
  edited_at: shapes.nullableTime(),
  resolved_at: shapes.nullableTime(),
});
type Comment = Static<typeof commentShape>;

export function toComment(raw: Static<typeof rawComment>): Comment {
  return {
    id: raw.id,
    body: raw.body,
    user: raw.user ? toPerson(raw.user) : null,
    bot_name: raw.botActor?.name ?? null,
    issue_key: raw.issue?.identifier ?? null,
    parent_id: raw.parent?.id ?? null,
    url: raw.url ?? null,
    created_at: asTime(raw.createdAt),
    updated_at: asTime(raw.updatedAt),
    edited_at: asTime(raw.editedAt),
    resolved_at: asTime(raw.resolvedAt),
  };
}

export const comment = resource({ raw: rawComment, shape: commentShape, map: toComment });

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
