// The connected Salesforce user: resource and endpoint.
import { endpoint, maybeText, one, resource, shapes, t } from "gateway/plugin";

const profile = resource({
  raw: t.Object({
    user_id: t.String(),
    organization_id: t.String(),
    name: maybeText,
    email: maybeText,
    preferred_username: maybeText,
    locale: maybeText,
  }),
  shape: t.Object({
    ...shapes.person,
    username: shapes.nullableText("The name that the user signs in with."),
    organization_id: t.String(),
    locale: shapes.nullableText(),
  }),
  map: (raw) => ({
    id: raw.user_id,
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: null,
    username: raw.preferred_username ?? null,
    organization_id: raw.organization_id,
    locale: raw.locale ?? null,
  }),
});

export const profileEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the connected Salesforce user: name, email address, organization.",
    keywords: ["who am I", "my account", "profile"],
    upstream: "/oauth2/userinfo",
    returns: one(profile, { by: "owner" }),
  }),
};
