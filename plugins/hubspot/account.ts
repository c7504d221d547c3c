// The connected HubSpot account: resource and endpoint.
import { endpoint, maybeText, one, rawId, resource, shapes, t } from "gateway/plugin";

const account = resource({
  raw: t.Object({
    portalId: rawId,
    accountType: maybeText,
    timeZone: maybeText,
    companyCurrency: maybeText,
    uiDomain: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    user_id: shapes.nullableText("Id of the user who connected the account; null if HubSpot does not say."),
    type: shapes.nullableText("HubSpot's type of account, such as STANDARD, DEVELOPER_TEST or SANDBOX."),
    time_zone: shapes.nullableText(),
    currency: shapes.nullableText("Default currency code of deals."),
    domain: shapes.nullableText("Domain of HubSpot's web app for this account."),
  }),
  map: (raw, { identity }) => ({
    id: String(raw.portalId),
    // The identity of a grant is `account:user`.
    user_id: identity.id.split(":")[1] ?? null,
    type: raw.accountType ?? null,
    time_zone: raw.timeZone ?? null,
    currency: raw.companyCurrency ?? null,
    domain: raw.uiDomain ?? null,
  }),
});

export const accountEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "account.read",
    description: "Get the connected HubSpot account (portal): its id, who connected it, time zone and currency.",
    keywords: ["who am I", "my account", "portal id", "hub id"],
    upstream: "/account-info/v3/details",
    returns: one(account, { by: "owner" }),
  }),
};
