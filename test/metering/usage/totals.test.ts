// The totals say what the log says, whatever was written, in which order, and however much of it has been added up.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { markInterrupted } from "../../../src/metering/usage/interrupted.ts";
import { addedUpTotals, partnerCalls, type UsageFilter, type UsageTotal } from "../../../src/metering/usage/store.ts";
import { foldIncrements } from "../../../src/metering/usage/totals.ts";
import { aggregateRowId, createUsageWriter, type UsageRow } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { testPostgres } from "../../support/postgres.ts";
import { usageRow } from "../../support/usage-row.ts";

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);
const DAYS = 4;
const RUNS = 15;

interface Change {
  /** Which call; two changes with one number are of one call. */
  call: number;
  state: "pending" | "done";
  status: number;
  /** A refused call, whose row stands for all of its minute. */
  isRefused: boolean;
  day: number;
  accounts: boolean;
  provider: string | null;
  addUp: boolean;
}
const change: fc.Arbitrary<Change> = fc.record({
  call: fc.integer({ min: 0, max: 8 }),
  state: fc.constantFrom("pending" as const, "done" as const),
  status: fc.constantFrom(200, 404, 503),
  isRefused: fc.boolean(),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  accounts: fc.boolean(),
  provider: fc.constantFrom("github", "slack", null),
  addUp: fc.boolean(),
});

const sorted = (rows: readonly UsageTotal[]) => rows.map((row) => JSON.stringify(row)).sort();

for (const lane of LANES) {
  describe(`totals on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
    });
    afterAll(() => opened.close());

    /** What the log itself says. */
    const counted = async ({ userId, provider, status, keyId, accountId, since, until }: UsageFilter) => {
      const rows = await database.query<UsageTotal>(
        `select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, provider, status, sum(call_count)::float8 as calls
         from usage_entries where user_id = $1 and ($2::text is null or provider = $2) and ($3::int is null or status = $3)
           and ($4::uuid is null or key_id = $4) and ($5::uuid is null or account_id = $5)
           and occurred_at >= $6::timestamptz and occurred_at < $7::timestamptz group by 1, 2, 3`,
        [
          userId,
          provider ?? null,
          status ?? null,
          keyId ?? null,
          accountId ?? null,
          new Date(since as number).toISOString(),
          new Date(until as number).toISOString(),
        ],
      );
      return sorted(rows);
    };
    test("they are those of the log after any history of writes, ends, refusals, repetitions and interruptions", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
          const userId = crypto.randomUUID();
          const [keyId, accountId] = [crypto.randomUUID(), crypto.randomUUID()];
          await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
          const writer = createUsageWriter(database.requests);
          const calls = new Map<number, UsageRow>();
          for (const { call, day, accounts, provider, isRefused, state, status, addUp } of changes) {
            const occurredAt = START + day * DAY_MS + 1_000;
            const made = calls.get(call) ?? {
              ...usageRow(userId, { keyId, occurredAt, provider }),
              ...(accounts && { accountId, surface: "partner" as const }),
            };
            calls.set(call, made);
            const row = isRefused
              ? {
                  ...made,
                  id: aggregateRowId(keyId, occurredAt, 429, made.surface),
                  isAggregate: true,
                  status: 429,
                  accountId: null,
                }
              : { ...made, state, status: state === "pending" ? null : status };
            await writer.write(row);
            if (addUp) await Promise.all([foldIncrements(database), markInterrupted(database)]);
          }
          const span = { since: START, until: START + DAYS * DAY_MS };
          const filters: UsageFilter[] = [
            {},
            { provider: "github" },
            { status: 429 },
            { keyId },
            { accountId },
            { accountId, status: 200, provider: "slack" },
            { since: START + DAY_MS, until: START + 2 * DAY_MS },
          ].map((filter) => ({ userId, ...span, ...filter }));
          for (const filter of filters) {
            expect(sorted(await addedUpTotals(database, filter))).toEqual(await counted(filter));
          }
          const [priced] = await database.query<{ calls: number }>(
            "select count(*)::float8 as calls from usage_entries where user_id = $1 and surface = 'partner' and status is distinct from 429",
            [userId],
          );
          expect(await partnerCalls(database, userId, span.since, span.until)).toBe(priced?.calls as number);
        }),
        { numRuns: RUNS },
      );
    });

    test("replicas that add up at one time count each increment once", async () => {
      const userId = crypto.randomUUID();
      await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
      const writer = createUsageWriter(database.requests);
      for (let i = 0; i < 50; i++) await writer.write(usageRow(userId, { occurredAt: START }));
      await Promise.all(Array.from({ length: 4 }, () => foldIncrements(database)));
      const filter = { userId, since: START, until: START + DAY_MS };
      expect(await addedUpTotals(database, filter)).toEqual([
        { day: "2026-03-01", provider: "github", status: 200, calls: 50 },
      ]);
      expect(await database.query("select 1 from usage_increments where user_id = $1", [userId])).toEqual([]);
    });
  });
}

test("on postgres a log that was there before has its totals after the migration, also what still runs", async () => {
  const database = await openPostgres(await (await testPostgres()).createDatabase());
  const all = readMigrations();
  const first = all.findIndex(({ name }) => name.endsWith("create_usage_totals"));
  const userId = crypto.randomUUID();
  const accountId = crypto.randomUUID();
  try {
    await migrate(database, all.slice(0, first));
    await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
    await database.query(
      `insert into usage_entries (id, occurred_at, user_id, account_id, request_id, method, endpoint, state, status, units,
         duration_ms, repeated, area)
       select gen_random_uuid(), now() - i * interval '47 minutes', $1::uuid, case when i % 3 = 0 then $2::uuid end, 'r', 'GET',
         '/', case when i % 5 = 0 then 'pending' else 'done' end, case when i % 5 <> 0 then 200 + i % 2 end, 1, 1, 1 + i % 4,
         case when i % 3 = 0 then 'B' else 'A' end
       from generate_series(0, 99) as i`,
      [userId, accountId],
    );
    await migrate(database, all);
    const read = async () => {
      const span = { since: Date.now() - 10 * DAY_MS, until: Date.now() + DAY_MS };
      const days = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;
      return addedUpTotals(database, { userId, since: days(span.since), until: days(span.until) });
    };
    const counted = () =>
      database.query<UsageTotal>(
        `select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, provider, status, sum(call_count)::float8 as calls
         from usage_entries where user_id = $1 group by 1, 2, 3`,
        [userId],
      );
    expect(sorted(await read())).toEqual(sorted(await counted()));
    await database.query("update usage_entries set state = 'done', status = 204 where state = 'pending'");
    await foldIncrements(database);
    expect(sorted(await read())).toEqual(sorted(await counted()));
  } finally {
    await database.close();
  }
});
