// Every route with every kind of somebody else's id: the same answer as for an id that nobody has, nothing changed, nothing sent.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { AccountDirectory } from "../../src/accounts/service.ts";
import { acme } from "../support/acme.ts";
import { acmePlugin } from "../support/acme-plugin.ts";
import { codeOf } from "../support/answers.ts";
import { type ApiDocument, apiDocument } from "../support/api-document.ts";
import { ask, comparable, comparableCreation, type Put } from "../support/asking.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { type Answer, BUILT_IN, startTestGateway, type TestGateway } from "../support/gateway.ts";
import {
  foreignValues,
  type Kind,
  matrixOf,
  type Position,
  type Row,
  randomValue,
} from "../support/isolation-matrix.ts";
import { type Connections, grant, makeParty, noting, type Party, rowsWith, tokenOf } from "../support/parties.ts";

setDefaultTimeout(HOOK_MS);
const PLUGINS = [...BUILT_IN, acme, acmePlugin("spare")];
const CLIENT = { clientId: "client", clientSecret: "secret" };
const SETTINGS = Object.fromEntries(PLUGINS.map(({ id }) => [id, CLIENT]));
const EVERYTHING = ["google", "github", "slack", "acme"];
const OF_VICTIM: Connections = { account: EVERYTHING, other: ["github"], own: ["slack", "acme"] };
/** The asker's account is connected to nothing, and a grant of acme waits: whatever it gets would be somebody else's. */
const OF_ASKER: Connections = { account: [], other: ["github"], own: ["slack"] };
/** Rows that belong to the asker and that no id of somebody else's may change. */
const KEPT = ["accounts", "integrations", "pending_grants", "connect_sessions", "partners"];
const EXPECTED: Record<Exclude<Kind, "idempotency_key" | "new_external_id">, number> = {
  account: 404,
  session: 404,
  provider: 404,
  oauth_app: 404,
  confirm_token: 400,
  external_id: 404,
  account_filter: 200,
  key_filter: 200,
  usage_cursor: 400,
  list_cursor: 400,
  operator: 401,
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const AT_ONCE = 40;

for (const lane of LANES) {
  describe(`isolation on ${lane}`, () => {
    const upstream = noting(({ url }) =>
      Response.json(url.pathname.startsWith("/items") ? { id: 1, title: "one", items: [] } : {}),
    );
    let gateway: TestGateway;
    let mutated: TestGateway;
    let api: ApiDocument;
    let rows: Row[];
    let victim: Party;
    let asker: Party;
    beforeAll(async () => {
      const options = { lane, plugins: PLUGINS, settings: SETTINGS, fetch: upstream.fetch };
      gateway = await startTestGateway(options);
      api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
      rows = matrixOf(api, new Set(PLUGINS.map(({ id }) => id)));
      victim = await makeParty(gateway, OF_VICTIM);
      await saveApp(victim);
      asker = await makeParty(gateway, OF_ASKER);
      mutated = await startTestGateway({ ...options, database: gateway.database, accounts: believing });
    });
    afterAll(async () => {
      await mutated.close();
      await gateway.close();
    });

    const saveApp = ({ key }: Party) =>
      gateway.call("PUT", "/api/v1/oauth-apps/google", { key, body: { client_id: "own", client_secret: "own" } });

    /** An account check that believes whatever it is told: the handlers' look-up taken out. */
    const believing: AccountDirectory = {
      findByExternalId: async (userId, externalId) => {
        const id = externalId === victim.account.externalId ? victim.account.id : crypto.randomUUID();
        return { id, userId, externalId };
      },
      require: async (userId, id) => {
        const made = { displayName: null, metadata: {}, createdAt: new Date(0) };
        return { id, userId, externalId: "believed", ...made };
      },
    };

    /** Runs `check` for all rows, some at a time, each group in a minute of its own; gives what is wrong. */
    const forEvery = async (of: readonly Row[], on: TestGateway, check: (row: Row) => Promise<string[]>) => {
      expect(of.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (let i = 0; i < of.length; i += AT_ONCE) {
        on.clock.nextMinute();
        wrong.push(...(await Promise.all(of.slice(i, i + AT_ONCE).map(check))).flat());
      }
      return wrong;
    };
    const nameOf = ({ operation }: Row) => `${operation.method} ${operation.path}`;

    /** Puts each foreign value at a position and compares with a value that nobody has; gives what differs. */
    const compare = async (on: TestGateway, row: Row, position: Position): Promise<string[]> => {
      const wrong: string[] = [];
      const expected = EXPECTED[position.kind as keyof typeof EXPECTED];
      const read = (answer: Answer, value: string) => {
        const text = comparable(answer, [value, encodeURIComponent(value)]);
        // The totals show the figures of the asker's own limits, which every call moves on.
        return row.operation.operationId === "summarise_usage"
          ? text.replace(/"remaining":\d+/, "").replace(/"calls":\d+,"quota"/, "")
          : text;
      };
      const values = Object.entries(foreignValues(position.kind, row, victim, asker));
      // An account that is believed to be there has a uuid at least.
      const tried = on === mutated && position.kind === "account" ? values.filter(([, id]) => UUID.test(id)) : values;
      for (const [what, value] of tried) {
        const [foreign, random] = [value, randomValue(position.kind)];
        const [given, nobodys] = [
          await put(on, row, [{ position, value: foreign }]),
          await put(on, row, [{ position, value: random }]),
        ];
        const about = `${nameOf(row)}, ${position.name}: ${what}`;
        if (given.status !== expected) wrong.push(`${about}: ${given.status} ${given.text.slice(0, 300)}`);
        if (read(given, foreign) !== read(nobodys, random)) {
          wrong.push(
            `${about}:\n${read(given, foreign).slice(0, 500)}\nis not\n${read(nobodys, random).slice(0, 500)}`,
          );
        }
        wrong.push(...api.undocumented(row.operation, given).map((fault) => `${about}: not documented: ${fault}`));
      }
      return wrong;
    };
    const put = (on: TestGateway, row: Row, puts: readonly Put[]) => ask(on, row, asker, puts);
    const idempotent = ({ operation }: Row) => ({ "idempotency-key": `kept-${operation.operationId}` });
    const valuesOf = (party: Party) => [party.account.externalId, party.other.externalId];
    const positionsOf = (row: Row, kinds: readonly string[] = Object.keys(EXPECTED)) =>
      row.positions.filter(({ kind }) => kinds.includes(kind));
    /** Whatever `work` does: the victim's rows and the asker's stay, and no request goes to a provider. */
    const changingNothing = async (work: () => Promise<void>) => {
      const state = async () => ({
        // The asker's own log may name whatever it asked for.
        victim: (await rowsWith(gateway, victim.userId)).filter((row) => !row.includes(asker.userId)),
        asker: await rowsWith(gateway, asker.userId, KEPT),
      });
      const before = await state();
      const sent = upstream.requests.length;
      await work();
      const after = await state();
      expect(after.victim).toEqual(before.victim);
      expect(after.asker).toEqual(expect.arrayContaining(before.asker));
      expect(upstream.requests.slice(sent).map(({ url }) => url.href)).toEqual([]);
    };

    test("S-45: every route and every input that names an object has its row in the matrix", () => {
      expect(rows.flatMap(({ unknown }) => unknown)).toEqual([]);
      expect(rows.filter(({ family }) => family === "partner").length).toBeGreaterThan(8);
      expect(rows.filter(({ family }) => family === "provider").length).toBeGreaterThan(90);
    });

    test("S-45: control: with ids of one's own every route works as documented, also under an Idempotency-Key that another user has used", async () => {
      const wrong = await forEvery(rows, gateway, async (row) => {
        const { family, operation } = row;
        // Nobody is connected to the spare provider: it is what a provider that somebody has is compared with.
        if (family === "operator" || family === "public" || operation.tags[0] === "spare") return [];
        const isRemoving = family === "partner" || family === "own";
        // What a route removes must not be missing for the next one.
        const own = isRemoving ? await makeParty(gateway, OF_VICTIM) : victim;
        if (operation.path.includes("/oauth-apps/")) await saveApp(own);
        const answer = await ask(gateway, row, own, [], isRemoving ? idempotent(row) : {});
        const faults = api.undocumented(operation, answer).map((fault) => `not documented: ${fault}`);
        // The provider's empty answers do not fit every resource; what the plugin makes of them names the provider.
        const isOfProvider = answer.status === 502 || /^(GitHub|Google|Slack)/.test(answer.json.error);
        if (!isRemoving) {
          const bare = { ...row, positions: positionsOf(row, []) };
          const ofA = api.undocumented(operation, await ask(gateway, bare, own));
          faults.push(...ofA.map((fault) => `not documented without X-Account-Id: ${fault}`));
        }
        const isRight = answer.status === 200 || (family === "provider" && isOfProvider);
        if (!isRight) faults.push(answer.text);
        if (isRemoving && operation.method !== "GET") {
          const other = await makeParty(gateway, OF_VICTIM);
          if (operation.path.includes("/oauth-apps/")) await saveApp(other);
          const again = await ask(gateway, row, other, [], idempotent(row));
          const [first, second] = [
            comparableCreation(answer, valuesOf(own)),
            comparableCreation(again, valuesOf(other)),
          ];
          if (first !== second) faults.push(`with another's Idempotency-Key: ${second} is not ${first}`);
        }
        return faults.map((fault) => `${nameOf(row)}: ${fault}`);
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
        // One after the other: a user has two reports at once.
        for (const one of positionsOf(row, kinds)) found.push(...(await compare(on, row, one)));
        return found;
      });

    test("S-45: S-22: another's id of any kind gets the answer of an id that nobody has, byte for byte, and changes nothing", async () => {
      await changingNothing(async () => expect(await compareAll(gateway, rows)).toEqual([]));
    });

    test("S-49: the same where the handlers' look-up is taken out and believes any account: the rows below name user and account", async () => {
      const kinds = ["account", "external_id", "session", "provider"];
      await changingNothing(async () => expect(await compareAll(mutated, rows, kinds)).toEqual([]));
    });

    test("S-45: two ids of one foreign account get the same answer as two that nobody has, with and without the look-up", async () => {
      const two = rows.filter(
        ({ positions }) => positionsOf({ positions } as Row, ["account", "session", "provider"]).length > 1,
      );
      const given: Record<string, string> = {
        account: victim.account.id,
        session: victim.account.sessionId,
        provider: "google",
      };
      await changingNothing(async () => {
        for (const on of [gateway, mutated]) {
          const wrong = await forEvery(two, on, async (row) => {
            const puts = positionsOf(row, Object.keys(given)).map((position) => ({
              position,
              value: given[position.kind] as string,
            }));
            const random = puts.map(({ position }) => ({ position, value: randomValue(position.kind) }));
            const [foreign, nobodys] = [await put(on, row, puts), await put(on, row, random)];
            const [a, b] = [
              comparable(
                foreign,
                puts.map(({ value }) => value),
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

    test("S-45: S-46: a partner may give the name that another's account has, and each reaches its own under it", async () => {
      const row = rows.find(({ operation }) => operation.operationId === "create_account") as Row;
      const position = row.positions.find(({ kind }) => kind === "new_external_id") as Position;
      const name = victim.account.externalId;
      const before = await rowsWith(gateway, victim.userId, KEPT);
      const [taken, free] = [
        await put(gateway, row, [{ position, value: name }]),
        await put(gateway, row, [{ position, value: "free" }]),
      ];
      expect(taken.status).toBe(200);
      expect(comparableCreation(taken, [name])).toBe(comparableCreation(free, ["free"]));
      expect(await rowsWith(gateway, victim.userId, KEPT)).toEqual(before);
      const id = taken.json.data.id as string;
      await grant(gateway, { userId: asker.userId, accountId: id }, "acme");
      for (const [party, accountId] of [
        [asker, id],
        [victim, victim.account.id],
      ] as const) {
        const sent = upstream.requests.length;
        const answer = await gateway.call("GET", "/api/v1/acme/items/1", {
          key: party.key,
          headers: { "x-account-id": name },
        });
        expect(answer.status).toBe(200);
        expect(upstream.requests.slice(sent).map(({ token }) => token)).toEqual([
          tokenOf({ userId: party.userId, accountId }, "acme"),
        ]);
      }
      const google = await gateway.call("GET", "/api/v1/google/gmail/messages", {
        key: asker.key,
        headers: { "x-account-id": name },
      });
      expect(codeOf(google)).toBe("403 PERMISSION_DENIED");
    });
  });
}
