// The connected Google account: resource and endpoint.
import { endpoint, one, resource, shapes, t } from "gateway/plugin";

const account = resource({
  raw: t.Object({
    sub: t.String(),
    name: t.Optional(t.String()),
    email: t.Optional(t.String()),
    email_verified: t.Optional(t.Boolean()),
    picture: t.Optional(t.String()),
    hd: t.Optional(t.String()),
  }),
  shape: t.Object({
    ...shapes.person,
    is_email_verified: t.Boolean(),
    domain: shapes.nullableText("The Workspace domain; null for a personal account."),
  }),
  map: (raw) => ({
    id: raw.sub,
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: raw.picture ?? null,
    is_email_verified: raw.email_verified ?? false,
    domain: raw.hd ?? null,
  }),
});

export const accountEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the connected Google account: name, email address, picture and Workspace domain.",
    keywords: ["who am I", "my account", "my email address", "profile"],
    upstream: "/v1/userinfo",
    returns: one(account, { by: "owner" }),
  }),
};
