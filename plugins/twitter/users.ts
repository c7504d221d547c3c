// The connected person's profile, and others by username.
import { asUtc, endpoint, maybeFlag, maybeText, one, path, resource, shapes, t } from "gateway/plugin";
import { USER_FIELDS } from "./expansions.ts";
import { count, plainText } from "./fields.ts";
import { countAt, listAt } from "./json.ts";

const person = resource({
  raw: t.Object({
    id: t.String(),
    name: t.String(),
    username: t.String(),
    description: maybeText,
    profile_image_url: maybeText,
    created_at: maybeText,
    verified: maybeFlag,
    protected: maybeFlag,
    public_metrics: t.Optional(t.Unknown()),
    entities: t.Optional(t.Unknown()),
  }),
  shape: t.Object({
    ...shapes.person,
    username: t.String({ description: "Username, without the @." }),
    description: shapes.nullableText("The user's description of themselves."),
    is_verified: t.Boolean(),
    is_protected: t.Boolean({ description: "Whether only approved followers can see the posts." }),
    metrics: t.Object(
      { followers: count, following: count, posts: count, listed: count },
      { description: "Numbers of followers, posts and so on; null if X does not say." },
    ),
    created_at: shapes.nullableTime(),
    url: t.String({ description: "URL of the profile." }),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.name,
    email: null,
    avatar_url: raw.profile_image_url ?? null,
    username: raw.username,
    description: raw.description ? plainText(raw.description, listAt(raw.entities, "description.urls")) : null,
    is_verified: raw.verified === true,
    is_protected: raw.protected === true,
    metrics: {
      followers: countAt(raw.public_metrics, "followers_count"),
      following: countAt(raw.public_metrics, "following_count"),
      posts: countAt(raw.public_metrics, "tweet_count", "post_count"),
      listed: countAt(raw.public_metrics, "listed_count"),
    },
    created_at: asUtc(raw.created_at),
    url: `https://x.com/${raw.username}`,
  }),
});
const query = { "user.fields": USER_FIELDS };

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the X profile (Twitter account) of the connected user, with its counts of followers and posts.",
    keywords: ["my account", "who am I", "my followers"],
    upstream: () => ({ path: path`/users/me`, query }),
    returns: one(person, { at: "data", by: "owner" }),
  }),
  get_user: endpoint({
    method: "GET",
    path: "/users/{username}",
    permission: "users.read",
    isPublic: true,
    description: "Get a person's X profile (Twitter account) by the username; returns the id that other tools need.",
    keywords: ["look up", "handle", "followers", "bio", "find person"],
    params: {
      username: t.String({ pattern: "^@?[A-Za-z0-9_]{1,15}$", description: "The username, such as ada or @ada." }),
    },
    upstream: ({ params }) => ({ path: path`/users/by/username/${params.username.replace("@", "")}`, query }),
    returns: one(person, { at: "data" }),
  }),
};
