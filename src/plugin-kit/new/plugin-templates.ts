// The files of a new plugin: a provider with two endpoints, their fixtures and a README.
import { CONTRACT } from "../../plugin/contract.ts";

const title = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

/** Loads and serves; the contributor fills in URLs, scopes and fields. */
export function pluginTemplate(id: string): string {
  return `// ${title(id)}: describe here in one sentence what it offers.
import { defineProvider, endpoint, many, one, pages, path, rawId, resource, t } from "gateway/plugin";

const paging = pages.cursor({ size: "limit", param: "cursor", read: "next_cursor", max: 100 });

const item = resource({
  raw: t.Object({ id: rawId, title: t.String() }),
  shape: t.Object({ id: t.String(), title: t.String() }),
  map: (raw) => ({ id: String(raw.id), title: raw.title }),
});

export default defineProvider({
  id: "${id}",
  name: "${title(id)}",
  contract: ${CONTRACT},
  version: "0.1.0",
  docs: "https://docs.${id}.example/",
  baseUrl: "https://api.${id}.example",
  auth: { oauth2: {
    authorizationUrl: "https://${id}.example/oauth/authorize",
    tokenUrl: "https://${id}.example/oauth/token",
    pkce: true,
    clientAuth: "basic",
  } },
  services: {
    items: { read: { scopes: ["items:read"], description: "List and read items." } },
  },
  identity: {
    upstream: "/me",
    resource: resource({
      raw: t.Object({ id: rawId, name: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (me) => ({ id: String(me.id), name: me.name }),
    }),
  },
  endpoints: {
    list_items: endpoint({
      method: "GET",
      path: "/items",
      permission: "items.read",
      description: "List the items of ${title(id)} that the connected user can see.",
      upstream: "/items",
      returns: many("items", item, { at: "items", pagination: paging }),
    }),
    get_item: endpoint({
      method: "GET",
      path: "/items/{id}",
      permission: "items.read",
      description: "Get one item of ${title(id)} by its id.",
      params: { id: "The item's id." },
      upstream: ({ params }) => ({ path: path\`/items/\${params.id}\` }),
      returns: one(item),
    }),
  },
});
`;
}

/** The test of a new plugin, which runs the conformance kit. */
export function testTemplate(id: string): string {
  return `// ${title(id)} conforms to the contract: declarations, source and fixtures.
import { deepStrictEqual } from "node:assert";
import { test } from "node:test";
import { checkPlugin } from "gateway/testing";
import plugin from "./index.ts";

test("${id} conforms", async () => {
  deepStrictEqual(await checkPlugin(plugin, import.meta.dirname), []);
});
`;
}

/** Settings for `bun test` in a plugin's folder outside the repository; `preload` is the absolute path of foundation/platform/preload.ts. */
export function bunfigTemplate(preload: string): string {
  return `# With this, \`bun test\` in this folder finds gateway/plugin and gateway/testing.
[test]
preload = [${JSON.stringify(preload)}]
`;
}

/** Keyed by file name. */
export function fixtureTemplates(id: string): Record<string, string> {
  const url = (rest: string) => `https://api.${id}.example${rest}`;
  const failing = (failure: string, status: number) => ({
    call: { params: { id: "7" } },
    upstream: [{ request: { url: url("/items/7") }, response: { status, json: { message: "No." } } }],
    failure,
  });
  const page = (json: object, next: string | null) => ({
    call: { limit: 2, ...(next === null && { position: "page-2" }) },
    upstream: [
      { request: { url: url(next === null ? "/items?limit=2&cursor=page-2" : "/items?limit=2") }, response: { json } },
    ],
    result: { items: [{ id: "7", title: "A title" }], next },
  });
  const item = { id: 7, title: "A title" };
  const fixtures: Record<string, object> = {
    "list_items.json": page({ items: [item], next_cursor: "page-2" }, "page-2"),
    "list_items.last.json": page({ items: [item] }, null),
    "get_item.json": {
      call: { params: { id: "7" } },
      upstream: [{ request: { url: url("/items/7") }, response: { json: item } }],
      result: { id: "7", title: "A title" },
    },
    "identity.json": {
      upstream: [{ request: { url: url("/me") }, response: { json: { id: 42, name: "Ada" } } }],
      result: { id: "42", name: "Ada" },
    },
    "get_item.expired.json": failing("expired", 401),
    "get_item.missing.json": failing("not_found", 404),
    "get_item.limited.json": failing("rate_limited", 429),
    "get_item.down.json": failing("unavailable", 503),
  };
  return Object.fromEntries(
    Object.entries(fixtures).map(([name, value]) => [`fixtures/${name}`, `${JSON.stringify(value, null, 2)}\n`]),
  );
}

export function readmeTemplate(id: string): string {
  const prefix = id.toUpperCase();
  return `# ${title(id)}

| endpoint | permission |
| --- | --- |
| \`GET /api/v1/${id}/items\` | \`items.read\` |
| \`GET /api/v1/${id}/items/{id}\` | \`items.read\` |

## OAuth app

Create an OAuth app at ${title(id)} with the callback \`{base_url}/api/v1/connect/callback\`, then set \`${prefix}_CLIENT_ID\` and
\`${prefix}_CLIENT_SECRET\`.

## Languages

The connect page shows these permissions in English. \`translations\` in \`index.ts\` adds other languages; \`gateway plugin check\`
lists those that are missing.
`;
}
