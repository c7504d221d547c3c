// The connected user's profile: record and endpoint.
import { endpoint, field, maybeText, one, record, t } from "gateway/plugin";
import { accountFields } from "./person.ts";

const profile = record({
  ...accountFields,
  name: field.derived({
    reads: t.Object({ name: maybeText, login: t.String() }),
    shape: t.String({ description: "The displayed name; the login if there is no name." }),
    map: ({ name, login }) => name || login,
  }),
  email: field.nullableText({ description: "Public email address; null if the user has none." }),
  company: field.nullableText(),
  location: field.nullableText(),
  bio: field.nullableText(),
  html_url: field.text(),
  public_repos: field.integer(),
  followers: field.integer(),
  following: field.integer(),
  created_at: field.time(),
  updated_at: field.time(),
});

export const users = {
  get_user: endpoint({
    method: "GET",
    path: "/user",
    permission: "users.read",
    description: "Get the GitHub profile of the connected user.",
    keywords: ["who am I", "my account", "login", "me"],
    upstream: "/user",
    returns: one(profile),
  }),
};
