// G-2, S-116: on no route does a session's token reach another account, another connection or a raw request, or change anything of the
// gateway's own.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { RAW_PERMISSION } from "../../src/providers/registry/raw-tool.ts";
import type { ApiKeyRoute } from "../../src/web/pipeline/route.ts";
import { acme } from "../support/acme.ts";
import { apiDocument } from "../support/api-document.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { foreignValues, matrixOf, type Row } from "../support/isolation-matrix.ts";
import { type Override, sendAs } from "../support/isolation-requests.ts";
import {
  createTestPartner,
  insertPendingApproval,
  recordingProvider,
  rowsContaining,
  type TestPartner,
  tokenOf,
} from "../support/test-partners.ts";
import { UNGUARDED } from "../support/unguarded.ts";

setDefaultTimeout(900_000);
const ATTEMPTS = Number(process.env.ATTEMPTS ?? 10_000);
const AT_ONCE = 40;
const CONNECTED = { account: ["acme", "github", "slack"], other: ["acme", "github"], own: ["acme", "slack"] };
const PROTECTED_TABLES = [
  ...[
    "accounts",
    "connections",
    "pending_grants",
    "connect_sessions",
    "panel_sessions",
    "partners",
    "oauth_apps",
    "api_keys",
  ],
  ...["sources", "inbox_events", "webhook_endpoints", "webhook_messages", "mcp_grants"],
];
/** Our own routes that a session may use. */
const ALLOWED = [
  "create_child_session",
  "execute_tool",
  "get_approval",
  "list_account_integrations",
  "list_integrations",
  "list_provider_tools",
  "list_providers",
  "list_service_tools",
  "list_tools",
  "mcp_message",
  "search_tool_names",
  "search_tools",
];

/** A session, and the tokens that its requests to providers may have. */
interface Kind {
  token: string;
  id: string;
  /** A call of its own that waits. */
  approvalId: string;
  tokens: readonly string[];
  /** What it may send raw, as the recorded requests have it. */
  raw?: RegExp;
}

/** Nothing but raw requests, so that each request of its own is one. */
const RAW_ONLY = { raw: ["acme:GET /items/*"], allow: ["acme_request"] };

