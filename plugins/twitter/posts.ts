// Write posts; read one, a person's own, mentions, the home timeline, a search.
import {
  deleted,
  endpoint,
  many,
  one,
  oneOf,
  type Page,
  type Pagination,
  path,
  resource,
  type Static,
  t,
  type Upstream,
  type UpstreamPath,
  valueAt,
} from "gateway/plugin";
import { POST_FIELDS, withIncludes } from "./expansions.ts";
import { plainText, utcTime, xId } from "./fields.ts";
import { cursorPagination, readPage } from "./pagination.ts";
import { post, webUrl } from "./post.ts";

const PERMISSION = "posts.read";
const postParam = xId("Id of the post, from lists of posts; the post's URL ends with it.");

const range = {
  since_id: t.Optional(xId("Only posts newer than the one with this id.")),
  until_id: t.Optional(xId("Only posts older than the one with this id.")),
  since: t.Optional(
    t.String({ format: "date-time", description: "Only posts of this time or later, such as 2026-01-31T09:00:00Z." }),
  ),
  until: t.Optional(t.String({ format: "date-time", description: "Only posts before this time." })),
};
const exclusions = {
  exclude_replies: t.Optional(t.Boolean({ description: "Whether to leave out replies." })),
  exclude_reposts: t.Optional(t.Boolean({ description: "Whether to leave out reposts." })),
};

const filters = t.Object({ ...exclusions, ...range });
/** The filters as X's query parameters. */
function filtersOf({ exclude_replies, exclude_reposts, since, until, since_id, until_id }: Static<typeof filters>) {
  const excluded = [exclude_replies && "replies", exclude_reposts && "retweets"].filter(Boolean).join(",");
  return {
    since_id,
    until_id,
    start_time: utcTime(since),
    end_time: utcTime(until),
    exclude: excluded || undefined,
  };
}

/** X's smallest pages: 1 of the timeline, 5 of a person's posts and mentions, 10 of a search. */
const [paginationFrom1, paginationFrom5, paginationFrom10] = [
  cursorPagination(1),
  cursorPagination(5),
  cursorPagination(10),
];

function readPosts(
  upstream: Upstream,
  page: Page,
  listPath: UpstreamPath,
  query: Record<string, string | undefined>,
  pagination: Pagination,
) {
  return readPage(upstream, page, { path: listPath, query: { ...POST_FIELDS, ...query } }, pagination);
}
const manyPosts = (pagination: Pagination) => many("posts", post, { at: "data", pagination });

const createdPost = resource({
  raw: t.Object({ id: t.String(), text: t.String() }),
  shape: t.Object({ id: t.String(), text: t.String(), url: t.String({ description: "URL to open in a browser." }) }),
  map: ({ id, text }) => ({ id, text: plainText(text), url: webUrl(id) }),
});

const reposted = resource({
  raw: t.Object({ retweeted: t.Optional(t.Boolean()), reposted: t.Optional(t.Boolean()) }),
  shape: t.Object({ id: t.String({ description: "Id of the post." }), is_reposted: t.Boolean() }),
  map: (raw, { params }) => ({ id: params.id ?? "", is_reposted: raw.retweeted ?? raw.reposted ?? false }),
});

