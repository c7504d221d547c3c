// The personal fields of an owner's usage rows go, in steps that may break off anywhere; the counts stay.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import type { Owner } from "../../../src/identity/owner.ts";
import {
  eraseUsageStep,
  type UsageErasurePosition,
  type UsageErasureStep,
} from "../../../src/metering/usage/erasure.ts";
import { makePartitions } from "../../../src/metering/usage/partitions.ts";
import { addedUpTotals, ERASED_ACCOUNT, NO_ID } from "../../../src/metering/usage/store.ts";
import { foldIncrements } from "../../../src/metering/usage/totals.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { usageRow } from "../../support/usage-row.ts";

setDefaultTimeout(60_000);
const NOW = Date.UTC(2027, 4, 20, 12, 34, 56, 789);
const MONTH_MS = 31 * 86_400_000;
const ROWS = 2_500;

for (const lane of LANES) {
  describe(`erasure of usage rows on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      await makePartitions(database, NOW);
    });
    afterAll(() => opened.close());

    /** A user with rows in three partitions, half of them for an account; some counted in totals, some in increments. */
    const fill = async () => {
      const userId = crypto.randomUUID();
      const [accountId, keyId] = [crypto.randomUUID(), crypto.randomUUID()];
      await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
      const writer = createUsageWriter(database.requests);
      const write = (count: number) =>
        Promise.all(
          Array.from({ length: count }, (_, i) => {
            const account = i % 2 === 0 ? { accountId, externalId: "customer-1" } : {};
            const occurredAt = NOW - (i % 3) * MONTH_MS;
            return writer.write(usageRow(userId, { keyId, occurredAt, requestId: `of ${userId}`, ...account }));
          }),
        );
      await write(ROWS);
      await foldIncrements(database);
      await write(10);
      return { userId, accountId, keyId };
    };
    const erase = async (owner: Owner, stopAfter = Infinity) => {
      const steps: UsageErasureStep[] = [];
      let next: UsageErasurePosition | null = null;
      do {
        // As a job stores it.
        const step: UsageErasureStep = await eraseUsageStep(database, owner, next && JSON.parse(JSON.stringify(next)));
        steps.push(step);
        next = step.next;
      } while (next && steps.length < stopAfter);
      return steps;
    };
    const everything = async () => {
      const tables = ["usage_entries", "usage_increments", "usage_totals"];
      const texts = await Promise.all(
        tables.map((table) =>
          database.query<{ text: string }>(
            `select coalesce(string_agg(to_jsonb(${table})::text, ' '), '') as text from ${table}`,
          ),
        ),
      );
      return texts.flat().reduce((all, { text }) => all + text, "");
    };
    const callsOf = async (userId: string) => {
      const rows = await addedUpTotals(database, { userId });
      return rows.reduce((sum, { calls }) => sum + calls, 0);
    };

    test("R-46: of a user nothing is left but counts, also where the erasure broke off and began anew", async () => {
      const [gone, other] = [await fill(), await fill()];
      const before = await callsOf(NO_ID);
      await erase({ userId: gone.userId, accountId: null }, 2);
      const steps = await erase({ userId: gone.userId, accountId: null });
      const text = await everything();
      for (const id of Object.values(gone)) expect(text).not.toContain(id);
      for (const id of Object.values(other)) expect(text).toContain(id);
      expect(await callsOf(NO_ID)).toBe(before + ROWS + 10);
      expect(await callsOf(other.userId)).toBe(ROWS + 10);
      const [kept] = await database.query(
        `select count(*)::int as rows, count(distinct id)::int as ids, min(extract(minute from occurred_at))::int as minute,
           array_agg(distinct provider) as providers, array_agg(distinct status) as statuses,
           count(*) filter (where request_id <> '' or external_id is not null)::int as personal
         from usage_entries where user_id = $1`,
        [NO_ID],
      );
      expect(kept).toMatchObject({ ids: ROWS + 10, minute: 0, providers: ["github"], statuses: [200], personal: 0 });
      expect(steps.map(({ partition }) => partition)).toEqual(
        steps.map(({ partition }) => partition).sort((a, b) => a - b),
      );
      expect(steps.at(-1)?.partition).toBe(steps.at(-1)?.partitions as number);
    });

    test("of an account its rows stay its partner's, with everything but the account", async () => {
      const { userId, accountId, keyId } = await fill();
      const steps = await erase({ userId, accountId });
      expect(await everything()).not.toContain(accountId);
      expect(
        steps
          .filter(({ partition, partitions }) => partition <= partitions - 2)
          .reduce((sum, { rows }) => sum + rows, 0),
      ).toBe(ROWS / 2 + 5);
      expect(await callsOf(userId)).toBe(ROWS + 10);
      const [left] = await database.query(
        `select count(*)::int as rows, count(*) filter (where request_id = '')::int as erased,
           count(*) filter (where key_id = $2)::int as of_key, count(external_id)::int as external
         from usage_entries where user_id = $1`,
        [userId, keyId],
      );
      expect(left).toEqual({ rows: ROWS + 10, erased: ROWS / 2 + 5, of_key: ROWS + 10, external: 0 });
      expect(await addedUpTotals(database, { userId, accountId })).toEqual([]);
      const nameless = await addedUpTotals(database, { userId, accountId: ERASED_ACCOUNT });
      expect(nameless.reduce((sum, { calls }) => sum + calls, 0)).toBe(ROWS / 2 + 5);
    });
  });
}
