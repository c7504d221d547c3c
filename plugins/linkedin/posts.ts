// LinkedIn posts: write, change, delete, read and list.
import { deleted, endpoint, many, one, path, resource, shapes, t } from "gateway/plugin";
import { toLittleText } from "./little-text.ts";
import { offsetPagination } from "./pagination.ts";
import { post, postInput, postText, toBody } from "./post.ts";
import { actorOf, organizationId, organizationUrn, postParam, webUrl } from "./urns.ts";

/** A post that was just created: LinkedIn's response is empty but for the id in a header. */
const createdPost = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({
    id: t.String(),
    author_id: shapes.nullableText(),
    url: t.String({ description: "URL to open in a browser." }),
  }),
  map: ({ id }, { body, identity }) => ({
    id,
    author_id: actorOf(body.organization_id, identity),
    url: webUrl(id),
  }),
});

const updatedPost = resource({
  raw: t.Null(),
  shape: t.Object({ id: t.String(), url: t.String({ description: "URL to open in a browser." }) }),
  map: (_, { params: { id = "" } }) => ({ id, url: webUrl(id) }),
});

export const postEndpoints = {
  create_post: endpoint({
    method: "POST",
    reaches: true,
    path: "/posts",
    permission: "posts.write",
    description:
      "Publish a post on LinkedIn, as the connected member or as a company page: text, a link, pictures or a reshare.",
    keywords: ["share", "update", "publish", "announce", "social media", "repost", "feed"],
    body: postInput,
    readAs: { organization_id: "author_id", link: "content", images: "content.media_ids" },
    run: async ({ body, identity }, upstream) => {
      const res = await upstream.request({ method: "POST", path: path`/posts`, json: toBody(body, identity) });
      return { ...res, json: { id: res.headers.get("x-restli-id") } };
    },
    returns: one(createdPost),
  }),
  update_post: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/posts/{id}",
    permission: "posts.write",
    description: "Change the text of a LinkedIn post of the connected member, or of a company page they manage.",
    keywords: ["edit", "correct", "rewrite", "fix"],
    params: { id: postParam },
    body: t.Object({ text: postText }),
    upstream: ({ params, body }) => ({
      method: "POST",
      path: path`/posts/${params.id}`,
      headers: { "x-restli-method": "PARTIAL_UPDATE" },
      json: { patch: { $set: { commentary: toLittleText(body.text) } } },
    }),
    returns: one(updatedPost),
  }),
  delete_post: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/posts/{id}",
    permission: "posts.write",
    description: "Delete a LinkedIn post of the connected member, or of a company page they manage.",
    keywords: ["remove", "take down", "retract"],
    params: { id: postParam },
    upstream: ({ params }) => ({ path: path`/posts/${params.id}`, headers: { "x-restli-method": "DELETE" } }),
    returns: deleted(),
  }),
  get_post: endpoint({
    method: "GET",
    path: "/posts/{id}",
    permission: "posts.read",
    description: "Read one LinkedIn post of a company page that the member manages.",
    keywords: ["open", "show", "share", "update"],
    params: { id: postParam },
    upstream: "/posts/{id}",
    returns: one(post),
  }),
  list_posts: endpoint({
    method: "GET",
    path: "/posts",
    permission: "posts.read",
    description: "List the LinkedIn posts of a company page that the member manages, newest first.",
    keywords: ["feed", "shares", "updates", "recent", "published"],
    query: t.Object({
      organization_id: organizationId("Id of the company page, from linkedin_list_organizations."),
    }),
    upstream: ({ query }) => ({
      path: path`/posts`,
      headers: { "x-restli-method": "FINDER" },
      query: { q: "author", author: organizationUrn(query.organization_id), sortBy: "CREATED" },
    }),
    returns: many("posts", post, { at: "elements", pagination: offsetPagination(100) }),
  }),
};
