// A key with a list of permissions may do exactly what the list names, on every route.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { allows, GATEWAY_PERMISSIONS } from "../../src/identity/keys/permissions.ts";
import type { AnyCall, Provider } from "../../src/plugin/index.ts";
import { isPartners } from "../../src/web/http/route.ts";
import type { ApiKeyRoute } from "../../src/web/pipeline/route.ts";
import { acme } from "../support/acme.ts";
import { apiDocument } from "../support/api-document.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { callOf, endpointFixtures } from "../support/fixture-replay.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { matrixOf, type Row } from "../support/isolation-matrix.ts";
import { sendAs } from "../support/isolation-requests.ts";
import { codeOf, partnerError } from "../support/responses.ts";
import { createTestPartner, recordingProvider, rowsContaining, type TestPartner } from "../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const AT_ONCE = 40;
const PROTECTED_TABLES = ["accounts", "integrations", "pending_grants", "connect_sessions", "partners", "oauth_apps"];
const DENIED = "Permission denied";
/** What this gateway can do, which any key may read. */
const CATALOGUES = [
  "list_provider_tools",
  "list_providers",
  "list_service_tools",
  "list_tools",
  "search_tool_names",
  "search_tools",
];
/** Routes that hand a request on to the one that it means, whose permissions count. */
const FORWARDING = [
  "execute_tool",
  "mcp_message",
  ...["delete", "get", "patch", "post", "put"].map((method) => `proxy_${method}`),
];

