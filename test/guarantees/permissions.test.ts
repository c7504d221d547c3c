// What a key with a list of permissions may do: on every route what the list names, and nothing beyond it.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { allows, GATEWAY_PERMISSIONS } from "../../src/keys/permissions.ts";
import type { ApiKeyRoute } from "../../src/pipeline/route.ts";
import type { AnyCall, Provider } from "../../src/plugin/index.ts";
import { acme } from "../support/acme.ts";
import { codeOf, partnerError } from "../support/answers.ts";
import { type ApiDocument, apiDocument } from "../support/api-document.ts";
import { ask } from "../support/asking.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { matrixOf, type Row } from "../support/isolation-matrix.ts";
import { makeParty, noting, type Party, rowsWith } from "../support/parties.ts";
import { callOf, recordedEndpoints } from "../support/recorded-calls.ts";

setDefaultTimeout(HOOK_MS);
const AT_ONCE = 40;
const KEPT = ["accounts", "integrations", "pending_grants", "connect_sessions", "partners", "oauth_apps"];
const DENIED = "Permission denied";
const TOOLS = ["list_provider_tools", "list_service_tools", "list_tools", "search_tool_names", "search_tools"];

describe("S-101: a key's permissions", () => {
  const upstream = noting(() => Response.json({}));
  let gateway: TestGateway;
  let plugins: readonly Provider[];
  let api: ApiDocument;
  let party: Party;
  let routes: ApiKeyRoute[];
  /** Every permission that a route needs. */
  let needed: string[];
  const rows = new Map<string, Row>();
  const recorded = new Map<string, AnyCall>();
  beforeAll(async () => {
    plugins = [...(await builtInPlugins()), acme];
    const settings = Object.fromEntries(plugins.map(({ id }) => [id, { clientId: "client", clientSecret: "secret" }]));
    gateway = await startTestGateway({ lane: "postgres", plugins, settings, fetch: upstream.fetch });
    api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
    for (const row of matrixOf(api, new Set(plugins.map(({ id }) => id)))) rows.set(row.operation.operationId, row);
    for (const { endpoint, fixtures } of await recordedEndpoints())
      if (fixtures[0]) recorded.set(endpoint.tool, callOf(fixtures[0]));
    party = await makeParty(gateway, { account: ["acme"], other: [], own: ["slack"] });
    routes = gateway.app.routes.filter((route) => route.access === "key");
    needed = [...new Set(routes.flatMap(({ permissions }) => permissions))];
  });
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  /** Patterns of every permission there is but one: whole providers, the other services, the service's other actions. */
  const allBut = (permission: string): string[] => {
    const [provider, service] = permission.split(/[:.]/) as [string, string];
    const ofProvider = needed.filter((one) => one.startsWith(`${provider}:`));
    const services = new Set(ofProvider.map((one) => one.replace(/\..*/, "")));
    const ids = [...plugins.map(({ id }) => id), "gateway"];
    return [
      ...ids.filter((id) => id !== provider).map((id) => `${id}:*`),
      ...[...services].filter((one) => one !== `${provider}:${service}`).map((one) => `${one}.*`),
      ...ofProvider.filter((one) => one.startsWith(`${provider}:${service}.`) && one !== permission),
      ...["proxy.use", "gateway:partner.manage"].filter((one) => one !== permission),
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
  /** A valid request: what a fixture of the endpoint asks, or a sample of the schemas. */
  const send = async (route: ApiKeyRoute, permissions: string[]) => {
    const key = await keyWith(permissions);
    const call = recorded.get(route.id);
    if (!call) return ask(gateway, rowOf(route), { ...party, key });
    const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(call.params[name] ?? ""));
    const query = new URLSearchParams(
      Object.entries(call.query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
      ),
    );
    const headers = { "x-account-id": party.account.externalId };
    return gateway.call(route.method, `${path}?${query}`, { key, headers, ...(route.body && { body: call.body }) });
  };
  /** Runs `check` for routes, some at a time, each group in a minute of its own; gives what is wrong. */
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

  test("every route says which it needs: tools none, providers their endpoints', the others one of the gateway's own", () => {
    const bare = routes.filter(({ permissions }) => permissions.length === 0).map(({ id }) => id);
    expect(bare.sort()).toEqual(TOOLS);
    const ofEndpoints = new Map(gateway.app.deps.registry.endpoints.map((one) => [one.tool, one]));
    for (const { id, permissions } of guarded()) {
      const endpoint = ofEndpoints.get(id);
      const expected = endpoint?.needs.map((permission) => `${endpoint.provider.id}:${permission}`);
      if (expected) expect([id, permissions]).toEqual([id, expected]);
      else expect(GATEWAY_PERMISSIONS as readonly string[]).toEqual(expect.arrayContaining([...permissions]));
    }
    const used = needed.filter((one) => one.startsWith("gateway:"));
    const without = GATEWAY_PERMISSIONS.filter((one) => !used.includes(one));
    expect(without).toEqual(["gateway:inbox.read", "gateway:inbox.write"]);
  });

  test("all but one of the permissions is not that one, and one is no other", () => {
    for (const permission of needed) {
      const rest = allBut(permission);
      expect(needed.filter((one) => !allows(rest, one))).toEqual([permission]);
      expect(needed.filter((one) => allows([permission], one))).toEqual([permission]);
    }
    expect(needed.length).toBeGreaterThan(60);
  });

  test("a key with every other permission is refused on every route, before anything is done or sent", async () => {
    const state = () => rowsWith(gateway, party.userId, KEPT);
    const [before, sent] = [await state(), upstream.requests.length];
    const wrong = await wrongOnes(guarded(), async (route) => {
      const faults: string[] = [];
      for (const permission of route.permissions) {
        const answer = await send(route, allBut(permission));
        const about = `${route.id} without ${permission}: ${answer.status} ${answer.text.slice(0, 300)}`;
        const inB = route.isPartnerRoute || route.acceptsAccount;
        const body = inB ? partnerError(DENIED, "PERMISSION_DENIED") : { error: DENIED };
        const isRefused = codeOf(answer) === "403 PERMISSION_DENIED" && Bun.deepEquals(answer.json, body);
        if (!isRefused) faults.push(about);
        faults.push(...api.undocumented(rowOf(route).operation, answer).map((fault) => `${about}: ${fault}`));
      }
      return faults;
    });
    expect(wrong).toEqual([]);
    expect(await state()).toEqual(before);
    expect(upstream.requests.slice(sent)).toEqual([]);
  });

  test("HEAD is refused as GET is", async () => {
    const key = await keyWith([]);
    for (const route of own().filter(({ method }) => method === "GET")) {
      const path = route.path.replace(/\{[^}]+\}/g, "acme");
      expect([route.id, codeOf(await gateway.call("HEAD", path, { key }))]).toEqual([
        route.id,
        "403 PERMISSION_DENIED",
      ]);
    }
  });

  test("a key with an empty list has the tools' definitions and nothing else", async () => {
    const statuses = await wrongOnes(routes, async (route) => [`${(await send(route, [])).status} ${route.id}`]);
    expect(statuses.filter((one) => !one.startsWith("403")).sort()).toEqual(TOOLS.map((id) => `200 ${id}`));
  });

  test("S-102: neither * nor gateway:* nor a key without a list may move redirect origins or OAuth clients", async () => {
    const managing = own().filter(({ permissions }) => permissions.includes("gateway:partner.manage"));
    expect(managing.map(({ id }) => id).sort()).toEqual([
      "delete_oauth_app",
      "get_redirect_origins",
      "list_oauth_apps",
      "replace_redirect_origins",
      "save_oauth_app",
    ]);
    const plain = await gateway.partner({ permissions: null });
    for (const route of managing) {
      const answers = [
        await ask(gateway, rowOf(route), { ...party, key: plain.key }),
        await send(route, ["*"]),
        await send(route, ["gateway:*"]),
      ];
      expect([route.id, ...answers.map(codeOf)]).toEqual([route.id, ...Array(3).fill("403 PERMISSION_DENIED")]);
    }
    const listed = await send(managing.find(({ id }) => id === "get_redirect_origins") as ApiKeyRoute, [
      "*",
      "gateway:partner.manage",
    ]);
    expect(listed.json).toEqual({ ok: true, data: { origins: [] } });
  });

  test("what is not valid, or another's, is told only by the order of checks: input, permission, existence", async () => {
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

  test("a key with just what a route needs is let through", async () => {
    // Without the account the calls that name it would end before the permission is looked at.
    const isLast = ({ id }: ApiKeyRoute) => id === "delete_account";
    const wrong: string[] = [];
    for (const some of [guarded().filter((route) => !isLast(route)), guarded().filter(isLast)]) {
      wrong.push(
        ...(await wrongOnes(some, async (route) => {
          const answer = await send(route, [...route.permissions]);
          const isThrough = answer.json?.error !== DENIED && !/VALIDATION|ACCOUNT_NOT_FOUND/.test(codeOf(answer));
          return isThrough ? [] : [`${route.id}: ${answer.text.slice(0, 300)}`];
        })),
      );
    }
    expect(wrong).toEqual([]);
  });
});
