// The connected user's profile: resource and endpoint.
import { endpoint, nullable, one, resource, shapes, t } from "gateway/plugin";
import { time } from "./fields.ts";
import { person, personRaw, toPerson } from "./person.ts";

const profile = resource({
  raw: t.Object({
    ...personRaw.properties,
    name: nullable(t.String()),
    email: nullable(t.String()),
    company: nullable(t.String()),
    location: nullable(t.String()),
    bio: nullable(t.String()),
    html_url: t.String(),
    public_repos: t.Integer(),
    followers: t.Integer(),
    following: t.Integer(),
    created_at: time,
    updated_at: time,
  }),
  shape: t.Object({
    ...shapes.person,
    ...person.properties,
    name: t.String({ description: "The displayed name; the login if there is no name." }),
    email: nullable(t.String({ description: "Null if the user does not show it in public." })),
    company: nullable(t.String()),
    location: nullable(t.String()),
    bio: nullable(t.String()),
    html_url: t.String(),
    public_repos: t.Integer(),
    followers: t.Integer(),
    following: t.Integer(),
    created_at: time,
    updated_at: time,
  }),
  map: (raw) => ({
    ...toPerson(raw),
    name: raw.name || raw.login,
    email: raw.email,
    company: raw.company,
    location: raw.location,
    bio: raw.bio,
    html_url: raw.html_url,
    public_repos: raw.public_repos,
    followers: raw.followers,
    following: raw.following,
    created_at: raw.created_at,
    updated_at: raw.updated_at,
  }),
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
