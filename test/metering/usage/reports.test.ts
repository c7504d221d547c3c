// Reports over a long log: exact, in bounded steps, two at once for each user, and never in the way of another's calls.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { watched } from "../../support/replicas.ts";

setDefaultTimeout(60_000);
const USAGE = "/api/v1/usage";
const SUMMARY = "/api/v1/usage/summary";
const START = Date.UTC(2030, 0, 10);
const NOW = Date.UTC(2030, 0, 15, 12);
const ROWS = 30_000;
/** Rows are this far apart: the log spans five days. */
const APART_MS = 15_000;
const REPORTS_AT_ONCE = 20;
const iso = (time: number) => new Date(time).toISOString();

interface Entry {
  id: string;
  status: number;
}

for (const lane of LANES) {
  describe(`R-40: reports on ${lane}`, () => {
    let opened: TestDatabase;
    let gateway: TestGateway;
    let beforeReport: (text: string) => void | Promise<void> = () => {};
    let heavy: { key: string; userId: string };
    let light: { key: string; userId: string };
    beforeAll(async () => {
      opened = await testDatabase(lane);
      const { requests } = opened.database;
      const { reports } = watched({ ...requests, query: requests.reports.query }, (text) => beforeReport(text));
      const database = { ...opened.database, requests: { ...requests, reports } };
      gateway = await startTestGateway({ lane, database: { ...opened, database } });
      gateway.clock.set(NOW);
      heavy = await gateway.user();
      light = await gateway.user();
      // One row in a thousand has the status 503.
      await opened.database.query(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, provider, state, status, units, duration_ms)
         select gen_random_uuid(), $2::timestamptz + i * interval '${APART_MS} milliseconds', $1, 'r', 'GET', '/', 'github', 'done',
           case when i % 1000 = 0 then 503 else 200 end, 1, 1
         from generate_series(0, ${ROWS - 1}) as i`,
        [heavy.userId, iso(START)],
      );
    });
    afterAll(async () => {
      await gateway.close();
      await opened.close();
    });

    const get = (key: string, path: string) => gateway.call("GET", path, { key });
    const summary = async (query = "") => {
      const { status, json } = await get(heavy.key, SUMMARY + query);
      expect(status).toBe(200);
      return json.data;
    };

    test("a summary of whole days reads no row of the log", async () => {
      const texts: string[] = [];
      beforeReport = (text) => void texts.push(text);
      const data = await summary(`?since=${iso(START)}&until=${iso(START + 6 * 86_400_000)}`);
      beforeReport = () => {};
      expect([data.calls >= ROWS, data.errors]).toEqual([true, ROWS / 1_000]);
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.filter((text) => /\busage_entries\b/.test(text))).toEqual([]);
    });

    test("a span that begins and ends within a day is counted to the millisecond", async () => {
      const spans: [from: number, to: number][] = [
        [0, 1],
        [1, 2],
        [10, 4_000],
        [5_761, 23_039],
        [3, ROWS - 2],
        [6_000, 11_519],
      ];
      for (const [from, to] of spans) {
        const query = `?since=${iso(START + from * APART_MS)}&until=${iso(START + to * APART_MS)}`;
        const expected = Array.from({ length: to - from }, (_, i) => (from + i) % 1000 === 0).filter(Boolean).length;
        const data = await summary(query);
        expect([query, data.calls, data.errors]).toEqual([query, to - from, expected]);
        expect((await summary(`${query}&status=503`)).calls).toBe(expected);
      }
      for (const path of [SUMMARY, USAGE]) {
        const { status, json } = await get(heavy.key, `${path}?since=${iso(NOW)}&until=${iso(START)}&provider=`);
        const messages = json.details.errors.map(({ message }: { message: string }) => message);
        expect([status, messages]).toEqual([400, ['"provider" must not be empty.', "until must be later than since."]]);
      }
      for (const name of ["key_id", "account_id"])
        expect((await summary(`?${name}=00000000-0000-0000-0000-000000000000`)).calls).toBe(0);
      expect((await summary(`?until=${iso(START)}`)).from).toBe("2030-01-01T00:00:00.000Z");
      expect((await summary("?until=2030-01-01T00:00:00Z")).from).toBe("2029-12-01T00:00:00.000Z");
    });

    test("a filter that fits little is walked to its end, each entry once, in steps of bounded size", async () => {
      const found: string[] = [];
      const limits: string[] = [];
      beforeReport = (text) =>
        void limits.push(...[...text.matchAll(/limit (\d+)/g)].map(([, rows]) => rows as string));
      let cursor: string | null = null;
      let isFirst = true;
      while (isFirst || cursor !== null) {
        const from: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const { json } = await get(heavy.key, `${USAGE}?limit=7&status=503&until=${iso(NOW)}${from}`);
        const entries: Entry[] = json.data.entries;
        expect(entries.length).toBeLessThanOrEqual(7);
        expect(entries.every(({ status }) => status === 503)).toBe(true);
        found.push(...entries.map(({ id }) => id));
        cursor = json.data.next_cursor;
        isFirst = false;
      }
      beforeReport = () => {};
      expect([found.length, new Set(found).size]).toEqual([ROWS / 1_000, ROWS / 1_000]);
      expect(Math.max(...limits.map(Number))).toBe(2_000);
    });

    test("a user has two reports at once; a third is 429, and another user has two of its own", async () => {
      const [arrived, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let waiting = 0;
      beforeReport = async () => {
        if (++waiting === 2) arrived.resolve();
        if (waiting <= 2) await open.promise;
      };
      const running = [get(heavy.key, SUMMARY), get(heavy.key, USAGE)];
      await arrived.promise;
      const third = await get(heavy.key, SUMMARY);
      expect([third.status, third.json.code, third.json.retry_after, third.headers.get("retry-after")]).toEqual([
        429,
        "RATE_LIMITED",
        1,
        "1",
      ]);
      expect((await get(light.key, SUMMARY)).status).toBe(200);
      open.resolve();
      // What was held for long may be given up; then it makes room like any other.
      await Promise.all(running);
      beforeReport = () => {};
      expect((await get(heavy.key, SUMMARY)).status).toBe(200);
    });

    test("another user's calls go on while twenty reports over unaligned spans are asked for at once", async () => {
      const slowest = async (isOver: () => boolean) => {
        let longest = 0;
        for (let i = 0; i < 20 || !isOver(); i++) {
          const start = performance.now();
          expect((await get(light.key, "/api/v1/tools/names/mail")).status).toBe(200);
          longest = Math.max(longest, performance.now() - start);
        }
        return longest;
      };
      const alone = await slowest(() => true);
      const span = `?since=${iso(START + 1)}&until=${iso(START + ROWS * APART_MS - 1)}`;
      let running = REPORTS_AT_ONCE;
      const reports = Array.from({ length: REPORTS_AT_ONCE }, async () => {
        const { status } = await get(heavy.key, SUMMARY + span);
        running--;
        return status;
      });
      const beside = await slowest(() => running === 0);
      const statuses = await Promise.all(reports);
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      expect(beside).toBeLessThan(10 * alone + 1_000);
    });
  });
}

test("R-40: on postgres a call goes through while every connection for reports is taken", async () => {
  const opened = await testDatabase("postgres");
  const gateway = await startTestGateway({ lane: "postgres", database: opened });
  const { key } = await gateway.user();
  const { requests, transaction } = opened.database;
  const taken: Promise<unknown>[] = [];
  try {
    await transaction(async (tx) => {
      await tx.execute("select pg_advisory_xact_lock(4711)");
      for (let i = 0; i < 3; i++) taken.push(requests.reports.query("select pg_advisory_xact_lock(4711)"));
      const isTaken = "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted";
      for (;;) {
        const [row] = await opened.database.query<{ count: number }>(isTaken);
        if (row?.count === 3) break;
      }
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).status).toBe(200);
      expect((await gateway.call("GET", SUMMARY, { key })).status).toBe(503);
    });
    await Promise.all(taken);
    expect((await gateway.call("GET", SUMMARY, { key })).status).toBe(200);
  } finally {
    await gateway.close();
    await opened.close();
  }
});
