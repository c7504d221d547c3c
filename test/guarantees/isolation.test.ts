// Calls every route with every kind of foreign id: the response equals that for an unknown id, and nothing is changed or sent.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { AccountDirectory } from "../../src/identity/accounts/service.ts";
import { BY_EXTERNAL_ID } from "../../src/identity/owner.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { permissionsOf } from "../../src/providers/registry/scopes.ts";
import { acme } from "../support/acme.ts";
import { acmePlugin } from "../support/acme-plugin.ts";
import { apiDocument } from "../support/api-document.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { type ApiResponse, BUILT_IN, startTestGateway, type TestGateway } from "../support/gateway.ts";
import {
  foreignValues,
  type Kind,
  matrixOf,
  type Position,
  type Row,
  randomValue,
} from "../support/isolation-matrix.ts";
import { comparable, comparableCreation, type Override, sendAs } from "../support/isolation-requests.ts";
import { codeOf } from "../support/responses.ts";
import {
  type Connections,
  createTestPartner,
  insertGrant,
  recordingProvider,
  rowsContaining,
  type TestPartner,
  tokenOf,
} from "../support/test-partners.ts";

// A fresh partner for each route that may delete its objects.
setDefaultTimeout(5 * HOOK_MS);
/** With sources of chosen things: one has the name that sample bodies have, the other that of the partners' own. */
const watching = (plugin: Provider): Provider => {
  const source: NonNullable<Provider["sources"]>[string] = {
    description: "A sample.",
    permission: permissionsOf(plugin)[0] as `${string}.${string}`,
    resource: { description: "Any.", pattern: /.+/ },
    poll: { start: async () => "", next: async () => ({ items: [], position: "", more: false }) },
  };
  return { ...plugin, sources: { sample: source, items: source } };
};
const PLUGINS = [...BUILT_IN, acme, acmePlugin("spare")].map(watching);
const CLIENT = { clientId: "client", clientSecret: "secret" };
const SETTINGS = Object.fromEntries(PLUGINS.map(({ id }) => [id, CLIENT]));
const EVERYTHING = ["google", "github", "slack", "acme"];
const OF_VICTIM: Connections = { account: EVERYTHING, other: ["github"], own: ["slack", "acme"], borrows: true };
/** The attacker's account has only a pending grant of acme, so any data that it gets is foreign. */
const OF_ATTACKER: Connections = { account: [], other: ["github"], own: ["slack"], borrows: true };
/** Tables in which the attacker's own rows must stay unchanged. */
const PROTECTED_TABLES = [
  "accounts",
  "connections",
  "pending_grants",
  "connect_sessions",
  "partners",
  "sources",
  "inbox_events",
  "webhook_endpoints",
  "webhook_messages",
  "shares",
  "mcp_grants",
  "agent_sessions",
  "approvals",
  "standing_approvals",
  "approval_links",
];
const EXPECTED: Record<Exclude<Kind, "idempotency_key" | "new_external_id">, number> = {
  account: 404,
  session: 404,
  panel_session: 404,
  provider: 404,
  source: 404,
  tool: 404,
  oauth_app: 404,
  confirm_token: 400,
  external_id: 404,
  account_filter: 200,
  key_filter: 200,
  request: 404,
  request_filter: 200,
  api_key: 404,
  mcp_grant: 404,
  agent_session: 404,
  agent_session_filter: 200,
  approval: 404,
  approval_list: 200,
  standing_approval: 404,
  session_account: 404,
  event: 404,
  event_list: 200,
  share: 404,
  borrowed_share: 404,
  invitation: 404,
  borrower: 404,
  usage_cursor: 400,
  usage_entry: 404,
  usage_time: 404,
  list_cursor: 400,
  webhook_endpoint: 404,
  account_list: 404,
  queued_event: 404,
  queued_event_filter: 200,
  operator: 401,
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const TIMES = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;
const OF_CALLS = /^\{"kind":"(audit|usage)_entry".*\n/gm;
/** So few that their refused requests stay within the address's limit of a minute. */
const AT_ONCE = 5;

for (const lane of LANES) {
  describe(`isolation on ${lane}`, () => {
    const upstream = recordingProvider(({ url }) =>
      Response.json(url.pathname.startsWith("/items") ? { id: 1, title: "one", items: [] } : {}),
    );
    let gateway: TestGateway;
    let mutated: TestGateway;
    let rows: Row[];
    let victim: TestPartner;
    let attacker: TestPartner;
    beforeAll(async () => {
      const options = { lane, plugins: PLUGINS, settings: SETTINGS, fetch: upstream.fetch };
      gateway = await startTestGateway(options);
      const api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
      rows = matrixOf(api, new Set(PLUGINS.map(({ id }) => id)));
      victim = await createTestPartner(gateway, OF_VICTIM);
      await saveApp(victim);
      attacker = await createTestPartner(gateway, OF_ATTACKER);
      mutated = await startTestGateway({ ...options, database: gateway.database, accounts: believing });
    });
    afterAll(async () => {
      await mutated.close();
      await gateway.close();
    });

    const saveApp = ({ key }: TestPartner) =>
      gateway.call("PUT", "/api/v1/oauth-apps/google", { key, body: { client_id: "own", client_secret: "own" } });

    /** An account directory that accepts any id: it removes the handlers' check. */
    const believing: AccountDirectory = {
      findByExternalId: async (userId, externalId) => {
        const id = externalId === victim.account.externalId ? victim.account.id : crypto.randomUUID();
        return { id, userId, externalId };
      },
      require: async (userId, id) => {
        const made = { displayName: null, metadata: {}, createdAt: new Date(0), erasedAt: null };
        return { id, userId, externalId: "believed", ...made };
      },
      idOf: async (_userId, name) => name,
    };

    /** Runs `check` for all rows in batches, each in its own minute; returns violations. */
    const forEvery = async (of: readonly Row[], on: TestGateway, check: (row: Row) => Promise<string[]>) => {
      expect(of.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (let i = 0; i < of.length; i += AT_ONCE) {
        on.clock.nextMinute();
        // A user may run two reports at once.
        let reports: Promise<unknown> = Promise.resolve();
        const checked = of.slice(i, i + AT_ONCE).map((row) => {
          if (row.family !== "usage") return check(row);
          const next = reports.then(() => check(row));
          reports = next;
          return next;
        });
        wrong.push(...(await Promise.all(checked)).flat());
      }
      return wrong;
    };
    const nameOf = ({ operation }: Row) => `${operation.method} ${operation.path}`;

    /** Compares the response to each foreign value with that to an unknown value; returns differences. */
    const compare = async (on: TestGateway, row: Row, position: Position): Promise<string[]> => {
      const wrong: string[] = [];
      // Inbox, audit log and export of an account that is believed in are empty: their queries ask for the user too.
      const isEmptied =
        on === mutated && ["inbox", "audit", "export"].includes(row.family) && position.kind === "external_id";
      const expectedOf = (value: string) =>
        value.startsWith(BY_EXTERNAL_ID) ? 404 : EXPECTED[position.kind as keyof typeof EXPECTED];
      const read = (response: ApiResponse, value: string) => {
        const text = comparable(response, [value, encodeURIComponent(value), value.replace(BY_EXTERNAL_ID, "")]);
        // An export names its owner, and has the calls that were made for it.
        if (row.family === "export") return text.replace(OF_CALLS, "").replace(UUIDS, "(id)").replace(TIMES, "(time)");
        // The summary contains the caller's own limits, which change with every call.
        return row.operation.operationId === "summarise_usage"
          ? text
              .replace(/"remaining":\d+|"used_this_minute":\d+|"used_today":\d+/g, "")
              .replace(/"calls":\d+,"quota"/, "")
          : text;
      };
      const values = Object.entries(foreignValues(position.kind, row, victim, attacker));
      // An account id accepted without a look-up must still be a UUID.
      const tried = on === mutated && position.kind === "account" ? values.filter(([, id]) => UUID.test(id)) : values;
      for (const [what, value] of tried) {
        const [foreign, random] = [value, randomValue(position.kind, value)];
        const [foreignResponse, nobodys] = [
          await override(on, row, [{ position, value: foreign }]),
          await override(on, row, [{ position, value: random }]),
        ];
        const about = `${nameOf(row)}, ${position.name}: ${what}`;
        if (foreignResponse.status !== expectedOf(value) && !(isEmptied && foreignResponse.status === 200))
          wrong.push(`${about}: ${foreignResponse.status} ${foreignResponse.text.slice(0, 300)}`);
        if (read(foreignResponse, foreign) !== read(nobodys, random)) {
          wrong.push(
            `${about}:\n${read(foreignResponse, foreign).slice(0, 500)}\nis not\n${read(nobodys, random).slice(0, 500)}`,
          );
        }
      }
      return wrong;
    };
    const override = (on: TestGateway, row: Row, overrides: readonly Override[]) =>
      sendAs(on, row, attacker, overrides);
    const idempotent = ({ operation }: Row) => ({ "idempotency-key": `kept-${operation.operationId}` });
    const valuesOf = (party: TestPartner) => [party.account.externalId, party.other.externalId, party.friend];
    const positionsOf = (row: Row, kinds: readonly string[] = Object.keys(EXPECTED)) =>
      row.positions.filter(({ kind }) => kinds.includes(kind));
    /** Expects that `work` changes no row of the victim or the attacker, and sends no provider request. */
    const changingNothing = async (work: () => Promise<void>) => {
      const state = async () => ({
        // The attacker's own usage rows may contain the ids that it sent.
        victim: (await rowsContaining(gateway, victim.userId)).filter((row) => !row.includes(attacker.userId)),
        attacker: await rowsContaining(gateway, attacker.userId, PROTECTED_TABLES),
      });
      const before = await state();
      const sent = upstream.requests.length;
      await work();
      const after = await state();
      expect(after.victim).toEqual(before.victim);
      expect(after.attacker).toEqual(expect.arrayContaining(before.attacker));
      expect(upstream.requests.slice(sent).map(({ url }) => url.href)).toEqual([]);
    };

    test("S-45: the matrix covers every route and every input that names an object", () => {
      expect(rows.flatMap(({ unknown }) => unknown)).toEqual([]);
      expect(rows.filter(({ family }) => family === "partner").length).toBeGreaterThan(8);
      expect(rows.filter(({ family }) => family === "provider").length).toBeGreaterThan(90);
    });

    test("S-45: control: with own ids every route works as documented, also with an Idempotency-Key that another user has used", async () => {
      const wrong = await forEvery(rows, gateway, async (row) => {
        const { family, operation } = row;
        // Nobody is connected to the spare provider: it serves as the unknown value.
        if (family === "operator" || family === "public" || operation.tags[0] === "spare") return [];
        const isRemoving = ["partner", "own", "webhooks", "sources", "credentials", "agent_sessions"].includes(family);
        // A fresh partner for each, since a route may delete its objects.
        const own = isRemoving ? await createTestPartner(gateway, OF_VICTIM) : victim;
        if (operation.path.includes("/oauth-apps/")) await saveApp(own);
        const response = await sendAs(gateway, row, own, [], isRemoving ? idempotent(row) : {});
        const violations: string[] = [];
        // The stub's empty responses do not match every resource, which is a provider error.
        const isOfProvider = response.status === 502 || /^(GitHub|Google|Slack)/.test(response.json?.error);
        if (!isRemoving) {
          const bare = { ...row, positions: positionsOf(row, []) };
          await sendAs(gateway, bare, own);
        }
        const isRight = response.status === 200 || (family === "provider" && isOfProvider);
        if (!isRight) violations.push(response.text);
        if (isRemoving && operation.method !== "GET") {
          const other = await createTestPartner(gateway, OF_VICTIM);
          if (operation.path.includes("/oauth-apps/")) await saveApp(other);
          const again = await sendAs(gateway, row, other, [], idempotent(row));
          const [first, second] = [
            comparableCreation(response, valuesOf(own)),
            comparableCreation(again, valuesOf(other)),
          ];
          if (first !== second) violations.push(`with another's Idempotency-Key: ${second} is not ${first}`);
        }
        return violations.map((violation) => `${nameOf(row)}: ${violation}`);
      });
      expect(wrong).toEqual([]);
      const tokens = new Set(upstream.requests.map(({ token }) => token));
      for (const provider of EVERYTHING) {
        expect(tokens).toContain(tokenOf({ userId: victim.userId, accountId: victim.account.id }, provider));
      }
    });

    const compareAll = (on: TestGateway, of: readonly Row[], kinds?: readonly string[]) =>
      forEvery(of, on, async (row) => {
        const found: string[] = [];
        // Sequential: a user may run two reports at once.
        for (const one of positionsOf(row, kinds)) found.push(...(await compare(on, row, one)));
        return found;
      });

    test("S-45: S-22: a foreign id of any kind gets the response to an unknown id, byte for byte, and changes nothing", async () => {
      await changingNothing(async () => expect(await compareAll(gateway, rows)).toEqual([]));
    });

    test("S-49: the same without the handlers' account check: queries filter by user and account", async () => {
      const kinds = ["account", "external_id", "session", "panel_session", "provider", "event", "event_list"];
      // An export leaves an entry in the log of the account that is believed in, so it comes last.
      for (const some of Map.groupBy(rows, ({ family }) => family === "export").values())
        await changingNothing(async () => expect(await compareAll(mutated, some, kinds)).toEqual([]));
    });

    test("S-45: two ids of one foreign account get the response to two unknown ids, with and without the account check", async () => {
      const two = rows.filter(
        ({ positions }) => positionsOf({ positions } as Row, ["account", "session", "provider"]).length > 1,
      );
      const foreignIds: Record<string, string> = {
        account: victim.account.id,
        session: victim.account.sessionId,
        provider: "google",
      };
      await changingNothing(async () => {
        for (const on of [gateway, mutated]) {
          const wrong = await forEvery(two, on, async (row) => {
            const overrides = positionsOf(row, Object.keys(foreignIds)).map((position) => ({
              position,
              value: foreignIds[position.kind] as string,
            }));
            const random = overrides.map(({ position }) => ({ position, value: randomValue(position.kind) }));
            const [foreign, nobodys] = [await override(on, row, overrides), await override(on, row, random)];
            const [a, b] = [
              comparable(
                foreign,
                overrides.map(({ value }) => value),
              ),
              comparable(
                nobodys,
                random.map(({ value }) => value),
              ),
            ];
            return a === b && foreign.status === 404 ? [] : [`${nameOf(row)}: ${a} is not ${b}`];
          });
          expect(wrong).toEqual([]);
        }
      });
    });

    test("S-45: S-46: two partners may use the same external_id, and each reaches its own account", async () => {
      const row = rows.find(({ operation }) => operation.operationId === "create_account") as Row;
      const position = row.positions.find(({ kind }) => kind === "new_external_id") as Position;
      const name = victim.account.externalId;
      const before = await rowsContaining(gateway, victim.userId, PROTECTED_TABLES);
      const [taken, free] = [
        await override(gateway, row, [{ position, value: name }]),
        await override(gateway, row, [{ position, value: "free" }]),
      ];
      expect(taken.status).toBe(200);
      expect(comparableCreation(taken, [name])).toBe(comparableCreation(free, ["free"]));
      expect(await rowsContaining(gateway, victim.userId, PROTECTED_TABLES)).toEqual(before);
      const id = taken.json.data.id as string;
      await insertGrant(gateway, { userId: attacker.userId, accountId: id }, "acme");
      for (const [party, accountId] of [
        [attacker, id],
        [victim, victim.account.id],
      ] as const) {
        const sent = upstream.requests.length;
        const response = await gateway.call("GET", "/api/v1/acme/items/1", {
          key: party.key,
          headers: { "x-account-id": name },
        });
        expect(response.status).toBe(200);
        expect(upstream.requests.slice(sent).map(({ token }) => token)).toEqual([
          tokenOf({ userId: party.userId, accountId }, "acme"),
        ]);
      }
      const google = await gateway.call("GET", "/api/v1/google/gmail/messages", {
        key: attacker.key,
        headers: { "x-account-id": name },
      });
      expect(codeOf(google)).toBe("403 PERMISSION_DENIED");
    });
  });
}
