// Totals that are months old are by day, and go after three years; a summary says the same before and after.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import type { Caller } from "../../../src/identity/keys/model.ts";
import { createRateLimiter } from "../../../src/metering/limits/rate-limiter.ts";
import { TIER_LIMITS } from "../../../src/metering/limits/windows.ts";
import { summarise } from "../../../src/metering/usage/service.ts";
import { ageTotals, foldIncrements } from "../../../src/metering/usage/totals.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { usageRow } from "../../support/usage-row.ts";

setDefaultTimeout(60_000);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2027, 4, 20, 12, 34);
const DAYS = 100;
const usageMonths = 13;

for (const lane of LANES) {
  describe(`old totals on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    const userId = crypto.randomUUID();
    const [accountId, keyId] = [crypto.randomUUID(), crypto.randomUUID()];
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
      const writer = createUsageWriter(database.requests);
      await Promise.all(
        Array.from({ length: 3 * DAYS }, (_, i) => {
          const account = i % 4 === 0 ? { accountId, surface: "partner" as const } : {};
          return writer.write(
            usageRow(userId, {
              keyId,
              occurredAt: NOW - i * 8 * HOUR_MS,
              status: i % 50 === 0 ? 404 : 200,
              ...account,
            }),
          );
        }),
      );
      await foldIncrements(database);
    });
    afterAll(() => opened.close());

    const summaryOf = async (since: number, until: number, account_id?: string) => {
      const clock = { now: () => NOW };
      const limiter = createRateLimiter(database.requests, clock.now);
      const caller = { userId, tier: "free", limits: TIER_LIMITS.free, partner: null } as Caller;
      const span = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
      const { calls, by_day, by_status } = await summarise({ database: database.requests, limiter, clock }, caller, {
        ...span,
        ...(account_id && { account_id }),
      });
      return JSON.stringify({ calls, by_day, by_status });
    };
    const countTotals = async () => {
      const [row] = await database.query<{ rows: number; calls: number }>(
        "select count(*)::int as rows, sum(calls)::int as calls from usage_totals where user_id = $1",
        [userId],
      );
      return row as { rows: number; calls: number };
    };
    const SPANS = [
      [NOW - 90 * DAY_MS, NOW],
      [NOW - 90 * DAY_MS, NOW - 80 * DAY_MS],
      [NOW - 90 * DAY_MS, NOW - 89.9 * DAY_MS],
      [NOW - 62 * DAY_MS, NOW - 1],
      [NOW - 63.5 * DAY_MS, NOW - 61.5 * DAY_MS],
      [NOW - 5 * HOUR_MS, NOW],
    ] as const;
    const summaries = () =>
      Promise.all(SPANS.flatMap(([from, to]) => [summaryOf(from, to), summaryOf(from, to, accountId)]));

    test("R-40: hours become days after two months, and every span has the same summary", async () => {
      const [before, counted] = [await summaries(), await countTotals()];
      await ageTotals(database, { now: NOW, usageMonths });
      const folded = await countTotals();
      expect(folded.calls).toBe(counted.calls);
      expect(folded.rows).toBeLessThan(counted.rows);
      expect(await summaries()).toEqual(before);
      expect(await ageTotals(database, { now: NOW, usageMonths })).toBe(0);
      // What was changed late is counted by hour again, and added up again.
      await database.query("update usage_entries set status = 503 where occurred_at < $1::timestamptz", [
        new Date(NOW - 70 * DAY_MS).toISOString(),
      ]);
      const changed = await summaries();
      await foldIncrements(database);
      await ageTotals(database, { now: NOW, usageMonths });
      expect(await summaries()).toEqual(changed);
      expect((await countTotals()).calls).toBe(counted.calls);
    });

    test("counts outlive the log, and go after three years or with a log that is stored for longer", async () => {
      const later = (months: number) => Date.UTC(2027, 4 + months, 20);
      const { calls } = await countTotals();
      await ageTotals(database, { now: later(37), usageMonths });
      expect((await countTotals()).calls).toBeLessThan(calls);
      const left = await countTotals();
      await ageTotals(database, { now: later(38), usageMonths: 60 });
      expect(await countTotals()).toEqual({ ...left, calls: left.calls });
      await ageTotals(database, { now: later(38), usageMonths });
      expect((await countTotals()).rows).toBe(0);
    });
  });
}