for (const lane of laneOf(import.meta.file)) {
  const upstream = recordingProvider(() => Response.json({}));
  let gateway: TestGateway;
  let rows: Row[];
  let routes: ReadonlyMap<string, ApiKeyRoute>;
  let party: TestPartner;
  let victim: TestPartner;
  let kinds: Kind[];
  beforeAll(async () => {
    const plugins = [...(await builtInPlugins()), acme];
    const settings = Object.fromEntries(plugins.map(({ id }) => [id, { clientId: "client", clientSecret: "secret" }]));
    gateway = await startTestGateway({ lane, plugins, settings, fetch: upstream.fetch });
    const api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
    rows = matrixOf(api, new Set(plugins.map(({ id }) => id))).filter(({ operation }) =>
      operation.path.startsWith("/api/v1/"),
    );
    routes = new Map(gateway.app.routes.flatMap((route) => (route.access === "key" ? [[route.id, route]] : [])));
    victim = await createTestPartner(gateway, CONNECTED);
    party = await createTestPartner(gateway, CONNECTED);
    const ofAccount = { userId: party.userId, accountId: party.account.id };
    const ofUser = { userId: party.userId, accountId: null };
    const account = party.account.externalId;
    kinds = [
      await made(
        {},
        ["acme", "slack"].map((one) => tokenOf(ofUser, one)),
      ),
      await made(
        { account },
        ["acme", "github", "slack"].map((one) => tokenOf(ofAccount, one)),
      ),
      await made(
        { account, allow: ["github", "acme"] },
        ["acme", "github"].map((one) => tokenOf(ofAccount, one)),
      ),
      await made({ account, connections: ["github:default"] }, [tokenOf(ofAccount, "github")]),
      {
        ...(await made(RAW_ONLY, [tokenOf(ofUser, "acme")])),
        raw: /^GET https:\/\/api\.acme\.example\/items\/[^/]+$/,
      },
      await made({ connections: ["slack:default"], read_only: true }, [tokenOf(ofUser, "slack")]),
    ];
  }, 120_000);
  afterAll(() => gateway.close());

  const made = async (body: object, tokens: readonly string[]): Promise<Kind> => {
    const response = await gateway.call("POST", "/api/v1/agent-sessions", {
      key: party.key,
      body: { ...UNGUARDED, ...body, expires_in: 7 * 86_400 },
    });
    if (response.status !== 200) throw new Error(response.text);
    const { token, id } = response.json.data;
    return { token, id, tokens, approvalId: await insertPendingApproval(gateway, party.userId, { callerId: id }) };
  };

  /** A request with what is the session's owner's, with headers that name an account, and with each foreign value. */
  function* variants(row: Row): Generator<[string, readonly Override[], Record<string, string>]> {
    yield ["as it is", [], {}];
    const { account, other } = party;
    for (const [what, id] of [
      ["its account", account.externalId],
      ["another account", other.externalId],
      ["another partner's account", victim.account.externalId],
    ] as const)
      yield [`with ${what} in X-Account-Id`, [], { "x-account-id": id }];
    for (const position of row.positions) {
      if (position.kind === "idempotency_key" || position.kind === "external_id") continue;
      for (const [what, value] of Object.entries(foreignValues(position.kind, row, victim, party)))
        yield [`with ${what}`, [{ position, value }], {}];
    }
  }

  test(`G-2: of ${ATTEMPTS} attempts over every route none reaches what is not the session's`, async () => {
    const state = async () => [
      // A session makes others below itself, and its owner's inbox says so.
      ...(await rowsContaining(gateway, party.userId, PROTECTED_TABLES)).filter(
        (row) => !row.includes(",agent_session.created,"),
      ),
      ...(await rowsContaining(gateway, victim.userId, [...PROTECTED_TABLES, "agent_sessions"])),
    ];
    const before = await state();
    const attempts = rows.flatMap((row) =>
      [...variants(row)].flatMap((one) => kinds.map((kind) => ({ row, kind, one }))),
    );
    const wrong: string[] = [];
    const reached = new Map<string, number>();
    let tried = 0;
    const attempt = async ({ row, kind, one: [what, overrides, headers] }: (typeof attempts)[number]) => {
      const { operationId } = row.operation;
      const route = routes.get(operationId);
      const own = { ...party, key: kind.token, agentSessionId: kind.id, approvalId: kind.approvalId };
      const accountHeader = Object.keys(headers).length > 0 ? headers : {};
      const response = await sendAs(gateway, withoutAccountHeader(row), own, overrides, accountHeader);
      tried++;
      const isRaw =
        operationId.startsWith("proxy_") || route?.permissions.some((name) => name.endsWith(RAW_PERMISSION));
      const isOfProvider = route?.provider !== undefined;
      const isOk = response.status < 400;
      if (isOk) reached.set(operationId, (reached.get(operationId) ?? 0) + 1);
      const isMistake = isOk && ((isRaw && !kind.raw) || (!isOfProvider && !ALLOWED.includes(operationId)));
      const holdsForeign = isOk && isForeign(response.text);
      if (isMistake || holdsForeign || response.status === 500 || response.status === 401)
        wrong.push(`${operationId} ${what}: ${response.status} ${response.text.slice(0, 200)}`);
    };
    // One kind at a time, so that each request to a provider is known to be one of its own.
    while (tried < ATTEMPTS)
      for (const kind of kinds) {
        const from = upstream.requests.length;
        const own = attempts.filter((one) => one.kind === kind);
        for (let i = 0; i < own.length; i += AT_ONCE) {
          gateway.clock.nextMinute();
          await Promise.all(own.slice(i, i + AT_ONCE).map(attempt));
        }
        const foreign = upstream.requests.slice(from).filter(({ token }) => !kind.tokens.includes(token));
        const beyond = upstream.requests
          .slice(from)
          .filter(({ method, url }) => kind.raw && !kind.raw.test(`${method} ${url.origin}${url.pathname}`));
        wrong.push(...beyond.map(({ method, url }) => `${method} ${url} beyond its patterns`));
        wrong.push(...foreign.map(({ url, token }) => `${url} with ${token}, beyond ${kind.tokens.join()}`));
      }
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(await state()).toEqual(before);
    // All of our own that it may use were reached, and calls of providers: a run of refusals would prove nothing.
    const documented = rows.map(({ operation }) => operation.operationId);
    const mine = ALLOWED.filter((id) => documented.includes(id) && id !== "execute_tool");
    expect(mine.filter((id) => !reached.has(id))).toEqual([]);
    expect(new Set(upstream.requests.map(({ token }) => token)).size).toBeGreaterThan(3);
  });

  test("the routes that take sessions are these alone, and none of them declares what no session has", () => {
    const taking = [...routes.values()].filter((route) => route.takesAgentSessions === true).map(({ id }) => id);
    expect(taking.sort()).toEqual(ALLOWED);
  });

  const isForeign = (text: string) =>
    [victim.userId, victim.account.id, victim.account.externalId, party.other.externalId].some((id) =>
      text.includes(id),
    );

  /** The header is one of the variants, in place of the matrix's own. */
  const withoutAccountHeader = (row: Row): Row => ({
    ...row,
    positions: row.positions.filter(({ kind, where }) => !(where === "header" && kind === "external_id")),
  });
}
