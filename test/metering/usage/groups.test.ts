// Calls by provider, key and account are those of the log, whatever of it has been added up; the biggest ten have their own group.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { groupUsage } from "../../../src/metering/usage/groups.ts";
import { GROUPED_BY } from "../../../src/metering/usage/model.ts";
import { foldIncrements } from "../../../src/metering/usage/totals.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { usageRow } from "../../support/usage-row.ts";

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const DAYS = 5;
const ids = Array.from({ length: 13 }, () => crypto.randomUUID());
const providers = ["github", "slack", null, ...ids.map((id) => id.slice(0, 8))];

const call = fc.record({
  key: fc.option(fc.constantFrom(...ids)),
  account: fc.option(fc.constantFrom(...ids)),
  provider: fc.constantFrom(...providers),
  status: fc.constantFrom(200, 399, 400, 503, null),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  isAddedUp: fc.boolean(),
});

for (const lane of LANES) {
  describe(`groups of usage on ${lane}`, () => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
    });
    afterAll(() => opened.close());

    test("each group, and the others together, add up to the log's calls by day", async () => {
      const { database } = opened;
      const now = START + 3 * DAY_MS;
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 40 }), async (calls) => {
          const userId = crypto.randomUUID();
          await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
          const writer = createUsageWriter(database.requests);
          for (const { key, account, provider, status, day, isAddedUp } of calls) {
            const more = { keyId: key, accountId: account, provider, status, occurredAt: START + day * DAY_MS + 1_000 };
            await writer.write(usageRow(userId, more));
            if (isAddedUp) await foldIncrements(database);
          }
          const since = new Date(START + DAY_MS + 7_000).toISOString();
          const until = new Date(START + 3 * DAY_MS + 9_000).toISOString();
          for (const by of GROUPED_BY) {
            const inSpan = calls.filter(
              ({ day, account }) => day >= 1 && day <= 3 && (by !== "account" || account !== null),
            );
            const expected = Map.groupBy(inSpan, (one) => one[by]);
            const { groups, others, from, to } = await groupUsage(database, { userId, now }, { by, since, until });
            expect([from, to]).toEqual(["2026-03-02T00:00:00.000Z", "2026-03-05T00:00:00.000Z"]);
            for (const { id, ...group } of groups) {
              expect(group).toEqual(addedUp(expected.get(id) ?? []));
              expected.delete(id);
            }
            expect(groups.length).toBe(Math.min(10, groups.length + expected.size));
            const smallest = groups.at(-1)?.calls ?? 0;
            for (const rest of expected.values()) expect(rest.length).toBeLessThanOrEqual(smallest);
            expect(others).toEqual(addedUp([...expected.values()].flat()));
          }
        }),
        { numRuns: 12 },
      );
    });
  });
}

function addedUp(calls: readonly { day: number; status: number | null }[]) {
  const count = (of: readonly { status: number | null }[]) => ({
    calls: of.length,
    errors: of.filter(({ status }) => (status ?? 0) >= 400).length,
  });
  const days = [...Map.groupBy(calls, ({ day }) => day)].sort(([a], [b]) => a - b);
  const nameOf = (day: number) => new Date(START + day * DAY_MS).toISOString().slice(0, 10);
  return { ...count(calls), by_day: days.map(([day, of]) => ({ day: nameOf(day), ...count(of) })) };
}
