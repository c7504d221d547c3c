// The usage log's partitions: made ahead, dropped by retention, and never in the way of a call.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { markInterrupted } from "../../../src/metering/usage/interrupted.ts";
import {
  dropOldPartitions,
  listPartitions,
  maintainPartitions,
  makePartitions,
} from "../../../src/metering/usage/partitions.ts";
import { addedUpTotals, nextEntries } from "../../../src/metering/usage/store.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { usageRow } from "../../support/usage-row.ts";

setDefaultTimeout(60_000);
const NOW = Date.UTC(2027, 4, 20, 12);
const DAY_MS = 86_400_000;
const month = (year: number, number: number) => Date.UTC(year, number - 1);

async function newUser(database: OpenDatabase): Promise<string> {
  const id = crypto.randomUUID();
  await database.query("insert into users (id, email) values ($1, $2)", [id, id]);
  return id;
}
const names = async (database: OpenDatabase) => (await listPartitions(database)).map(({ name }) => name).sort();
const partitionOf = async (database: OpenDatabase, id: string) =>
  (
    await database.query<{ name: string }>("select tableoid::regclass::text as name from usage_entries where id = $1", [
      id,
    ])
  ).map(({ name }) => name);
const MADE = ["2027_04", "2027_05", "2027_06", "2027_07", "2027_08"].map((name) => `usage_entries_${name}`);

