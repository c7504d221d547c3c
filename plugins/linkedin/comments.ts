// Comments on LinkedIn posts and reactions to them.
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
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
} from "gateway/plugin";
import { offsetPagination } from "./pagination.ts";
import { actorOf, commentId, organizationField, postParam } from "./urns.ts";

const comment = resource({
  raw: t.Object({
    id: t.String(),
    commentUrn: maybeText,
    actor: maybeText,
    object: maybeText,
    parentComment: maybeText,
    message: maybe(t.Object({ text: maybeText })),
    created: t.Optional(t.Unknown()),
    lastModified: t.Optional(t.Unknown()),
    likesSummary: t.Optional(t.Unknown()),
    commentsSummary: t.Optional(t.Unknown()),
  }),
  shape: t.Object({
    id: t.String({ description: "Id of the comment, for parent_id of linkedin_create_comment." }),
    post_id: t.String(),
    parent_id: shapes.nullableText("Id of the comment that this one replies to."),
    author_id: shapes.nullableText("urn:li:person:… or urn:li:organization:…."),
    text: t.String(),
    likes_count: nullable(t.Integer()),
    replies_count: nullable(t.Integer()),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw, { params: { id = "" } }) => ({
    id: raw.commentUrn ?? commentUrn(raw.object ?? id, raw.id),
    post_id: id,
    parent_id: raw.parentComment ?? null,
    author_id: raw.actor ?? null,
    text: raw.message?.text ?? "",
    likes_count: integerAt(raw.likesSummary, "totalLikes"),
    replies_count: integerAt(raw.commentsSummary, "aggregatedTotalComments"),
    created_at: timeOfMs(integerAt(raw.created, "time")),
    updated_at: timeOfMs(integerAt(raw.lastModified, "time")),
  }),
});
function integerAt(json: unknown, dotted: string): number | null {
  const value = valueAt(json, dotted);
  return Number.isInteger(value) ? (value as number) : null;
}
const commentUrn = (thread: string, id: string) => `urn:li:comment:(${thread},${id})`;

const createdComment = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String(), post_id: t.String(), author_id: t.String() }),
  map: ({ id }, { params, body, identity }) => ({
    id,
    post_id: params.id ?? "",
    author_id: actorOf(body.organization_id, identity),
  }),
});

/** The reaction that people see → LinkedIn's name. */
const REACTIONS = {
  like: "LIKE",
  celebrate: "PRAISE",
  support: "APPRECIATION",
  love: "EMPATHY",
  insightful: "INTEREST",
  funny: "ENTERTAINMENT",
} as const;
type Reaction = keyof typeof REACTIONS;

const addedReaction = resource({
  raw: t.Unknown(),
  shape: t.Object({ post_id: t.String(), reaction: t.String(), author_id: t.String() }),
  map: (_, { params, body, identity }) => ({
    post_id: params.id ?? "",
    reaction: String(body.reaction),
    author_id: actorOf(body.organization_id, identity),
  }),
});

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/posts/{id}/comments",
    permission: "comments.read",
    description: "List the comments on a LinkedIn post of a company page that the member manages.",
    keywords: ["replies", "discussion", "feedback", "responses"],
    params: { id: postParam },
    upstream: "/socialActions/{id}/comments",
    returns: many("comments", comment, { at: "elements", pagination: offsetPagination(100) }),
  }),
  create_comment: endpoint({
    method: "POST",
    reaches: true,
    path: "/posts/{id}/comments",
    permission: "comments.write",
    description: "Comment on a LinkedIn post, or reply to a comment, as the connected member or as a company page.",
    keywords: ["reply", "respond", "discuss", "engage"],
    params: { id: postParam },
    body: t.Object({
      text: t.String({ minLength: 1, maxLength: 1250, description: "Plain text." }),
      parent_id: t.Optional(commentId("Id of the comment to reply to, from linkedin_list_comments.")),
      organization_id: organizationField,
    }),
    readAs: { organization_id: "author_id" },
    run: async ({ params, body, identity }, upstream) => {
      const res = await upstream.request({
        method: "POST",
        path: path`/socialActions/${params.id}/comments`,
        json: {
          actor: actorOf(body.organization_id, identity),
          object: params.id,
          message: { text: body.text },
          parentComment: body.parent_id,
        },
      });
      // Comments may belong to the post's activity, which the response names.
      const thread = textAt(res.json, "object") ?? params.id;
      const id = textAt(res.json, "id") ?? res.headers.get("x-restli-id");
      return { ...res, json: { id: textAt(res.json, "commentUrn") ?? (id && commentUrn(thread, id)) } };
    },
    returns: one(createdComment),
  }),
  add_reaction: endpoint({
    method: "POST",
    idempotent: true,
    reaches: true,
    path: "/posts/{id}/reactions",
    permission: "comments.write",
    description: "React to a LinkedIn post, such as with a like, as the connected member or as a company page.",
    keywords: ["like", "thumbs up", "celebrate", "love", "engage"],
    params: { id: postParam },
    body: t.Object({
      reaction: oneOf(Object.keys(REACTIONS) as Reaction[], "Kind of reaction."),
      organization_id: organizationField,
    }),
    upstream: ({ params, body, identity }) => ({
      path: path`/reactions`,
      query: { actor: actorOf(body.organization_id, identity) },
      json: { root: params.id, reactionType: REACTIONS[body.reaction] },
    }),
    returns: one(addedReaction),
  }),
};
