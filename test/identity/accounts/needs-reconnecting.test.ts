// Accounts that need reconnecting: each once, the most recent end first, page by page, counted up to a bound, and only the partner's own.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { drizzle } from "drizzle-orm/pg-proxy";
import type { Orm, Parameter } from "../../../src/foundation/db/database.ts";
import { countEnded, MAX_COUNTED } from "../../../src/identity/accounts/ended-store.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { storeConnection } from "../../support/ended-connections.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const PATH = "/api/v1/accounts?needs_reconnecting=true";
const at = (minute: number) => new Date(Date.UTC(2026, 2, 28, 12, minute)).toISOString();

for (const lane of LANES) {
  describe(`accounts that need reconnecting on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());

    const list = async (key: string, query = "") => (await gateway.call("GET", PATH + query, { key })).json.data;
    const namesOf = (data: { accounts: { external_id: string }[] }) => data.accounts.map((one) => one.external_id);
    const connect = (userId: string, connection: Parameters<typeof storeConnection>[2]) =>
      storeConnection(gateway.database.database, userId, connection);

    test("only those with a connection that ended, each once by its latest end, whatever else it has", async () => {
      const { key, userId } = await gateway.partner();
      const [works, twice, once, none] = await Promise.all(
        ["works", "twice", "once", "none"].map((name) => gateway.account(key, name)),
      );
      await connect(userId, { accountId: works as string, status: "active", at: at(9) });
      await connect(userId, { accountId: twice as string, status: "expired", at: at(1) });
      await connect(userId, { accountId: once as string, status: "revoked", at: at(2) });
      await connect(userId, { accountId: twice as string, provider: "slack", status: "revoked", at: at(3) });
      await connect(userId, { accountId: twice as string, provider: "github", status: "active", at: at(5) });
      await connect(userId, { accountId: null, status: "expired", at: at(6) });
      const data = await list(key, "&include=integrations");
      expect(namesOf(data)).toEqual(["twice", "once"]);
      expect([data.total, data.matching, data.next_cursor, none === undefined]).toEqual([4, 2, null, false]);
      expect(data.accounts[0].integrations.map(({ status }: { status: string }) => status)).toEqual([
        "active",
        "expired",
        "revoked",
      ]);
      expect((await gateway.call("GET", "/api/v1/accounts", { key })).json.data).not.toHaveProperty("matching");
    });

    test("pages hold every account once, also where many ended at the same moment, and a cursor is of its filter", async () => {
      const { key, userId } = await gateway.partner({ tier: "enterprise" });
      const names = Array.from({ length: 23 }, (_, number) => `c-${number}`);
      for (const [number, name] of names.entries())
        for (const provider of ["google", "slack"])
          await connect(userId, {
            accountId: await gateway.account(key, provider === "google" ? name : `${name}-b`),
            provider,
            status: "expired",
            at: at(number % 3),
          });
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const data: { accounts: { external_id: string }[]; next_cursor: string | null } = await list(
          key,
          `&limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        seen.push(...namesOf(data));
        cursor = data.next_cursor;
        if (cursor !== null && seen.length === 7) {
          const as = (query: string) => gateway.call("GET", `/api/v1/accounts?cursor=${cursor}${query}`, { key });
          expect(codeOf(await as(""))).toBe("400 VALIDATION_ERROR");
          expect((await as("&needs_reconnecting=true")).status).toBe(200);
        }
      }
      expect([seen.length, new Set(seen).size]).toEqual([46, 46]);
      const minutes = seen.map((name) => Number(/\d+/.exec(name)?.[0]) % 3);
      expect(minutes).toEqual([...minutes].sort((a, b) => b - a));
    });

    test("the count stops at its bound, and an account whose erasure has begun is not among them", async () => {
      const { key, userId } = await gateway.partner({ tier: "enterprise" });
      const { database } = gateway.database;
      await database.script(`
        insert into accounts (id, user_id, external_id)
        select md5('${userId}' || i)::uuid, '${userId}', 'customer-' || i from generate_series(1, ${MAX_COUNTED + 2}) i;
        insert into integrations (id, user_id, account_id, provider, status, identity_id, identity, client_id, scopes,
          access_token, connected_at, updated_at)
        select gen_random_uuid(), user_id, id, 'google', 'expired', 'sub', '{"id":"sub","name":"x"}', 'client', '{}', '',
          now(), now() from accounts where user_id = '${userId}'`);
      expect((await list(key, "&limit=1")).matching).toBe(MAX_COUNTED);
      await database.script(
        `update accounts set erased_at = now() where user_id = '${userId}' and external_id <> 'customer-7'`,
      );
      const data = await list(key);
      expect([namesOf(data), data.matching]).toEqual([["customer-7"], 1]);
    });

    test("the count reads a bounded number of pages, whatever the database knows of the tables", async () => {
      const { userId } = await gateway.partner({ tier: "enterprise" });
      const { database } = gateway.database;
      await database.script(`
        insert into accounts (id, user_id, external_id)
        select gen_random_uuid(), '${userId}', 'customer-' || i from generate_series(1, ${5 * MAX_COUNTED}) i;
        insert into integrations (id, user_id, account_id, provider, status, identity_id, identity, client_id, scopes,
          access_token, connected_at, updated_at)
        select gen_random_uuid(), user_id, id, 'google', 'expired', 'sub', '{"id":"sub","name":"x"}', 'client', '{}', '',
          now(), now() - random() * interval '9 days' from accounts where user_id = '${userId}'`);
      let counting: [text: string, values: Parameter[]] = ["", []];
      const orm = drizzle(async (text, values) => {
        counting = [text, values as Parameter[]];
        return { rows: [] };
      });
      await countEnded({ orm: orm as unknown as Orm }, userId);
      const [text, values] = counting;
      const plan = await database.query<Record<string, string>>(`explain (analyze, buffers) ${text}`, values);
      const [, pages] = /Buffers: shared hit=(\d+)/.exec(plan.map((line) => line["QUERY PLAN"]).join("\n")) ?? [];
      expect(Number(pages)).toBeLessThan(10 * MAX_COUNTED);
    });

    test("another partner's accounts are neither listed nor counted, and its cursor opens nothing", async () => {
      const [first, second] = [await gateway.partner(), await gateway.partner()];
      for (const { key, userId } of [first, second])
        for (const number of [1, 2])
          await connect(userId, {
            accountId: await gateway.account(key, `${userId}-${number}`),
            status: "expired",
            at: at(number),
          });
      const data = await list(first.key, "&limit=1");
      expect([namesOf(data), data.matching]).toEqual([[`${first.userId}-2`], 2]);
      const foreign = await gateway.call("GET", `${PATH}&cursor=${encodeURIComponent(data.next_cursor)}`, {
        key: second.key,
      });
      expect(codeOf(foreign)).toBe("400 VALIDATION_ERROR");
    });

    test("a search or an offset with it is refused with what to leave out", async () => {
      const { key } = await gateway.partner();
      for (const [query = "", message = ""] of [
        ["&q=a", "q cannot be combined with needs_reconnecting"],
        ["&offset=1", "offset cannot be combined with q, needs_reconnecting or cursor"],
      ]) {
        const { json } = await gateway.call("GET", PATH + query, { key });
        expect([json.error_code, json.error]).toEqual(["VALIDATION_ERROR", expect.stringContaining(message)]);
      }
      expect((await gateway.call("GET", "/api/v1/accounts?needs_reconnecting=false&q=a", { key })).status).toBe(200);
    });
  });
}
