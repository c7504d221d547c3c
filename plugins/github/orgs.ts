// The connected user's organizations: resource and endpoint.
import { endpoint, field, many, record } from "gateway/plugin";
import { paging } from "./fields.ts";

const organization = record({
  id: field.id(),
  login: field.text(),
  description: field.nullableText(),
  avatar_url: field.text(),
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
