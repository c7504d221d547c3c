// A made-up provider with a read, a write, a poll and a subscription, whose error `gone` means a revoked grant.
import {
  defineProvider,
  endpoint,
  many,
  one,
  type Provider,
  pages,
  path,
  resource,
  t,
  valueAt,
} from "../../../src/plugin/index.ts";

const item = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: ({ id }) => ({ id, name: id }),
});

export const madeUp = defineProvider({
  id: "madeup",
  name: "Made-up",
  docs: "https://madeup.example/docs",
  baseUrl: "https://api.madeup.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://madeup.example/authorize",
      tokenUrl: "https://madeup.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: {
    items: {
      read: { scopes: ["items:read"], description: "Read items." },
      write: { scopes: ["items:write"], description: "Make items." },
    },
  },
  identity: { upstream: "/me", resource: item },
  failure: ({ json }) => (valueAt(json, "error") === "token_revoked" ? "revoked" : undefined),
  sources: {
    items: {
      description: "Items.",
      permission: "items.read",
      push: {
        deliversTo: "source",
        subscribe: ({ address }) => ({ method: "POST", path: path`/subscriptions`, json: { address } }),
        subscribed: ({ json }) => ({ id: (json as { id: string }).id, expiresAt: null }),
      },
      poll: {
        start: async () => "0",
        next: async (_, __, upstream) => {
          await upstream.request({ path: path`/items` });
          return { items: [], position: "1", more: false };
        },
      },
      events: {},
    },
  },
  endpoints: {
    list_items: endpoint({
      method: "GET",
      path: "/items",
      permission: "items.read",
      description: "List the items.",
      upstream: "/items",
      returns: many("items", item, {
        at: "items",
        pagination: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 100 }),
      }),
    }),
    create_item: endpoint({
      method: "POST",
      path: "/items",
      permission: "items.write",
      description: "Make an item.",
      body: t.Object({ name: t.String({ description: "Its name." }) }),
      upstream: "/items",
      returns: one(item),
    }),
  },
}) as unknown as Provider;
