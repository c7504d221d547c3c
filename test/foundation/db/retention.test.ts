// A sweep deletes whatever is past its time, in steps, and nothing else.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { sweepTable } from "../../../src/foundation/db/retention.ts";
import { databaseWithUser, LANES, type TestDatabase } from "../../support/database.ts";
import { swept } from "../../support/sweeping.ts";

const HOUR_MS = 3_600_000;

for (const lane of LANES) {
  describe(`retention on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let user: string;
    beforeAll(async () => {
      ({ opened, database, user } = await databaseWithUser(lane));
    }, 60_000);
    afterAll(() => opened.close());

    test("keys and abandoned connect sessions of a day ago, and sessions that ended a month ago, are dropped, younger ones kept", async () => {
      const key = (name: string, age: string) =>
        database.query(
          `insert into idempotency_keys (user_id, key, fingerprint, owner, created_at)
           values ($1, $2, 'f', 'o', now() - $3::text::interval)`,
          [user, name, age],
        );
      const session = (name: string, age: string, status: string) =>
        database.query(
          `insert into connect_sessions (id, user_id, provider, state_hash, redirect_url, scopes, expires_at, status)
           values ($1, $2, 'github', $3, 'https://acme.example.com', '{}', now() - $4::text::interval, $5)`,
          [crypto.randomUUID(), user, name, age, status],
        );
      await key("old", "25 hours 1 second");
      await key("young", "24 hours");
      await session("ended long ago", "30 days 1 second", "completed");
      await session("failed long ago", "30 days 1 second", "failed");
      await session("ended", "29 days", "completed");
      await session("failed", "29 days", "failed");
      await session("abandoned long ago", "30 days 1 second", "pending");
      await session("abandoned", "1 day 1 second", "pending");
      await session("late", "23 hours", "pending");
      await session("under way", "-29 minutes", "pending");
      for (const table of ["idempotency_keys", "connect_sessions"]) await swept(database, table, Date.now());
      expect(await database.query("select key from idempotency_keys")).toEqual([{ key: "young" }]);
      expect(await database.query("select state_hash from connect_sessions order by 1")).toEqual(
        ["ended", "failed", "late", "under way"].map((state_hash) => ({ state_hash })),
      );
    });
    test("R-48: one sweep takes all that strangers have left, however much, on two replicas at once", async () => {
      const now = Date.now();
      const make = (name: string, count: number, ageMs: number) =>
        database.query(
          `insert into sign_in_challenges (challenge, expires_at)
           select $1::text || n, to_timestamp($3::float8) from generate_series(1, $2::int) as n`,
          [name, count, (now - ageMs) / 1_000],
        );
      await make("old", 30_000, 1);
      await make("young", 10, -HOUR_MS);
      const gone = await Promise.all([1, 2].map(() => swept(database, "sign_in_challenges", now)));
      expect(gone.reduce((a, b) => a + b)).toBe(30_000);
      expect(await database.query("select 1 from sign_in_challenges")).toHaveLength(10);
    }, 60_000);

    test("R-48: windows of limits go by their kind, and the current ones stay", async () => {
      const now = Date.now();
      const kinds = ["minute", "day", "month"];
      const hours = [1, 3, 25, 3 * 24 + 1, 40 * 24, 71 * 24];
      for (const kind of kinds)
        for (const hour of hours)
          await database.query(
            "insert into limit_windows (key, kind, starts_at, used) values ($1, $2, $3::text::timestamptz, 1)",
            [`user:${user}`, kind, new Date(now - hour * HOUR_MS).toISOString()],
          );
      await swept(database, "limit_windows", now);
      const left = await database.query<{ kind: string; n: number }>(
        "select kind, count(*)::int as n from limit_windows group by kind order by kind",
      );
      expect(left).toEqual([
        { kind: "day", n: 3 },
        { kind: "minute", n: 1 },
        { kind: "month", n: 5 },
      ]);
    });

    test("R-46: a sweep that is stopped goes on where it was in the next round", async () => {
      const now = Date.now();
      await database.query(
        `insert into sign_in_failures (key, failures, window_ends_at)
         select 'network:' || n, 1, now() - interval '1 minute' from generate_series(1, 5000) as n`,
      );
      const stop = new AbortController();
      const stopping = {
        query: async <Row>(text: string, parameters?: readonly (string | number | boolean | null)[]) => {
          const rows = await database.query<Row>(text, parameters);
          stop.abort();
          return rows;
        },
      };
      const retention = { table: "sign_in_failures", bound: "", aged: [{ since: "window_ends_at", stayMs: 0 }] };
      const settings = {
        deliveryDays: 1,
        inboundWebhookDays: 1,
        inboxDays: 1,
        auditDays: 1,
        evidenceDays: 1,
        usageMonths: 1,
      };
      const first = await sweepTable(retention, { database: stopping, now, settings, signal: stop.signal });
      expect(first).toBeWithin(1, 5_000);
      expect(await swept(database, "sign_in_failures", now)).toBe(5_000 - first);
    });
  });
}
