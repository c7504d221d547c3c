// Migration 0021 on a database that the version before has filled: its calls, pending grants and windows are read right.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { listPendingGrants } from "../../../src/connections/integrations/pending-grant-store.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { pendingTokenContext } from "../../../src/foundation/vault/sealing-contexts.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import type { Caller } from "../../../src/identity/keys/model.ts";
import { createRateLimiter } from "../../../src/metering/limits/rate-limiter.ts";
import { PARTNER_LIMITS, TIER_LIMITS } from "../../../src/metering/limits/windows.ts";
import { listUsage, summarise } from "../../../src/metering/usage/service.ts";
import { addedUpTotals, partnerCalls } from "../../../src/metering/usage/store.ts";
import { foldIncrements } from "../../../src/metering/usage/totals.ts";
import { aggregateRowId, createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { TEST_KEY_RING } from "../../support/gateway.ts";
import { usageRow } from "../../support/usage-row.ts";

const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
const migrations = readMigrations();
const before = migrations.filter(({ name }) => name < "0021");
/** Ten minutes past an hour in the middle of a month. */
const NOW = Date.UTC(2026, 2, 14, 12, 10);
const MINUTE_START = new Date(NOW).toISOString();
const MONTH = [Date.UTC(2026, 2), Date.UTC(2026, 3)] as const;
const CALLS_OF_LIMIT = 60;
const CALLS_MADE = 55;

/** A user's database as the version before leaves it. */
async function fill(database: OpenDatabase) {
  const [userId, accountId, keyId, grantId] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await database.query("insert into users (id, email) values ($1, 'ada@example.com')", [userId]);
  await database.query("insert into partners (user_id) values ($1)", [userId]);
  await database.query("insert into accounts (id, user_id, external_id) values ($1, $2, 'customer-1')", [
    accountId,
    userId,
  ]);
  const pendingId = crypto.randomUUID();
  const aggregateOf = (surface: "user" | "partner") => aggregateRowId(keyId, NOW, 429, surface);
  const rows: [id: string, area: string, state: string, status: number | null, repeated: number][] = [
    [crypto.randomUUID(), "A", "done", 200, 1],
    [crypto.randomUUID(), "A", "done", 404, 1],
    [crypto.randomUUID(), "B", "done", 200, 1],
    [crypto.randomUUID(), "B", "interrupted", null, 1],
    [aggregateOf("user"), "A", "done", 429, 7],
    [aggregateOf("partner"), "B", "done", 429, 5],
    [pendingId, "B", "pending", null, 1],
  ];
  for (const [i, row] of rows.entries()) {
    await database.query(
      `insert into usage_entries (id, area, state, status, repeated, occurred_at, user_id, key_id, account_id, request_id,
         method, endpoint, provider, action, units, duration_ms)
       values ($1, $2, $3, $4::int, $5::int, $6::timestamptz, $7, $8, $9, 'r', 'GET', '/', 'github', 'repos.read', 1, 1)`,
      [...row, MINUTE_START, userId, keyId, row[1] === "B" ? accountId : null],
    );
    // Some calls are in the totals, the others in increments.
    if (i === 2) await foldIncrements(database);
  }
  await database.query(
    `insert into waiting_grants (id, user_id, account_id, provider, token_hash, identity_id, identity, client_id, scopes,
       access_token, granted_at)
     values ($1, $2, $3, 'github', 'hash', '1', '{}', 'client', '{}', $4, now())`,
    [grantId, userId, accountId, vault.seal("token of the version before", `waiting_grants/${grantId}/access_token`)],
  );
  await database.query(
    `insert into limit_windows (subject, kind, starts_at, used) select $1, kind, starts_at::timestamptz, ${CALLS_MADE}
     from (values ('minute', $2), ('day', $3)) as w (kind, starts_at)`,
    [`user:${userId}`, MINUTE_START, "2026-03-14T00:00:00Z"],
  );
  return { userId, accountId, keyId, pendingId, grantId, aggregateOf };
}

for (const lane of LANES) {
  describe(`the upgrade to migration 0021 on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let filled: Awaited<ReturnType<typeof fill>>;
    const totals = async () => {
      const filter = { userId: filled.userId, since: MONTH[0], until: MONTH[1] };
      const byAccount = { ...filter, accountId: filled.accountId };
      const sorted = async (of: typeof filter) =>
        (await addedUpTotals(database, of)).map((row) => JSON.stringify(row)).sort();
      return [await sorted(filter), await sorted(byAccount), await partnerCalls(database, filled.userId, ...MONTH)];
    };
    let totalsBefore: Awaited<ReturnType<typeof totals>>;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      await database.script("drop schema public cascade; create schema public;");
      await migrate(database, before);
      filled = await fill(database);
      totalsBefore = await totals();
      await migrate(database, migrations);
    }, 60_000);
    afterAll(() => opened.close());

    test("rows have their surface, their count of calls, and whether they are aggregates", async () => {
      const rows = await database.query<{ row: string }>(
        `select concat_ws(' ', surface, state, status, call_count, is_aggregate::text) as row from usage_entries
         where user_id = $1 order by 1`,
        [filled.userId],
      );
      expect(rows.map(({ row }) => row)).toEqual([
        "partner done 200 1 false",
        "partner done 429 5 true",
        "partner interrupted 1 false",
        "partner pending 1 false",
        "user done 200 1 false",
        "user done 404 1 false",
        "user done 429 7 true",
      ]);
    });

    test("totals and a partner's month are what they were, and the report and the summary say the same", async () => {
      expect(await totals()).toEqual(totalsBefore);
      const { requests } = database;
      const { entries } = await listUsage({ database: requests, vault }, filled.userId, {});
      expect(entries.map(({ repeated }) => repeated).sort()).toEqual([1, 1, 1, 1, 1, 5, 7]);
      const partner = { tier: "free", limits: PARTNER_LIMITS.free, status: "active" } as const;
      const caller = { userId: filled.userId, tier: "free", limits: TIER_LIMITS.free, partner } as Caller;
      const clock = { now: () => NOW };
      const limiter = createRateLimiter(requests, clock.now);
      const summary = await summarise({ database: requests, limiter, clock }, caller, {
        until: new Date(MONTH[1]).toISOString(),
      });
      expect([summary.calls, summary.errors, summary.partner?.calls]).toEqual([17, 13, 3]);
      expect(summary.limits.remaining).toBe(CALLS_OF_LIMIT - CALLS_MADE);
      await limiter.release();
    });

    test("I-2: limits go on where they were", async () => {
      const limiter = createRateLimiter(database.requests, () => NOW);
      const key = `user:${filled.userId}`;
      let admitted = 0;
      while ((await limiter.admit(key, { minute: CALLS_OF_LIMIT, day: 1_000 })).isAdmitted) admitted++;
      expect(admitted).toBe(CALLS_OF_LIMIT - CALLS_MADE);
    });

    test("a pending grant opens, and its changes are notified under the table's new name", async () => {
      const { grantId, userId, accountId } = filled;
      const [grant] = await listPendingGrants(database, { userId, accountId });
      const context = pendingTokenContext(grantId, "access_token");
      expect(vault.open(grant?.accessToken as string, context)).toBe("token of the version before");
      const message = Promise.withResolvers<string>();
      await database.listen("gateway_changes", message.resolve, () => {});
      await database.query("update pending_grants set scopes = '{repo}'");
      expect(await message.promise).toBe(`pending_grants:${userId}`);
    });

    test("pending rows end, aggregates go on adding up, and the totals follow the log", async () => {
      const { userId, accountId, keyId, pendingId, aggregateOf } = filled;
      const writer = createUsageWriter(database.requests);
      const own = { keyId, accountId, occurredAt: NOW, surface: "partner" as const };
      await writer.write(usageRow(userId, { ...own, id: pendingId, status: 201 }));
      await writer.write(usageRow(userId, { ...own, id: aggregateOf("partner"), isAggregate: true, status: 429 }));
      const [row] = await database.query("select call_count from usage_entries where id = $1", [
        aggregateOf("partner"),
      ]);
      expect(row).toEqual({ call_count: 6 });
      await foldIncrements(database);
      const logged = await database.query<{ status: number | null; calls: number }>(
        "select status, sum(call_count)::int as calls from usage_entries where user_id = $1 group by 1 order by 1",
        [userId],
      );
      const added = await database.query<{ status: number | null; calls: number }>(
        `select nullif(status, 0) as status, sum(calls)::int as calls from usage_totals
         where user_id = $1 and account_id = '00000000-0000-0000-0000-000000000000' group by 1 having sum(calls) <> 0 order by 1`,
        [userId],
      );
      expect(added).toEqual(logged);
      expect(await partnerCalls(database, userId, ...MONTH)).toBe(3);
    });

    test("nothing in the schema has an old name", async () => {
      const names = await database.query(
        `select conname as name from pg_constraint where conname like 'waiting%'
         union all select relname from pg_class where relname like 'waiting%' or relname = 'usage_entries_partner'
         union all select tgname from pg_trigger where tgname like 'waiting%'`,
      );
      expect(names).toEqual([]);
    });
  });
}
