// The connected member.
import { endpoint, maybeText, one, resource, shapes, t } from "gateway/plugin";

const member = resource({
  raw: t.Object({
    sub: t.String(),
    name: maybeText,
    given_name: maybeText,
    family_name: maybeText,
    picture: maybeText,
    email: maybeText,
  }),
  shape: t.Object({
    ...shapes.person,
    first_name: shapes.nullableText(),
    last_name: shapes.nullableText(),
    urn: t.String({ description: "The member's urn, as in author_id of posts and comments." }),
  }),
  map: (raw) => ({
    id: raw.sub,
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: raw.picture ?? null,
    first_name: raw.given_name ?? null,
    last_name: raw.family_name ?? null,
    urn: `urn:li:person:${raw.sub}`,
  }),
});

export const memberEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the connected LinkedIn member: name, picture and email address.",
    keywords: ["profile", "account", "who am i", "user"],
    upstream: "/userinfo",
    returns: one(member, { by: "owner" }),
  }),
};
