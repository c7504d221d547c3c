// Comments on Jira issues, as Markdown.
import {
  endpoint,
  many,
  maybe,
  maybeText,
  nullable,
  one,
  oneOf,
  path,
  resource,
  type Static,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { ifUpdatedAt, isoTime, issueKey, jiraObject, lostFormatting, refuseIfChanged, webUrl } from "./fields.ts";
import { offsetPagination } from "./pagination.ts";
import { personShape, rawPerson, toPerson } from "./person.ts";
import { rewritten } from "./rewrite.ts";
import { toAdf } from "./to-adf.ts";
import { isDoc, toMarkdown } from "./to-markdown.ts";

const visibility = t.Object({ type: t.String({ description: "role or group." }), name: shapes.nullableText() });
const rawComment = t.Object({
  id: t.String(),
  author: rawPerson,
  updateAuthor: rawPerson,
  body: t.Optional(t.Unknown()),
  created: maybeText,
  updated: maybeText,
  visibility: maybe(t.Object({ type: t.String(), value: maybeText })),
});
const comment = resource({
  raw: rawComment,
  shape: t.Object({
    id: t.String(),
    author: nullable(personShape),
    updated_by: nullable(personShape),
    body: shapes.nullableText("Markdown."),
    body_adf: nullable(jiraObject("The comment in Jira's own format.")),
    visibility: nullable(visibility),
    url: shapes.nullableText("URL to open in a browser."),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw, { params, identity }) => ({
    id: raw.id,
    author: toPerson(raw.author),
    updated_by: toPerson(raw.updateAuthor),
    body: toMarkdown(raw.body),
    body_adf: isDoc(raw.body) ? { ...raw.body } : null,
    visibility: raw.visibility ? { type: raw.visibility.type, name: raw.visibility.value ?? null } : null,
    url: webUrl(identity, params.key ?? "", raw.id),
    created_at: isoTime(raw.created),
    updated_at: isoTime(raw.updated),
  }),
});

const changedComment = resource({
  raw: t.Object({ ...rawComment.properties, lost_formatting: lostFormatting }),
  shape: t.Object({ ...comment.shape.properties, lost_formatting: lostFormatting }),
  map: (raw, call) => ({
    ...(comment.map(raw, call) as Static<typeof comment.shape>),
    lost_formatting: raw.lost_formatting,
  }),
});

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/issues/{key}/comments",
    permission: "comments.read",
    description: "List the comments on a Jira issue as Markdown, oldest first by default.",
    keywords: ["discussion", "replies", "thread", "ticket"],
    params: { key: issueKey },
    query: t.Object({
      order: t.Optional({
        ...oneOf(["oldest", "newest"], "Whether the oldest or the newest comes first."),
        previousNames: ["sort"],
      }),
    }),
    upstream: ({ params, query }) => ({
      path: path`/issue/${params.key}/comment`,
      query: { orderBy: query.order === "newest" ? "-created" : "created" },
    }),
    returns: many("comments", comment, { at: "comments", pagination: offsetPagination("comments") }),
  }),
  create_comment: endpoint({
    method: "POST",
    recipients: ["key"],
    reaches: true,
    path: "/issues/{key}/comments",
    permission: "comments.write",
    description: "Comment on a Jira issue, in Markdown; a person is mentioned as [@Name](accountid:ID).",
    keywords: ["reply", "answer", "note", "mention", "discuss", "ticket"],
    params: { key: issueKey },
    body: t.Object({
      body: t.String({ minLength: 1, description: "The comment as Markdown." }),
      visible_to: t.Optional(
        t.Object(
          {
            type: oneOf(["role", "group"], "Whether the name is of a role in the project or of a group."),
            name: t.String({ minLength: 1, maxLength: 255, description: "Its name, such as Developers." }),
          },
          { description: "Show the comment only to this role or group." },
        ),
      ),
    }),
    readAs: { visible_to: "visibility" },
    upstream: ({ params, body: { body, visible_to } }) => ({
      path: path`/issue/${params.key}/comment`,
      json: {
        body: toAdf(body),
        ...(visible_to && { visibility: { type: visible_to.type, value: visible_to.name } }),
      },
    }),
    returns: one(comment),
  }),
  update_comment: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/issues/{key}/comments/{comment_id}",
    permission: "comments.write",
    alsoNeeds: ["comments.read"],
    description:
      "Change the text of a comment on a Jira issue, in Markdown; formatting that Markdown cannot express is preserved.",
    keywords: ["edit", "correct", "reply", "ticket"],
    params: { key: issueKey, comment_id: t.String({ pattern: "^[0-9]{1,18}$", description: "Id of the comment." }) },
    body: t.Object({
      body: t.String({ minLength: 1, description: "The complete new comment as Markdown." }),
      if_updated_at: ifUpdatedAt,
    }),
    readAs: { if_updated_at: { absent: "It is a condition of the change, and not stored." } },
    run: async ({ params, body: { body, if_updated_at } }, upstream) => {
      const request = { path: path`/issue/${params.key}/comment/${params.comment_id}` };
      const { json } = await upstream.request(request);
      refuseIfChanged(if_updated_at, json);
      const { doc, lost } = rewritten(valueAt(json, "body"), body);
      // Who may see it stays as it is.
      const visibility = valueAt(json, "visibility");
      const change = { body: doc, ...(visibility !== null && visibility !== undefined && { visibility }) };
      const response = await upstream.request({ ...request, method: "PUT", json: change });
      const lost_formatting = lost.length > 0 ? [{ field: "body", types: lost }] : [];
      return { ...response, json: { ...(response.json as object), lost_formatting } };
    },
    returns: one(changedComment),
  }),
};
