// Made-up providers whose tenant comes with the callback (as QuickBooks'), in a key's suffix (Mailchimp) or as a header (Xero).
import { defineProvider, endpoint, one, type Provider, path, resource, t } from "../../src/plugin/index.ts";

const item = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: ({ id }) => ({ id }),
});
const shared = {
  docs: "https://docs.example.com/",
  services: { items: { read: { scopes: [], description: "Read items." } } },
  endpoints: {
    get_item: endpoint({
      method: "GET",
      path: "/items/{id}",
      params: { id: "The item's id." },
      permission: "items.read",
      description: "Get an item by its id.",
      upstream: ({ params }) => ({ path: path`/items/${params.id}` }),
      returns: one(item),
    }),
    search_items: endpoint({
      method: "POST",
      path: "/items/search",
      permission: "items.read",
      description: "Search the items.",
      effect: "reads",
      upstream: () => ({ method: "POST", path: path`/search`, query: { minorversion: "2" }, json: {}, safe: true }),
      returns: one(item),
    }),
  },
} as const;
const oauth2 = {
  authorizationUrl: "https://login.example.com/authorize",
  tokenUrl: "https://login.example.com/token",
  pkce: true,
  clientAuth: "basic",
} as const;

/** The company is a parameter of the callback, and part of every path. */
export const books = defineProvider({
  ...shared,
  id: "books",
  name: "Books",
  baseUrl: "https://books.example.com/v3/company/{realm}",
  tenant: { realm: { from: "callback", parameter: "realmId", pattern: /^\d{1,20}$/ } },
  query: { minorversion: "75", company: "{realm}" },
  auth: { oauth2 },
  identity: {
    upstream: "/companyinfo",
    resource: resource({
      raw: t.Object({ company: t.String(), name: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: ({ company, name }) => ({ id: company, name }),
    }),
  },
}) as unknown as Provider;

/** OAuth says the data centre with the identity; an API key has it in its suffix, and another identity. */
export const mailer = defineProvider({
  ...shared,
  id: "mailer",
  name: "Mailer",
  baseUrl: "https://{dc}.api.mailer.example.com/3.0",
  tenant: { dc: /^us\d{1,3}$/ },
  auth: {
    oauth2,
    api_key: {
      fields: {
        api_key: {
          label: "API key",
          pattern: /^[0-9a-z]{4,40}-(?<dc>[a-z]{2}[0-9.a-z]{1,20})$/,
          example: "0123456789abcdef-us21",
        },
      },
      credential: { header: "X-Mailer-Key" },
      identity: {
        upstream: "/",
        resource: resource({
          raw: t.Object({ account_id: t.String(), account_name: t.String() }),
          shape: t.Object({ id: t.String(), name: t.String() }),
          map: ({ account_id, account_name }) => ({ id: account_id, name: account_name }),
        }),
      },
    },
  },
  identity: {
    upstream: "https://login.mailer.example.com/oauth2/metadata",
    resource: resource({
      raw: t.Object({ dc: t.String(), user_id: t.String(), accountname: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String(), tenant: t.Optional(t.Record(t.String(), t.String())) }),
      map: ({ dc, user_id, accountname }) => ({ id: user_id, name: accountname, tenant: { dc } }),
    }),
  },
}) as unknown as Provider;

/** The identity says the organisation, which is a header of every other request. */
export const ledger = defineProvider({
  ...shared,
  id: "ledger",
  name: "Ledger",
  baseUrl: "https://api.ledger.example.com/api.xro/2.0",
  tenant: { organisation: /^[0-9a-f-]{36}$/ },
  headers: { "x-ledger-tenant": "{organisation}", "x-ledger-client": "gateway" },
  auth: { oauth2 },
  identity: {
    upstream: "https://api.ledger.example.com/connections",
    at: "0",
    resource: resource({
      raw: t.Object({ tenantId: t.String(), tenantName: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String(), tenant: t.Optional(t.Record(t.String(), t.String())) }),
      map: ({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName, tenant: { organisation: tenantId } }),
    }),
  },
}) as unknown as Provider;
