// A partner bills its customers by their calls: each account's add up to the month, also after some of them were deleted.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { eraseUsageStep, type UsageErasurePosition } from "../../../src/metering/usage/erasure.ts";
import { foldIncrements } from "../../../src/metering/usage/totals.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { usageRow } from "../../support/usage-row.ts";

setDefaultTimeout(60_000);
const PATH = "/api/v1/usage/accounts";
/** Noon UTC on the 15th, so that no window ends by itself. */
const NOON = Date.UTC(2030, 0, 15, 12);
const DAY_MS = 86_400_000;

interface Entry {
  account_id: string | null;
  external_id: string | null;
  calls: number;
  errors: number;
}

const call = fc.record({
  account: fc.integer({ min: 0, max: 4 }),
  status: fc.constantFrom(200, 404, 503),
  provider: fc.constantFrom("github", "slack"),
  day: fc.integer({ min: -1, max: 2 }),
  isAddedUp: fc.boolean(),
});

for (const lane of LANES) {
  describe(`usage by account on ${lane}`, () => {
    let opened: TestDatabase;
    let gateway: TestGateway;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      gateway = await startTestGateway({ lane, database: opened });
      gateway.clock.set(NOON);
    });
    afterAll(async () => {
      await gateway.close();
    });

    const pageOf = async (key: string, query = "") => {
      const { status, json } = await gateway.call("GET", PATH + query, { key });
      expect(status).toBe(200);
      return json.data as { accounts: Entry[]; next_cursor: string | null; from: string; to: string };
    };
    const all = async (key: string, query: string) => {
      const entries: Entry[] = [];
      let cursor: string | null = null;
      do {
        const page = await pageOf(key, `?${query}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
        entries.push(...page.accounts);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return entries;
    };
    const write = async (userId: string, accountId: string, more: Parameters<typeof usageRow>[1]) =>
      createUsageWriter(opened.database.requests).write(usageRow(userId, { accountId, surface: "partner", ...more }));
    const erase = async (userId: string, accountId: string) => {
      let next: UsageErasurePosition | null = null;
      do next = (await eraseUsageStep(opened.database, { userId, accountId }, next)).next;
      while (next);
    };

    test("pages of any length hold each account's calls of the span, and those of deleted accounts without a name", async () => {
      const party = await gateway.partner({ tier: "enterprise" });
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) ids.push(await gateway.account(party.key, `customer-${i}`));
      await fc.assert(
        fc.asyncProperty(
          fc.array(call, { minLength: 1, maxLength: 30 }),
          fc.integer({ min: 1, max: 4 }),
          fc.subarray([0, 1, 2, 3, 4], { maxLength: 2 }),
          async (calls, limit, erased) => {
            gateway.clock.set(gateway.clock.now() + 60_000);
            for (const table of ["usage_totals", "usage_increments"])
              await opened.database.query(`delete from ${table} where user_id = $1`, [party.userId]);
            for (const { account, day, isAddedUp, ...more } of calls) {
              await write(party.userId, ids[account] as string, { ...more, occurredAt: NOON + day * DAY_MS });
              if (isAddedUp) await foldIncrements(opened.database);
            }
            for (const account of erased) await erase(party.userId, ids[account] as string);
            const since = new Date(NOON).toISOString();
            const until = new Date(NOON + DAY_MS).toISOString();
            const found = await all(party.key, `limit=${limit}&since=${since}&until=${until}&provider=github`);
            const expected = Map.groupBy(
              calls.filter(({ day, provider }) => (day === 0 || day === 1) && provider === "github"),
              ({ account }) => (erased.includes(account) ? null : (ids[account] as string)),
            );
            expect(found.length).toBe(expected.size);
            for (const { account_id, calls, errors } of found) {
              const of = expected.get(account_id) ?? [];
              expect([calls, errors]).toEqual([of.length, of.filter(({ status }) => status >= 400).length]);
            }
          },
        ),
        { numRuns: 12 },
      );
    });

    test("a deleted account loses its name and keeps its place in the sum; another partner sees nothing of it", async () => {
      const [party, other] = [await gateway.partner(), await gateway.partner()];
      const accountId = await gateway.account(party.key, "customer-1");
      await write(party.userId, accountId, { occurredAt: NOON });
      // The call that creates an account is one for it.
      expect((await pageOf(party.key)).accounts).toMatchObject([
        { account_id: accountId, external_id: "customer-1", calls: 2, errors: 0 },
      ]);
      await gateway.call("DELETE", "/api/v1/accounts/external:customer-1", { key: party.key });
      await erase(party.userId, accountId);
      const { accounts, from, to } = await pageOf(party.key);
      const own = accounts.reduce((sum, { calls }) => sum + calls, 0);
      expect(accounts.map(({ account_id, external_id }) => [account_id, external_id])).toEqual([[null, null]]);
      expect(own).toBeGreaterThanOrEqual(1);
      expect([from, to]).toEqual(["2030-01-01T00:00:00.000Z", "2030-01-16T00:00:00.000Z"]);
      expect((await pageOf(other.key)).accounts).toEqual([]);
      const groups = await gateway.call("GET", "/api/v1/usage/groups?by=account", { key: party.key });
      expect(groups.json.data.groups).toMatchObject([{ id: null, calls: own }]);
    });

    test("a cursor of another list, and a span that ends before it begins, are refused", async () => {
      const { key } = await gateway.partner();
      for (const query of ["?cursor=k1.x", "?since=2030-01-02T00:00:00Z&until=2030-01-01T00:00:00Z"])
        expect((await gateway.call("GET", PATH + query, { key })).status).toBe(400);
    });
  });
}
