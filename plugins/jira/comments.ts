// Comments on Jira issues, as Markdown.
import { endpoint, many, maybe, maybeText, nullable, one, oneOf, path, resource, shapes, t } from "gateway/plugin";
import { isoTime, issueKey, jiraObject, webUrl } from "./fields.ts";
import { offsetPagination } from "./pagination.ts";
import { personShape, rawPerson, toPerson } from "./person.ts";
import { toAdf } from "./to-adf.ts";
import { isDoc, toMarkdown } from "./to-markdown.ts";

const visibility = t.Object({ type: t.String({ description: "role or group." }), name: shapes.nullableText() });
const comment = resource({
  raw: t.Object({
    id: t.String(),
    author: rawPerson,
    updateAuthor: rawPerson,
    body: t.Optional(t.Unknown()),
    created: maybeText,
    updated: maybeText,
    visibility: maybe(t.Object({ type: t.String(), value: maybeText })),
  }),
  shape: t.Object({
    id: t.String(),
    author: nullable(personShape),
    updated_by: nullable(personShape),
    body: shapes.nullableText("Markdown."),
    body_adf: nullable(jiraObject("The comment in Jira's own format.")),
    visibility: nullable(visibility),
    url: shapes.nullableText("Opens it in the browser."),
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

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/issues/{key}/comments",
    permission: "comments.read",
    description: "List the comments on a Jira issue as Markdown, oldest first by default.",
    keywords: ["discussion", "replies", "thread", "ticket"],
    params: { key: issueKey },
    query: t.Object({ sort: t.Optional(oneOf(["oldest", "newest"], "Which comes first.")) }),
    upstream: ({ params, query }) => ({
      path: path`/issue/${params.key}/comment`,
      query: { orderBy: query.sort === "newest" ? "-created" : "created" },
    }),
    returns: many("comments", comment, { at: "comments", pagination: offsetPagination("comments") }),
  }),
  create_comment: endpoint({
    method: "POST",
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
            type: oneOf(["role", "group"], "What the name is of: a role within the project, or a group."),
            name: t.String({ minLength: 1, maxLength: 255, description: "Its name, such as Developers." }),
          },
          { description: "Show it only to these people." },
        ),
      ),
    }),
    upstream: ({ params, body: { body, visible_to } }) => ({
      path: path`/issue/${params.key}/comment`,
      json: {
        body: toAdf(body),
        ...(visible_to && { visibility: { type: visible_to.type, value: visible_to.name } }),
      },
    }),
    returns: one(comment),
  }),
};