const readEndpoints = {
  get_post: endpoint({
    method: "GET",
    path: "/posts/{id}",
    permission: PERMISSION,
    isPublic: true,
    description: "Get one post of X (a tweet of Twitter) by its id, with its author, counts and media.",
    keywords: ["read tweet", "open tweet", "likes", "how many"],
    params: { id: postParam },
    run: async ({ params }, upstream) => {
      const res = await upstream.request({ path: path`/tweets/${params.id}`, query: POST_FIELDS });
      return { ...res, json: withIncludes(valueAt(res.json, "data"), valueAt(res.json, "includes")) };
    },
    returns: one(post),
  }),
  list_posts: endpoint({
    method: "GET",
    path: "/posts",
    permission: PERMISSION,
    isPublic: true,
    description:
      "List the posts of one person on X (their tweets), newest first; by default those of the connected user.",
    keywords: ["tweets", "profile timeline", "my tweets", "what did they post"],
    query: t.Object({
      user_id: t.Optional(xId("Id of the user whose posts to list, from twitter_get_user.")),
      ...exclusions,
      ...range,
    }),
    run: ({ query, page, identity }, upstream) =>
      readPosts(upstream, page, path`/users/${query.user_id ?? identity.id}/tweets`, filtersOf(query), paginationFrom5),
    returns: manyPosts(paginationFrom5),
  }),
  list_mentions: endpoint({
    method: "GET",
    path: "/mentions",
    permission: PERMISSION,
    isPublic: true,
    description: "List the posts on X (tweets) that mention the connected user, newest first.",
    keywords: ["tagged", "replies to me", "who mentioned me", "notifications"],
    query: t.Object(range),
    run: ({ query, page, identity }, upstream) =>
      readPosts(upstream, page, path`/users/${identity.id}/mentions`, filtersOf(query), paginationFrom5),
    returns: manyPosts(paginationFrom5),
  }),
  list_timeline: endpoint({
    method: "GET",
    path: "/timeline",
    permission: PERMISSION,
    isPublic: true,
    description:
      "List the home timeline of X: posts (tweets) of the people that the connected user follows, newest first.",
    keywords: ["feed", "home", "following", "latest tweets"],
    query: filters,
    run: ({ query, page, identity }, upstream) =>
      readPosts(
        upstream,
        page,
        path`/users/${identity.id}/timelines/reverse_chronological`,
        filtersOf(query),
        paginationFrom1,
      ),
    returns: manyPosts(paginationFrom1),
  }),
  search_posts: endpoint({
    method: "GET",
    path: "/search",
    permission: PERMISSION,
    isPublic: true,
    description: "Search the posts of X (tweets) of the last seven days.",
    keywords: ["find tweets", "hashtag", "what people say", "who said"],
    query: t.Object({
      q: t.String({
        minLength: 1,
        maxLength: 4_096,
        description:
          'Words and operators of X: "exact words", from:ada, to:ada, #tag, has:links, -is:retweet, lang:en.',
      }),
      order: t.Optional({
        ...oneOf(["recency", "relevancy"], "recency: newest first (the default); relevancy: best matches first."),
        previousNames: ["sort"],
      }),
      ...range,
    }),
    run: ({ query: { q, order, ...filters }, page }, upstream) => {
      const query = { query: q, sort_order: order, ...filtersOf(filters) };
      return readPosts(upstream, page, path`/tweets/search/recent`, query, paginationFrom10);
    },
    returns: manyPosts(paginationFrom10),
  }),
};

const writeEndpoints = {
  create_post: endpoint({
    method: "POST",
    reaches: true,
    path: "/posts",
    permission: "posts.write",
    description: "Write a post on X (a tweet), a reply to one, or a poll, as the connected user. It is public at once.",
    keywords: ["tweet", "publish", "reply", "thread", "announce"],
    body: t.Object({
      text: t.String({
        minLength: 1,
        maxLength: 25_000,
        description: "Text; 280 characters unless the account has Premium. A link counts as 23, an emoji as 2.",
      }),
      reply_to_id: t.Optional(
        xId("Id of the post to reply to. X may refuse if its author has not mentioned the connected user."),
      ),
      reply_settings: t.Optional(
        oneOf(["following", "mentionedUsers", "subscribers", "verified"], "Who may reply; the default is everybody."),
      ),
      poll: t.Optional(
        t.Object(
          {
            options: t.Array(t.String({ minLength: 1, maxLength: 25 }), {
              minItems: 2,
              maxItems: 4,
              description: "Two to four choices of at most 25 characters.",
            }),
            duration_minutes: t.Integer({
              minimum: 5,
              maximum: 10_080,
              description: "Duration of the poll in minutes.",
            }),
          },
          { additionalProperties: false, description: "A poll below the text." },
        ),
      ),
      made_with_ai: t.Optional(t.Boolean({ description: "Whether X labels the post as made with AI." })),
    }),
    readAs: {
      made_with_ai: { absent: "X documents it for new posts only: no field of a post returns it." },
      reply_to_id: "references.id",
      poll: { absent: "X gives a poll apart from the post, as an expansion." },
    },
    upstream: ({ body: { reply_to_id, ...body } }) => ({
      path: path`/tweets`,
      json: { ...body, ...(reply_to_id && { reply: { in_reply_to_tweet_id: reply_to_id } }) },
    }),
    returns: one(createdPost, { at: "data" }),
  }),
  delete_post: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/posts/{id}",
    permission: "posts.write",
    description: "Delete a post of the connected user from X (a tweet). This cannot be undone.",
    keywords: ["remove tweet", "take down"],
    params: { id: postParam },
    upstream: "/tweets/{id}",
    returns: deleted(),
  }),
  repost: endpoint({
    method: "POST",
    idempotent: true,
    reaches: true,
    path: "/posts/{id}/repost",
    permission: "posts.write",
    description: "Repost a post on X (retweet a tweet) as the connected user.",
    keywords: ["retweet", "share", "boost"],
    params: { id: postParam },
    upstream: ({ params, identity }) => ({ path: path`/users/${identity.id}/retweets`, json: { tweet_id: params.id } }),
    returns: one(reposted, { at: "data" }),
  }),
};

export const postEndpoints = { ...readEndpoints, ...writeEndpoints };
