// The connected user's organizations: resource and endpoint.
import { endpoint, many, nullable, rawId, resource, t } from "gateway/plugin";
import { paging } from "./fields.ts";

const organization = resource({
  raw: t.Object({
    id: rawId,
    login: t.String(),
    description: nullable(t.String()),
    avatar_url: t.String(),
  }),
  shape: t.Object({ id: t.String(), login: t.String(), description: nullable(t.String()), avatar_url: t.String() }),
  map: (raw) => ({ id: String(raw.id), login: raw.login, description: raw.description, avatar_url: raw.avatar_url }),
});

export const orgs = {
  list_orgs: endpoint({
    method: "GET",
    path: "/orgs",
    permission: "orgs.read",
    description: "List the GitHub organizations that the connected user belongs to.",
    keywords: ["organisations", "companies", "teams"],
    upstream: "/user/orgs",
    returns: many("orgs", organization, { pagination: paging }),
  }),
};
