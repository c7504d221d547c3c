// A small complete plugin for tests to break in one property.
import { defineProvider, endpoint, many, one, type Provider, pages, resource, t } from "../../src/plugin/index.ts";

/** A new object for each caller, who may change it. */
export function acmePlugin(id = "acme"): Provider {
  const item = resource({
    raw: t.Object({ id: t.String() }),
    shape: t.Object({ id: t.String() }),
    map: (raw) => ({ id: raw.id }),
  });
  return defineProvider({
    id,
    name: "Acme",
    docs: "https://acme.example.com/docs",
    baseUrl: "https://api.acme.example.com",
    auth: {
      oauth2: {
        authorizationUrl: "https://acme.example.com/authorize",
        tokenUrl: "https://acme.example.com/token",
        pkce: true,
        clientAuth: "basic",
        identityScopes: ["openid"],
        implies: { all: ["items", "openid"], items: ["items.read", "items.write"], "items.write": ["items.read"] },
      },
    },
    services: {
      items: {
        read: { scopes: ["items.read"], description: "Read items." },
        write: { scopes: ["items.read", "items.write"], description: "Change items." },
      },
      people: { read: { scopes: ["people"], description: "Read people." } },
      status: { read: { scopes: [], description: "Read the status." } },
    },
    identity: {
      upstream: "/me",
      resource: resource({
        raw: t.Object({ id: t.String() }),
        shape: t.Object({ id: t.String(), name: t.String() }),
        map: (raw) => ({ id: raw.id, name: raw.id }),
      }),
    },
    endpoints: {
      list_items: endpoint({
        method: "GET",
        path: "/items",
        permission: "items.read",
        description: "List items.",
        query: t.Object({ q: t.Optional(t.String()) }),
        returns: many("items", item, { pagination: pages.cursor({ size: "n", param: "c", read: "next", max: 50 }) }),
        upstream: "/items",
      }),
      get_item: endpoint({
        method: "GET",
        path: "/items/{item_id}",
        params: { item_id: "The item's id." },
        permission: "items.read",
        alsoNeeds: ["people.read"],
        description: "Get an item.",
        returns: one(item),
        upstream: "/items/{item_id}",
      }),
      create_item: endpoint({
        method: "POST",
        path: "/items",
        permission: "items.write",
        description: "Create an item.",
        body: t.Object({ name: t.String() }),
        maxBodyBytes: 2_000,
        returns: one(item),
        upstream: "/items",
      }),
    },
  }) as unknown as Provider;
}

/** The plugin with one property set, by dotted path (`endpoints.list_items.method`); undefined deletes it. */
export function brokenPlugin(path: string, value: unknown): unknown {
  return changed(acmePlugin(), path, value);
}

/** A plugin with one property set; undefined deletes it. */
export function changed(provider: Provider, path: string, value: unknown): unknown {
  const plugin = provider as unknown as Record<string, unknown>;
  const keys = path.split(".");
  const last = keys.pop() as string;
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, plugin);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return plugin;
}
