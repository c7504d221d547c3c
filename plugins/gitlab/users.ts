// The connected user, and people by name.
import { endpoint, field, many, one, path, record, t } from "gateway/plugin";
import { paging } from "./fields.ts";

const profile = record({
  id: field.id(),
  username: field.text(),
  name: field.nullableText(),
  email: field.nullableText(),
  avatar_url: field.nullableText(),
  url: field.nullableText({ from: "web_url" }),
  state: field.nullableText({ description: "active, blocked or deactivated." }),
  is_bot: field.flag({
    from: "bot",
    description: "Whether it is the bot user of a project's or group's access token.",
  }),
  created_at: field.nullableTime(),
});
const found = record({
  id: field.id({ description: "Id of the user, for assignee_ids and reviewer_ids." }),
  username: field.text(),
  name: field.nullableText(),
  email: field.nullableText({ from: "public_email", description: "Public email address; null if the user has none." }),
  avatar_url: field.nullableText(),
  url: field.nullableText({ from: "web_url" }),
  state: field.nullableText({ description: "active, blocked or deactivated." }),
});

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the GitLab profile of the connected user.",
    keywords: ["who am I", "my account", "username"],
    upstream: "/user",
    returns: one(profile, { by: "owner" }),
  }),
  find_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "Find people on GitLab by name, username or email address.",
    keywords: ["search users", "user id", "colleague", "who is"],
    query: t.Object({
      q: t.String({
        minLength: 1,
        maxLength: 255,
        description: "Part of a name or username, or a complete email address.",
      }),
    }),
    upstream: ({ query }) => ({ path: path`/users`, query: { search: query.q } }),
    returns: many("users", found, { pagination: paging }),
  }),
};