describe("S-101: a key's permissions", () => {
  const upstream = recordingProvider(() => Response.json({}));
  let gateway: TestGateway;
  let plugins: readonly Provider[];
  let party: TestPartner;
  let routes: ApiKeyRoute[];
  /** Every permission required by a route. */
  let needed: string[];
  const rows = new Map<string, Row>();
  const recorded = new Map<string, AnyCall>();
  beforeAll(async () => {
    plugins = [...(await builtInPlugins()), acme];
    const settings = Object.fromEntries(plugins.map(({ id }) => [id, { clientId: "client", clientSecret: "secret" }]));
    gateway = await startTestGateway({ lane: "postgres", plugins, settings, fetch: upstream.fetch });
    const api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
    for (const row of matrixOf(api, new Set(plugins.map(({ id }) => id)))) rows.set(row.operation.operationId, row);
    for (const { endpoint, fixtures } of await endpointFixtures()) {
      const plain = fixtures.find(({ call }) => !call?.upload);
      if (plain) recorded.set(endpoint.tool, callOf(plain));
    }
    party = await createTestPartner(gateway, { account: ["acme"], other: [], own: ["slack"] });
    routes = gateway.app.routes.filter((route) => route.access === "key");
    needed = [...new Set(routes.flatMap(({ permissions }) => permissions))];
  });
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  /** Patterns that match every permission except one: other providers, services and actions. */
  const allBut = (permission: string): string[] => {
    const [provider, service] = permission.split(/[:.]/) as [string, string];
    const ofProvider = needed.filter((one) => one.startsWith(`${provider}:`));
    const services = new Set(ofProvider.map((one) => one.replace(/\..*/, "")));
    const ids = [...plugins.map(({ id }) => id), "gateway"];
    return [
      ...ids.filter((id) => id !== provider).map((id) => `${id}:*`),
      ...[...services].filter((one) => one !== `${provider}:${service}`).map((one) => `${one}.*`),
      ...ofProvider.filter((one) => one.startsWith(`${provider}:${service}.`) && one !== permission),
      ...[
        "proxy.use",
        "gateway:partner.manage",
        "gateway:keys.read",
        "gateway:keys.write",
        "gateway:policies.read",
        "gateway:policies.write",
        "gateway:approvals.decide",
        "gateway:export.read",
        "gateway:shares.manage",
      ].filter((one) => one !== permission),
    ];
  };
  const keys = new Map<string, string>();
  const keyWith = async (permissions: string[]): Promise<string> => {
    const list = JSON.stringify(permissions);
    if (!keys.has(list)) {
      const made = await gateway.admin("POST", "/keys", { user: party.userId, permissions });
      if (made.status !== 200) throw new Error(`A key with ${list}: ${made.text}`);
      keys.set(list, made.json.data.key);
    }
    return keys.get(list) as string;
  };
  const rowOf = ({ id }: ApiKeyRoute) => rows.get(id) as Row;
  /** Sends a valid request, from the endpoint's fixture or sampled from its schemas. */
  const send = async (route: ApiKeyRoute, permissions: string[]) => {
    const key = await keyWith(permissions);
    const call = recorded.get(route.id);
    if (!call) return sendAs(gateway, rowOf(route), { ...party, key });
    const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(call.params[name] ?? ""));
    const query = new URLSearchParams(
      Object.entries(call.query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
      ),
    );
    const headers = { "x-account-id": party.account.externalId };
    return gateway.call(route.method, `${path}?${query}`, { key, headers, ...(route.body && { body: call.body }) });
  };
  /** Runs `check` for routes in batches, each in its own minute; returns violations. */
  const wrongOnes = async (of: readonly ApiKeyRoute[], check: (route: ApiKeyRoute) => Promise<string[]>) => {
    expect(of.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (let i = 0; i < of.length; i += AT_ONCE) {
      gateway.clock.nextMinute();
      wrong.push(...(await Promise.all(of.slice(i, i + AT_ONCE).map(check))).flat());
    }
    return wrong;
  };
  const guarded = () => routes.filter(({ permissions }) => permissions.length > 0);
  const own = () => guarded().filter(({ provider }) => provider === undefined);

  test("every route declares its permissions: catalogues none, providers their endpoint's, the others a gateway permission", () => {
    const bare = routes.filter(({ permissions }) => permissions.length === 0).map(({ id }) => id);
    expect(bare.sort()).toEqual([...FORWARDING, ...CATALOGUES].sort());
    const ofEndpoints = new Map(gateway.app.deps.registry.endpoints.map((one) => [one.tool, one]));
    for (const { id, permissions } of guarded()) {
      const endpoint = ofEndpoints.get(id);
      const expected = endpoint?.needs.map((permission) => `${endpoint.provider.id}:${permission}`);
      if (expected) expect([id, permissions]).toEqual([id, expected]);
      else expect(GATEWAY_PERMISSIONS as readonly string[]).toEqual(expect.arrayContaining([...permissions]));
    }
    const used = needed.filter((one) => one.startsWith("gateway:"));
    const without = GATEWAY_PERMISSIONS.filter((one) => !used.includes(one));
    expect(without).toEqual([]);
  });

  test("no permission implies another", () => {
    for (const permission of needed) {
      const rest = allBut(permission);
      expect(needed.filter((one) => !allows(rest, one))).toEqual([permission]);
      expect(needed.filter((one) => allows([permission], one))).toEqual([permission]);
    }
    expect(needed.length).toBeGreaterThan(60);
  });

  test("a key with every other permission is refused on every route, before anything is changed or sent", async () => {
    const state = () => rowsContaining(gateway, party.userId, PROTECTED_TABLES);
    const [before, sent] = [await state(), upstream.requests.length];
    const wrong = await wrongOnes(guarded(), async (route) => {
      const violations: string[] = [];
      for (const permission of route.permissions) {
        const response = await send(route, allBut(permission));
        const about = `${route.id} without ${permission}: ${response.status} ${response.text.slice(0, 300)}`;
        const isPartnerShape = isPartners(route) || route.owner === "user-or-account";
        const lacking = { reason: "key_permission", missing_permissions: [permission] };
        const body = isPartnerShape ? partnerError(DENIED, "PERMISSION_DENIED", lacking) : { error: DENIED };
        const isRefused = codeOf(response) === "403 PERMISSION_DENIED" && Bun.deepEquals(response.json, body);
        if (!isRefused) violations.push(about);
      }
      return violations;
    });
    expect(wrong).toEqual([]);
    expect(await state()).toEqual(before);
    expect(upstream.requests.slice(sent)).toEqual([]);
  });

  test("HEAD is refused as GET is", async () => {
    const key = await keyWith([]);
    for (const route of own().filter(({ method }) => method === "GET")) {
      const path = route.path.replace("{scope}", "user").replace(/\{[^}]+\}/g, "acme");
      expect([route.id, codeOf(await gateway.call("HEAD", path, { key }))]).toEqual([
        route.id,
        "403 PERMISSION_DENIED",
      ]);
    }
  });

  test("a key with an empty list can only read the providers and the tool definitions", async () => {
    const documented = routes.filter((route) => route.responds !== "protocol");
    const statuses = await wrongOnes(documented, async (route) => [`${(await send(route, [])).status} ${route.id}`]);
    expect(statuses.filter((one) => !one.startsWith("403")).sort()).toEqual(CATALOGUES.map((id) => `200 ${id}`));
  });

  test("S-102: neither * nor gateway:* nor a key without a list may move redirect origins, OAuth clients or webhooks, see or end credentials, or export everything", async () => {
    const named = ["gateway:partner.manage", "gateway:keys.read", "gateway:keys.write", "gateway:export.read"];
    const managing = own().filter(({ permissions }) => permissions.some((one) => named.includes(one)));
    expect(managing.map(({ id }) => id).sort()).toEqual([
      "change_evidence_setting",
      "create_webhook_endpoint",
      "delete_oauth_app",
      "delete_webhook_endpoint",
      "export_data",
      "get_brand",
      "get_evidence_setting",
      "get_key",
      "get_mcp_client",
      "get_redirect_origins",
      "get_webhook_delivery",
      "get_webhook_endpoint",
      "list_keys",
      "list_mcp_clients",
      "list_oauth_apps",
      "list_webhook_deliveries",
      "list_webhook_endpoints",
      "put_webhook_endpoint",
      "replace_brand",
      "replace_redirect_origins",
      "replay_webhook_events",
      "revoke_key",
      "revoke_mcp_client",
      "rotate_webhook_secret",
      "save_oauth_app",
      "test_webhook_endpoint",
      "update_webhook_endpoint",
    ]);
    const plain = (await gateway.admin("POST", "/keys", { user: party.userId })).json.data.key as string;
    for (const route of managing) {
      const responses = [
        await sendAs(gateway, rowOf(route), { ...party, key: plain }),
        await send(route, ["*"]),
        await send(route, ["gateway:*"]),
      ];
      expect([route.id, ...responses.map(codeOf)]).toEqual([route.id, ...Array(3).fill("403 PERMISSION_DENIED")]);
    }
    const listed = await send(managing.find(({ id }) => id === "get_redirect_origins") as ApiKeyRoute, [
      "*",
      "gateway:partner.manage",
    ]);
    expect(listed.json).toEqual({ ok: true, data: { origins: ["https://partner.example.com"] } });
  });

  test("the checks run in order: input, permission, existence", async () => {
    const key = await keyWith(["gmail.read"]);
    const account = `/api/v1/accounts/${party.account.id}`;
    for (const [method, path, body] of [
      ["POST", "/api/v1/accounts", { external_id: "a", nothing: 1 }],
      ["PATCH", account, { display_name: 7 }],
      ["GET", "/api/v1/accounts?limit=0", undefined],
      ["GET", "/api/v1/usage?nothing=1", undefined],
      ["PUT", "/api/v1/redirect-origins", { origins: 7 }],
    ] as const) {
      expect(codeOf(await gateway.call(method, path, { key, body }))).toBe("400 VALIDATION_ERROR");
    }
    for (const id of [party.account.id, crypto.randomUUID()]) {
      expect(codeOf(await gateway.call("DELETE", `/api/v1/accounts/${id}`, { key }))).toBe("403 PERMISSION_DENIED");
    }
  });

  test("a key with exactly the route's permissions is admitted", async () => {
    // Last, because calls for a deleted account end before the permission check, and a panel needs an origin.
    const isLast = ({ id }: ApiKeyRoute) => id === "delete_account" || id === "replace_redirect_origins";
    const wrong: string[] = [];
    for (const some of [guarded().filter((route) => !isLast(route)), guarded().filter(isLast)]) {
      wrong.push(
        ...(await wrongOnes(some, async (route) => {
          // Nobody lends what they may not do themselves.
          const lent = route.id.startsWith("lend_") ? plugins.map(({ id }) => `${id}:*`) : [];
          const response = await send(route, [...route.permissions, ...lent]);
          const isThrough = response.json?.error !== DENIED && !/VALIDATION|ACCOUNT_NOT_FOUND/.test(codeOf(response));
          return isThrough ? [] : [`${route.id}: ${response.text.slice(0, 300)}`];
        })),
      );
    }
    expect(wrong).toEqual([]);
  });
});