for (const lane of LANES) {
  describe(`partitions on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    const write = async (userId: string, occurredAt: number) => {
      const row = usageRow(userId, { occurredAt });
      await createUsageWriter(database.requests).write(row);
      return row;
    };
    const callsOf = async (userId: string) =>
      (await addedUpTotals(database, { userId })).reduce((sum, { calls }) => sum + calls, 0);
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
    });
    afterAll(() => opened.close());

    test("months are made around the current one, once, and take the rows that came before them along", async () => {
      const user = await newUser(database);
      const early = await write(user, NOW);
      expect(await partitionOf(database, early.id)).toEqual(["usage_entries_default"]);
      const all = await Promise.all([makePartitions(database, NOW), makePartitions(database, NOW)]);
      expect(all.flat().sort()).toEqual(MADE);
      expect(await makePartitions(database, NOW)).toEqual([]);
      expect(await names(database)).toEqual([...MADE, "usage_entries_default"]);
      expect(await partitionOf(database, early.id)).toEqual(["usage_entries_2027_05"]);
      expect(await callsOf(user)).toBe(1);
    });

    test("a call is logged whatever the clock says, its end and its repetition change its one row", async () => {
      const user = await newUser(database);
      const writer = createUsageWriter(database.requests);
      const times = [0, month(2027, 5) - 1, month(2027, 5), NOW, month(2027, 9), Date.UTC(2106, 1)];
      for (const occurredAt of times) {
        const row = usageRow(user, { occurredAt, state: "pending", status: null });
        await writer.write(row);
        await writer.write({ ...row, state: "done", status: 201 });
        await writer.write({ ...row, state: "done", status: 201 });
      }
      const rows = await database.query(
        `select state, status, count(*)::int as count from usage_entries where user_id = $1 group by 1, 2`,
        [user],
      );
      expect(rows).toEqual([{ state: "done", status: 201, count: times.length }]);
      expect(await callsOf(user)).toBe(times.length);
    });

    test("calls of any partition whose process died are marked, those under way are not", async () => {
      const user = await newUser(database);
      const writer = createUsageWriter(database.requests);
      const pending = { state: "pending", status: null } as const;
      for (const occurredAt of [0, Date.now() - DAY_MS, Date.now()])
        await writer.write(usageRow(user, { ...pending, occurredAt }));
      expect(await markInterrupted(database)).toBe(2);
      expect(await callsOf(user)).toBe(3);
    });

    test("R-46: retention drops whole months, deletes older rows of no month, and leaves the counts", async () => {
      const user = await newUser(database);
      await makePartitions(database, month(2026, 3));
      const kept = await write(user, month(2026, 4));
      const [dropped, misdated] = [await write(user, month(2026, 4) - 1), await write(user, month(2025, 4))];
      expect(await partitionOf(database, misdated.id)).toEqual(["usage_entries_default"]);
      await dropOldPartitions(database, { months: 13, now: NOW });
      const stored = await database.query("select id from usage_entries where user_id = $1", [user]);
      expect(stored).toEqual([{ id: kept.id }]);
      expect(await partitionOf(database, dropped.id)).toEqual([]);
      expect(await callsOf(user)).toBe(3);
      expect((await names(database)).filter((name) => name < "usage_entries_2026_04")).toEqual([]);
      // The clock may be a day off at the start of a month.
      await dropOldPartitions(database, { months: 13, now: month(2027, 6) + DAY_MS });
      expect(await partitionOf(database, kept.id)).toEqual(["usage_entries_2026_04"]);
      await dropOldPartitions(database, { months: 13, now: month(2027, 6) + 2 * DAY_MS });
      expect(await partitionOf(database, kept.id)).toEqual([]);
    });

    test("R-40: a page of a frequent user's rows is read by the user, not through everybody's newer rows", async () => {
      const [user, other] = [await newUser(database), await newUser(database)];
      for (const [of, from] of [
        [user, month(2027, 6)],
        [other, month(2027, 6) + DAY_MS],
      ] as const) {
        await database.query(
          `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, state, units, duration_ms)
           select gen_random_uuid(), $1::timestamptz + i * interval '1 second', $2::uuid, 'r', 'GET', '/', 'done', 1, 1
           from generate_series(1, 5000) as i`,
          [new Date(from).toISOString(), of],
        );
      }
      await database.query("analyze usage_entries_2027_06");
      const plans: string[] = [];
      const explaining = {
        query: async (text: string, parameters: readonly string[]) => {
          const lines = await database.query<Record<string, string>>(`explain ${text}`, parameters);
          plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
          return [];
        },
      } as unknown as OpenDatabase;
      await nextEntries(explaining, { userId: user }, null, 50);
      await nextEntries(explaining, { userId: user }, { at: new Date(month(2027, 7)).toISOString(), id: user }, 50);
      for (const plan of plans) {
        expect(plan).toMatch(/usage_entries_2027_06_user/);
        expect(plan).not.toMatch(/2027_06_pkey/);
      }
      // Months after the position are not looked at.
      expect(plans.map((plan) => plan.includes("usage_entries_2027_08"))).toEqual([true, false]);
    });

    test("a round tells of misdated rows, and of an outage", async () => {
      const lines: string[] = [];
      const log = createLog("info", Date.now, (line) => void lines.push(line));
      await maintainPartitions(database, log, { months: 13, now: NOW });
      await database.query("delete from usage_entries_default");
      const [round] = lines
        .splice(0)
        .map((line) => JSON.parse(line).event)
        .slice(-1);
      await maintainPartitions(database, log, { months: 13, now: NOW });
      expect([round, ...lines.splice(0)]).toEqual(["usage_rows_misdated"]);
      await maintainPartitions(database, log, { months: 13, now: month(2030, 1) });
      expect(lines.splice(0).map((line) => JSON.parse(line).event)).toContain("usage_partitions_made");
      const gone = { query: async () => Promise.reject(new Error("The connection broke.")) } as unknown as OpenDatabase;
      await maintainPartitions(gone, log, { months: 13 });
      const events = lines.map((line) => JSON.parse(line).event);
      expect(events).toEqual(["usage_partitions_failed"]);
    });
  });

  describe(`the migration to partitions on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      await database.script("drop schema public cascade; create schema public;");
    });
    afterAll(() => opened.close());

    test("a log that was there becomes the partition of the past, and nothing is counted twice or lost", async () => {
      const migrations = readMigrations();
      const first = migrations.findIndex(({ name }) => name.endsWith("partition_usage_entries"));
      await migrate(database, migrations.slice(0, first));
      const user = await newUser(database);
      const [pending, aggregate, future] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [
        string,
        string,
        string,
      ];
      const [lastYear, now, later] = [Date.now() - 400 * DAY_MS, Date.now() - 1_000, Date.UTC(2106, 1)];
      for (const [id, at, state, isAggregate] of [
        [crypto.randomUUID(), lastYear, "done", false],
        [pending, now, "pending", false],
        [aggregate, now, "done", true],
        [future, later, "done", false],
      ] as const) {
        await database.query(
          `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, state, status, units, duration_ms, is_aggregate)
           values ($1, $2::timestamptz, $3, 'r', 'GET', '/', $4, 200, 1, 1, $5)`,
          [id, new Date(at).toISOString(), user, state, isAggregate],
        );
      }
      await migrate(database, migrations);
      expect(await names(database)).toEqual(["usage_entries_default", "usage_entries_past"]);
      expect(await partitionOf(database, pending)).toEqual(["usage_entries_past"]);
      expect(await partitionOf(database, future)).toEqual(["usage_entries_default"]);
      await makePartitions(database);
      const writer = createUsageWriter(database.requests);
      await writer.write(usageRow(user, { id: pending, occurredAt: now }));
      await writer.write(usageRow(user, { id: aggregate, occurredAt: now, isAggregate: true }));
      const rows = await database.query<{ id: string; state: string; call_count: number }>(
        "select id, state, call_count from usage_entries where user_id = $1",
        [user],
      );
      expect(rows).toHaveLength(4);
      expect(rows).toContainEqual({ id: pending, state: "done", call_count: 1 });
      expect(rows).toContainEqual({ id: aggregate, state: "done", call_count: 2 });
      const counted = await addedUpTotals(database, { userId: user });
      expect(counted.reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
      expect((await dropOldPartitions(database, { months: 13 })).deleted).toBe(0);
      expect((await dropOldPartitions(database, { months: 12 })).deleted).toBe(1);
      const all = await dropOldPartitions(database, { months: 13, now: Date.now() + 500 * DAY_MS });
      expect(all.dropped).toContain("usage_entries_past");
      expect(await partitionOf(database, future)).toEqual(["usage_entries_default"]);
    });
  });
}

test("on postgres partitions are made and dropped beside a transaction that holds the log, without a writer behind them", async () => {
  const opened = await testDatabase("postgres");
  const backup = await openPostgres(opened.url as string);
  const { database } = opened;
  const user = await newUser(database);
  const writer = createUsageWriter(database.requests);
  const lines: string[] = [];
  const log = createLog("info", Date.now, (line) => void lines.push(line));
  try {
    await makePartitions(database, month(2025, 1));
    let slowestMs = 0;
    await backup.transaction(async (tx) => {
      await tx.execute("select count(*) from usage_entries");
      const tending = maintainPartitions(database, log, { months: 13, now: NOW });
      let isOver = false;
      void tending.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const startedAt = performance.now();
        await writer.write(usageRow(user, { occurredAt: NOW }));
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      }
      await tending;
    });
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["usage_partitions_locked"]);
    expect(await names(database)).toContain("usage_entries_2025_01");
    // Far more than the lock is waited for, and less than a call waits for the database.
    expect(slowestMs).toBeLessThan(1_000);
    await maintainPartitions(database, log, { months: 13, now: NOW });
    expect(await names(database)).toEqual([...MADE, "usage_entries_default"]);
  } finally {
    await backup.close();
    await opened.close();
  }
});
