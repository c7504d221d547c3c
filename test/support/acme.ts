// A small provider for tests, and a user whose integration with it is inserted into the database.
import { insertIntegration } from "../../src/connections/integrations/store.ts";
import { sealTokens } from "../../src/connections/tokens/sealed-tokens.ts";
import {
  defineProvider,
  deleted,
  endpoint,
  file,
  many,
  one,
  type Provider,
  pages,
  path,
  resource,
  t,
} from "../../src/plugin/index.ts";
import { defaultScopes } from "../../src/providers/registry/scopes.ts";
import { type GatewayOptions, startTestGateway, type TestGateway } from "./gateway.ts";
import { startTcpUpstream, type TcpUpstream } from "./tcp-upstream.ts";

const item = resource({
  raw: t.Object({ id: t.Integer(), title: t.String() }),
  shape: t.Object({ id: t.String(), title: t.String() }),
  map: (raw) => ({ id: String(raw.id), title: raw.title }),
});

/** A list, a read, a write, a file and a deletion. */
export const acme = defineProvider({
  id: "acme",
  name: "Acme",
  docs: "https://docs.acme.example/",
  baseUrl: "https://api.acme.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://acme.example/oauth/authorize",
      tokenUrl: "https://acme.example/oauth/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: {
    items: {
      read: { scopes: ["items:read"], description: "List and read items." },
      write: { scopes: ["items:write"], description: "Make and remove items." },
    },
  },
  identity: { upstream: "/me", resource: item },
  endpoints: {
    list_items: endpoint({
      method: "GET",
      path: "/items",
      permission: "items.read",
      description: "List the items.",
      query: t.Object({ state: t.Optional(t.String({ description: "Which ones." })) }),
      upstream: "/items",
      returns: many("items", item, {
        at: "items",
        pagination: pages.cursor({ size: "limit", param: "cursor", read: "next_cursor", max: 100 }),
      }),
    }),
    get_item: endpoint({
      method: "GET",
      path: "/items/{id}",
      permission: "items.read",
      description: "Get one item.",
      params: { id: "The item's id." },
      upstream: ({ params }) => ({ path: path`/items/${params.id}` }),
      returns: one(item),
    }),
    create_item: endpoint({
      method: "POST",
      path: "/items",
      permission: "items.write",
      description: "Make an item.",
      body: t.Object({ title: t.String({ description: "Title." }) }),
      upstream: ({ body }) => ({ path: path`/items`, json: { title: body.title } }),
      returns: one(item),
    }),
    delete_item: endpoint({
      method: "DELETE",
      path: "/items/{id}",
      permission: "items.write",
      description: "Remove an item.",
      params: { id: "The item's id." },
      upstream: ({ params }) => ({ path: path`/items/${params.id}` }),
      returns: deleted(),
    }),
    get_item_file: endpoint({
      method: "GET",
      path: "/items/{id}/file",
      permission: "items.read",
      description: "Download an item's file.",
      params: { id: "The item's id." },
      run: async ({ params }, upstream) => {
        const { body } = await upstream.open({ path: path`/items/${params.id}/file` });
        return { id: params.id, name: "notes.html", mimeType: "text/html", size: null, body };
      },
      returns: file(),
    }),
  },
}) as unknown as Provider;

export interface Connected {
  key: string;
  userId: string;
  integrationId: string;
  accessToken: string;
}

/** A user with a key and an active integration whose access token has no expiry. */
export async function connected(gateway: TestGateway, provider: Provider, refreshToken?: string): Promise<Connected> {
  const { key, userId } = await gateway.user();
  const integrationId = crypto.randomUUID();
  const accessToken = `access-${crypto.randomUUID()}`;
  const now = new Date(gateway.clock.now());
  const row = {
    id: integrationId,
    userId,
    accountId: null,
    provider: provider.id,
    status: "active" as const,
    statusReason: null,
    identityId: "1",
    identity: { id: "1", name: "ada" },
    clientId: "acme-client",
    scopes: defaultScopes(provider),
    ...sealTokens(gateway.app.deps, integrationId, { accessToken, refreshToken }),
    accessExpiresAt: null,
    refreshExpiresAt: null,
    connectedAt: now,
    updatedAt: now,
  };
  await insertIntegration(gateway.database.database.orm, row);
  return { key, userId, integrationId, accessToken };
}

export interface AcmeGateway extends Connected {
  gateway: TestGateway;
  upstream: TcpUpstream;
  close(): Promise<void>;
}

/** Ignores a provider's Retry-After, for suites that try many responses in turn. */
const NO_COOLDOWNS: GatewayOptions["cooldowns"] = { secondsLeft: () => 0, start: () => {}, clear: () => {} };

/** A gateway with a scripted provider and a connected user. */
export async function startAcmeGateway(
  options: Partial<GatewayOptions> = {},
  plugin: Provider = acme,
): Promise<AcmeGateway> {
  const upstream = await startTcpUpstream();
  const client = { clientId: "acme-client", clientSecret: "acme-secret" };
  const settings = { acme: { ...client, baseUrl: upstream.url, tokenUrl: `${upstream.url}/token` } };
  const gateway = await startTestGateway({
    lane: "embedded",
    plugins: [plugin],
    settings,
    cooldowns: NO_COOLDOWNS,
    ...options,
  });
  return {
    gateway,
    upstream,
    ...(await connected(gateway, plugin)),
    async close() {
      await upstream.close();
      await gateway.close();
    },
  };
}
