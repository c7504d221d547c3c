// The usage log while the database cannot be written, or refuses a row: nobody waits, and what was queued is written later.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase, RequestDatabase } from "../../../src/foundation/db/database.ts";
import { AppError } from "../../../src/foundation/errors.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { aggregateRowId, createUsageWriter, type UsageRow } from "../../../src/metering/usage/writer.ts";
import { databaseWithUser, LANES, requestsOf, type TestDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { watched } from "../../support/replicas.ts";
import { NOW, usageRow } from "../../support/usage-row.ts";

const MAX_BATCH = 1_000;
const MAX_QUEUED = 20_000;

/** The writer closes a batch after a turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const statusesOf = (results: readonly PromiseSettledResult<void>[]) => [
  ...new Set(results.map(({ status }) => status)),
];

/** A log whose events are kept. */
function keptLog() {
  const lines: string[] = [];
  const log = createLog("info", Date.now, (line) => void lines.push(line));
  const events = () => lines.map((line) => JSON.parse(line).event as string);
  return { log, lines, events };
}

/** A writer whose database can be taken away, and whose second until the next attempt passes when the test says so. */
function stage(database: RequestDatabase) {
  const state = { isDown: false, statements: 0 };
  const retries: (() => void)[] = [];
  const { log, lines, events } = keptLog();
  const faulty = watched(database, () => {
    state.statements++;
    if (state.isDown) throw Object.assign(new Error("The connection broke."), { code: "ECONNRESET" });
  });
  const writer = createUsageWriter(faulty, log, (work) => void retries.push(work));
  const retry = () => {
    for (const work of retries.splice(0)) work();
  };
  return { writer, state, retries, retry, lines, events };
}

for (const lane of LANES) {
  describe(`usage log in an outage on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let user: string;
    beforeAll(async () => {
      ({ opened, database, user } = await databaseWithUser(lane));
    }, 60_000);
    afterAll(() => opened.close());

    const rowsOf = async (rows: readonly UsageRow[]) =>
      database.query<{ id: string; state: string; status: number | null; call_count: number }>(
        `select id, state, status, call_count from usage_entries
         where id in (select jsonb_array_elements_text($1::text::jsonb)::uuid) order by request_id`,
        [JSON.stringify(rows.map(({ id }) => id))],
      );
    const rows = (count: number, more: Partial<UsageRow> = {}) =>
      Array.from({ length: count }, () => usageRow(user, more));

    test("R-06: a batch that cannot be written is refused with all behind it, and all are written once it can", async () => {
      const { writer, state, retries, retry, lines, events } = stage(database.requests);
      state.isDown = true;
      const all = rows(2 * MAX_BATCH + 10);
      expect(statusesOf(await Promise.allSettled(all.map(writer.write)))).toEqual(["rejected"]);
      expect([state.statements, retries.length, writer.outage()?.code]).toEqual([1, 1, "SERVICE_UNAVAILABLE"]);

      retry();
      await writer.drain();
      expect(await rowsOf(all)).toEqual([]);
      state.isDown = false;
      retry();
      await writer.drain();
      expect(writer.outage()).toBeNull();
      const stored = await rowsOf(all);
      expect(stored).toHaveLength(all.length);
      expect(stored.filter(({ call_count }) => call_count !== 1)).toEqual([]);
      await writer.write(usageRow(user));
      expect(events()).toEqual(["usage_log_behind", "usage_rows_lost", "usage_log_caught_up"]);
      expect(lines[0]).toContain("ECONNRESET");
    });

    test("R-06: evidence of an outage is not held for its end, and how much of it is lost is in the log", async () => {
      const { writer, state, retry, lines } = stage(database.requests);
      const evidence = () => "sealed";
      const stored = async (some: readonly UsageRow[]) =>
        (
          await database.query<{ id: string }>(
            "select id from call_evidence where id in (select jsonb_array_elements_text($1::text::jsonb)::uuid)",
            [JSON.stringify(some.map(({ id }) => id))],
          )
        ).map(({ id }) => id);
      const before = rows(1, { evidence });
      await Promise.all(before.map(writer.write));
      state.isDown = true;
      const during = rows(3, { evidence });
      await Promise.allSettled(during.map(writer.write));
      const later = rows(2, { evidence });
      await Promise.allSettled([...later, ...rows(1)].map(writer.write));
      state.isDown = false;
      retry();
      await writer.drain();
      const after = rows(1, { evidence });
      await Promise.all(after.map(writer.write));
      expect((await rowsOf([...during, ...later])).length).toBe(5);
      expect(await stored([...before, ...during, ...later, ...after])).toEqual(
        expect.arrayContaining([...before, ...after].map(({ id }) => id)),
      );
      expect(await stored([...during, ...later])).toEqual([]);
      expect(lines.map((line) => JSON.parse(line)).find(({ event }) => event === "usage_log_caught_up")).toMatchObject({
        evidence_dropped: 5,
      });
    });

    test("R-07: after an outage a new row does not wait for all the rows that were kept", async () => {
      const BATCHES = 6;
      let inserts = 0;
      let isDown = true;
      const late = Promise.withResolvers<number>();
      const faulty = watched(database.requests, (text) => {
        if (isDown) throw Object.assign(new Error("The connection broke."), { code: "ECONNRESET" });
        if (text.startsWith("select 1")) return;
        inserts++;
        // While the second batch is written the writer takes rows again.
        if (inserts === 2) writer.write(usageRow(user)).then(() => late.resolve(inserts), late.reject);
      });
      const retries: (() => void)[] = [];
      const writer = createUsageWriter(faulty, undefined, (work) => void retries.push(work));
      await Promise.allSettled(rows(BATCHES * MAX_BATCH).map(writer.write));
      isDown = false;
      retries.pop()?.();
      await writer.drain();
      expect(inserts).toBe(BATCHES + 1);
      expect(await late.promise).toBe(3);
    });

    test("R-07: while it is known that nothing can be written, a caller is refused without a statement", async () => {
      const { writer, state, retry } = stage(database.requests);
      state.isDown = true;
      const [first, second] = [usageRow(user), usageRow(user)];
      expect(await rejection(writer.write(first))).toBeInstanceOf(AppError);
      expect(await rejection(writer.write(second))).toMatchObject({ code: "SERVICE_UNAVAILABLE", retryAfter: 1 });
      expect(state.statements).toBe(1);
      state.isDown = false;
      retry();
      await writer.drain();
      expect(await rowsOf([first, second])).toHaveLength(2);
    });

    test("a call that was pending in the outage and ended in it is one row, with its end", async () => {
      const { writer, state, retry } = stage(database.requests);
      state.isDown = true;
      const pending = usageRow(user, { state: "pending", status: null });
      const ended: UsageRow = { ...pending, state: "done", status: 503 };
      await Promise.allSettled([writer.write(pending), writer.write(ended)]);
      state.isDown = false;
      retry();
      await writer.drain();
      expect(await rowsOf([pending])).toEqual([{ id: pending.id, state: "done", status: 503, call_count: 1 }]);
    });

    test("refused calls, which add up, are not counted twice when their statement may have run", async () => {
      const { writer, state, retry } = stage(database.requests);
      const id = aggregateRowId(crypto.randomUUID(), NOW, 429, "user");
      const refused = usageRow(user, { id, isAggregate: true, status: 429 });
      await writer.write(refused);
      state.isDown = true;
      await Promise.allSettled([writer.write(refused), writer.write(usageRow(user))]);
      state.isDown = false;
      retry();
      await writer.drain();
      await writer.write(refused);
      expect(await rowsOf([refused])).toMatchObject([{ call_count: 2 }]);
    });

    test("a statement that was given up and runs late changes nothing: no call counts twice, no end is undone", async () => {
      const { writer } = stage(database.requests);
      const done = usageRow(user);
      await writer.write(done);
      await writer.write(done);
      await writer.write({ ...done, state: "pending", status: null });
      expect(await rowsOf([done])).toEqual([{ id: done.id, state: "done", status: 200, call_count: 1 }]);
    });

    test("a row that the database refuses is dropped with a log line, and its neighbours are written", async () => {
      const { writer, state, lines, events } = stage(database.requests);
      const bad = usageRow(user, { requestId: "bad-one", externalId: "zero \u0000 byte" });
      const good = rows(40);
      const all = [...good.slice(0, 17), bad, ...good.slice(17)];
      const results = await Promise.allSettled(all.map(writer.write));
      expect(results.flatMap(({ status }, i) => (status === "rejected" ? [all[i]?.requestId] : []))).toEqual([
        "bad-one",
      ]);
      expect(await rowsOf(all)).toHaveLength(good.length);
      expect([events(), writer.outage()]).toEqual([["usage_row_dropped"], null]);
      expect(lines.join()).toContain('"request_id":"bad-one"');
      expect(lines.join()).not.toContain("zero");
      expect(state.statements).toBeLessThan(good.length);
      await writer.write(usageRow(user));
    });

    test("a stop tries once more, and tells how many rows are lost", async () => {
      const { writer, state, lines } = stage(database.requests);
      const all = rows(3);
      state.isDown = true;
      await Promise.allSettled(all.map(writer.write));
      await writer.drain();
      expect(lines.at(-1)).toContain('"event":"usage_rows_lost","rows":3');
      state.isDown = false;
      await writer.drain();
      expect(await rowsOf(all)).toHaveLength(3);
    });
  });
}

describe("usage log in an outage", () => {
  test("R-07: it keeps a bounded number of rows", async () => {
    const { writer, retry, state } = stage(requestsOf({ query: async () => [] }));
    state.isDown = true;
    const row = usageRow(crypto.randomUUID());
    await Promise.allSettled(
      Array.from({ length: MAX_QUEUED }, () => writer.write({ ...row, id: crypto.randomUUID() })),
    );
    await turn();
    expect(String(await rejection(writer.write(usageRow(row.userId))))).toMatch("The usage log's queue is full.");
    state.isDown = false;
    retry();
    await writer.drain();
    await writer.write(usageRow(row.userId));
  });

  test("deadlocked replicas write row by row, and a row that is still locked is kept", async () => {
    let fails = 3;
    const deadlocking = requestsOf({
      query: async (text: string) => {
        if (text.startsWith("select 1") || fails-- <= 0) return [];
        throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      },
    });
    const retries: (() => void)[] = [];
    const writer = createUsageWriter(deadlocking, undefined, (work) => void retries.push(work));
    const all = [usageRow("user-1"), usageRow("user-1"), usageRow("user-1")];
    expect(statusesOf(await Promise.allSettled(all.map(writer.write)))).toEqual(["rejected"]);
    retries.pop()?.();
    await writer.drain();
    expect(writer.outage()).toBeNull();
  });
});
