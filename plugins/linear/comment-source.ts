// The source of new comments, for gateways that Linear cannot reach, and the request that both it and the webhook send.
import { polledEvent, type Source, t, textAt, type UpstreamRequest } from "gateway/plugin";
import { COMMENT, comment, commentView } from "./comments.ts";
import { CONCERNS_ME, isResourceOwner } from "./concern.ts";
import { connection, PAGE_INFO, queryRequest } from "./graphql.ts";
import { recentPoll } from "./recent.ts";

const LIST = `query NewComments($first: Int!, $after: String, $filter: CommentFilter) {
  comments(first: $first, after: $after, filter: $filter, orderBy: createdAt) { nodes { ${COMMENT} } ${PAGE_INFO} } }`;

/** The response to it. */
export const NEW_COMMENTS = t.Object({
  data: t.Object({ comments: t.Object({ nodes: t.Array(comment.raw) }) }),
});

/** Comments that fit `filter`, on issues that concern the resource owner. */
const commentsRequest = (filter: object) => queryRequest(LIST, { filter: { ...filter, issue: { or: CONCERNS_ME } } });

/** The comment of the id, where its issue concerns the resource owner. */
export function commentRequest(id: string): UpstreamRequest {
  return connection("comments").apply(commentsRequest({ id: { eq: id } }), { limit: 1, position: null });
}

export const commentSource: Source<"comments.read"> = {
  description: "New comments on Linear issues that the connected user created, is assigned to or follows.",
  permission: "comments.read",
  poll: recentPoll({
    list: "comments",
    field: "createdAt",
    request: (since) => commentsRequest({ createdAt: { gte: since } }),
    items: (node, _, { identity }) => (isResourceOwner(identity, textAt(node, "user.id")) ? [] : [node]),
  }),
  events: {
    "comments.created": polledEvent({
      description: "A new comment on a Linear issue.",
      id: (_, { id }) => id,
      payload: comment,
      view: commentView,
    }),
  },
};
