// The connected person's bookmarks: list, add, remove (docs.x.com/x-api/posts/bookmarks).
import { endpoint, many, one, path, resource, t } from "gateway/plugin";
import { POST_FIELDS } from "./expansions.ts";
import { xId } from "./fields.ts";
import { cursorPagination, readPage } from "./pagination.ts";
import { post } from "./post.ts";

const pagination = cursorPagination(1);

const bookmark = resource({
  raw: t.Object({ bookmarked: t.Boolean() }),
  shape: t.Object({ id: t.String({ description: "Id of the post." }), is_bookmarked: t.Boolean() }),
  map: (raw, { params }) => ({ id: params.id ?? "", is_bookmarked: raw.bookmarked }),
});
const ofPost = {
  path: "/posts/{id}/bookmark",
  permission: "bookmarks.write",
  params: { id: xId("Id of the post, from lists of posts; the post's URL ends with it.") },
} as const;

export const bookmarkEndpoints = {
  list_bookmarks: endpoint({
    method: "GET",
    path: "/bookmarks",
    permission: "bookmarks.read",
    description: "List the posts of X (tweets) that the connected user has bookmarked, latest bookmark first.",
    keywords: ["saved tweets", "read later", "kept", "favourites"],
    run: ({ page, identity }, upstream) =>
      readPage(upstream, page, { path: path`/users/${identity.id}/bookmarks`, query: POST_FIELDS }, pagination),
    returns: many("posts", post, { at: "data", pagination }),
  }),
  bookmark_post: endpoint({
    ...ofPost,
    method: "POST",
    idempotent: true,
    reaches: false,
    description: "Bookmark a post on X (a tweet), so that the connected user can find it again. No one else sees it.",
    keywords: ["save tweet", "read later", "keep", "remember"],
    upstream: ({ params, identity }) => ({
      path: path`/users/${identity.id}/bookmarks`,
      json: { tweet_id: params.id },
    }),
    returns: one(bookmark, { at: "data" }),
  }),
  remove_bookmark: endpoint({
    ...ofPost,
    method: "DELETE",
    reaches: false,
    description: "Remove a post on X (a tweet) from the connected user's bookmarks. The post itself stays.",
    keywords: ["unsave", "forget", "clean up saved tweets"],
    upstream: ({ params, identity }) => ({
      method: "DELETE",
      path: path`/users/${identity.id}/bookmarks/${params.id}`,
    }),
    returns: one(bookmark, { at: "data" }),
  }),
};
