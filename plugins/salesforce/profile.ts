// The connected Salesforce user: resource and endpoint.
import { endpoint, field, one, record, shapes, t } from "gateway/plugin";

const profile = record({
  id: field.text({ from: "user_id" }),
  name: field.nullableText({ description: "Display name." }),
  email: field.nullableText(),
  // Its pictures need the token of the integration.
  avatar_url: field.derived({ reads: t.Object({}), shape: shapes.nullableText(), map: () => null }),
  username: field.nullableText({ from: "preferred_username", description: "The name that the user signs in with." }),
  organization_id: field.text(),
  locale: field.nullableText(),
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
