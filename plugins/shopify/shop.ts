// The shop: the identity of a grant, and what it tells of itself.
import { endpoint, field, one, record, resource, t } from "gateway/plugin";
import { id, numberOf } from "./fields.ts";
import { queryRequest } from "./graphql.ts";

/** An offline token is the shop's own and no person's. */
export const identity = {
  upstream: "/graphql.json",
  method: "POST",
  json: { query: "{ shop { id name myshopifyDomain } }" },
  at: "data.shop",
  resource: resource({
    raw: t.Object({ id: t.String(), name: t.String(), myshopifyDomain: t.String() }),
    shape: t.Object({
      id: t.String(),
      name: t.String(),
      workspace: t.Object({ id: t.String(), name: t.String() }),
    }),
    map: ({ id, name, myshopifyDomain }, { identity: { tenant } }) => {
      if (tenant.shop !== undefined && tenant.shop !== myshopifyDomain) throw new Error("This is another shop.");
      return { id: numberOf(id), name: name || myshopifyDomain, workspace: { id: myshopifyDomain, name } };
    },
  }),
} as const;

const SHOP = `query Shop { shop { id name email myshopifyDomain primaryDomain { host url } currencyCode ianaTimezone
  plan { publicDisplayName } } currentAppInstallation { accessScopes { handle } } }`;

const shop = record({
  id: id({ from: "shop.id" }),
  name: field.text({ from: "shop.name" }),
  email: field.nullableText({ from: "shop.email" }),
  myshopify_domain: field.text({ from: "shop.myshopifyDomain" }),
  url: field.nullableText({ from: "shop.primaryDomain.url", description: "URL of the online store." }),
  currency: field.text({ from: "shop.currencyCode" }),
  time_zone: field.nullableText({ from: "shop.ianaTimezone" }),
  plan: field.nullableText({ from: "shop.plan.publicDisplayName" }),
  scopes: field.many(record({ handle: field.text() }), {
    from: "currentAppInstallation.accessScopes",
    description: "Shopify's names of the access scopes that the app has in this shop.",
  }),
});

export const shopEndpoints = {
  get_shop: endpoint({
    method: "GET",
    path: "/shop",
    permission: "shop.read",
    description: "Get the connected Shopify shop: name, domain, currency, time zone, plan, and what the app may do.",
    keywords: ["who am i", "my store", "store settings"],
    upstream: () => queryRequest(SHOP, {}),
    returns: one(shop, { at: "data" }),
  }),
};
