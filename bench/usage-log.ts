// Measures the partitioned usage log: inserts beside a plain table's, reports, the drop of a month, erasure, the migration.
// bun bench/usage-log.ts [postgres or embedded] [rows, default 20,000,000] [rows of the plain table, default 2,000,000]
// TEST_DATABASE_URL names a server of your own; the tests' server keeps its data in memory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenDatabase } from "../src/foundation/db/database.ts";
import { openEmbedded } from "../src/foundation/db/embedded.ts";
import { migrate, readMigrations } from "../src/foundation/db/migrate.ts";
import { openPostgres } from "../src/foundation/db/postgres.ts";
import { createLog } from "../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../src/foundation/vault/key-ring.ts";
import { createVault } from "../src/foundation/vault/vault.ts";
import type { Caller } from "../src/identity/keys/model.ts";
import { createRateLimiter } from "../src/metering/limits/rate-limiter.ts";
import { TIER_LIMITS } from "../src/metering/limits/windows.ts";
import { eraseUsageStep, type UsageErasureStep } from "../src/metering/usage/erasure.ts";
import { markInterrupted } from "../src/metering/usage/interrupted.ts";
import { listPartitions, maintainPartitions, makePartitions, monthStart } from "../src/metering/usage/partitions.ts";
import { listUsage, summarise } from "../src/metering/usage/service.ts";
import { NO_ID } from "../src/metering/usage/store.ts";
import { ageTotals, foldIncrements } from "../src/metering/usage/totals.ts";
import { createUsageWriter } from "../src/metering/usage/writer.ts";
import { testPostgres } from "../test/support/postgres.ts";
import { usageRow } from "../test/support/usage-row.ts";

const lane = process.argv[2] ?? "postgres";
const rows = Number(process.argv[3] ?? 20_000_000);
const plainRows = Number(process.argv[4] ?? 2_000_000);
const MONTHS = 14;
/** The first has half of the rows. */
const USERS = 10;
const ACCOUNTS = 120;
const AT_ONCE = 64;
const INSERT_MS = 5_000;
const REPEAT = 20;
const RETENTION = 12;
/** The writers' latency around the drop. */
const BESIDE_MS = 3_000;

const now = Date.now();
const print = (what: string, text: string) => console.log(`${what}: ${text}`);
const ms = (time: number) => `${time.toFixed(1)} ms`;
const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`;
const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}

const folders: string[] = [];
async function open(): Promise<OpenDatabase> {
  if (lane === "postgres") return openPostgres(await (await testPostgres()).createDatabase());
  const folder = mkdtempSync(join(tmpdir(), "usage-log-"));
  folders.push(folder);
  return openEmbedded({ dataDir: folder });
}
const script = (database: OpenDatabase, text: string) => database.script(`set statement_timeout = 0; ${text}`);

async function newUsers(database: OpenDatabase): Promise<string[]> {
  const users = Array.from({ length: USERS }, () => crypto.randomUUID());
  for (const id of users) await database.query("insert into users (id, email) values ($1, $2)", [id, id]);
  return users;
}

/** Like real rows: keys, providers, statuses, and accounts of the first user's. By a partition's name, so not counted. */
async function fill(database: OpenDatabase, table: string, users: string[], count: number, from: number, to: number) {
  const [heavy, ...others] = users.map((id) => `'${id}'::uuid`);
  const everyMs = (to - from) / count;
  await script(
    database,
    `insert into ${table} (id, occurred_at, user_id, key_id, account_id, external_id, request_id, method, endpoint, provider,
      action, state, status, units, duration_ms)
    select gen_random_uuid(), timestamptz '${new Date(from).toISOString()}' + i * interval '1 millisecond' * ${everyMs},
      case when i % 2 = 0 then ${heavy} else (array[${others}])[1 + n % ${others.length}] end, md5((n % 2)::text)::uuid,
      case when i % 2 = 0 then md5((n % ${ACCOUNTS})::text)::uuid end, case when i % 2 = 0 then 'customer-' || n % ${ACCOUNTS} end,
      gen_random_uuid()::text, 'GET', '/api/v1/github/repos/{owner}/{repo}', (array['github', 'slack', 'google'])[1 + n % 3],
      (array['repos.read', 'chat.read'])[1 + n % 2], 'done', case (n / ${ACCOUNTS}) % 20 when 0 then 404 when 1 then 503 else 200 end,
      1, 12
    from generate_series(0, ${count} - 1) as i, lateral (select i / 2 as n) as numbered`,
  );
}

/** What housekeeping would have made of the rows. */
const countedIn = (table: string) => `
  insert into usage_totals
    select user_id, account, starts_at, key_id, provider, action, status, false, sum(call_count)
    from ${table}, lateral (
      select '${NO_ID}'::uuid as account, date_trunc('hour', occurred_at, 'UTC') as starts_at
      union all select account_id, date_trunc('day', occurred_at, 'UTC') where account_id is not null
    ) as counted group by 1, 2, 3, 4, 5, 6, 7, 8`;

/** Rows a second that 64 callers at once get written, each waiting for its own. */
async function insertRate(database: OpenDatabase, userId: string): Promise<number> {
  const writer = createUsageWriter(database.requests);
  const endAt = performance.now() + INSERT_MS;
  let written = 0;
  const caller = async () => {
    while (performance.now() < endAt) {
      await writer.write(usageRow(userId, { keyId: userId, occurredAt: Date.now(), isNew: true }));
      written++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return (written / INSERT_MS) * 1_000;
}

async function size(database: OpenDatabase, table: string): Promise<string> {
  const [row] = await database.query<{ heap: number; all: number }>(
    `select sum(pg_table_size(oid))::float8 as heap, sum(pg_total_relation_size(oid))::float8 as all
     from pg_class where oid = '${table}'::regclass or oid in (select inhrelid from pg_inherits where inhparent = '${table}'::regclass)`,
  );
  return `${((row?.heap ?? 0) / 2 ** 20).toFixed(0)} MB and ${(((row?.all ?? 0) - (row?.heap ?? 0)) / 2 ** 20).toFixed(0)} MB of indexes`;
}

// The plain table as it was, but with a key that the writer's statement can use.
const migrations = readMigrations();
const first = migrations.findIndex(({ name }) => name.endsWith("partition_usage_entries"));
const plain = await open();
await migrate(plain, migrations.slice(0, first));
const plainUsers = await newUsers(plain);
const [, plainFilledMs] = await timed(async () => {
  await script(plain, "alter table usage_entries disable trigger user");
  await fill(plain, "usage_entries", plainUsers, plainRows, monthStart(now, -1), now - 60_000);
  await script(
    plain,
    `alter table usage_entries enable trigger user; alter table usage_entries drop constraint usage_entries_pkey;
     alter table usage_entries add primary key (id, occurred_at)`,
  );
});
print(`plain table of ${plainRows} rows`, `filled in ${seconds(plainFilledMs)}`);

const database = await open();
await migrate(database, migrations);
const users = await newUsers(database);
const [heavy, , writing] = users as [string, string, string];
for (let month = -MONTHS; month <= 0; month += 4) await makePartitions(database, monthStart(now, month));
const [, filledMs] = await timed(async () => {
  const partitions = (await listPartitions(database)).filter(({ from, isDefault }) => !isDefault && (from ?? 0) <= now);
  const months = partitions.filter(({ from }) => (from ?? 0) > monthStart(now, -MONTHS));
  for (const { name, from, to } of months) {
    await fill(
      database,
      name,
      users,
      Math.floor(rows / months.length),
      from as number,
      Math.min(to as number, now) - 1,
    );
    await script(database, countedIn(name));
  }
});
print(`partitions with ${rows} rows`, `filled in ${seconds(filledMs)}, ${await size(database, "usage_entries")}`);
const countTotals = async () =>
  (await database.query<{ count: number }>("select count(*)::int as count from usage_totals"))[0]?.count;
print("totals by hour", `${await countTotals()}`);
const [, agedMs] = await timed(async () => {
  while ((await ageTotals(database, { now, usageMonths: 13 })) > 0);
});
print(
  "hours added up by day",
  `in ${seconds(agedMs)}: ${await countTotals()} totals, ${await size(database, "usage_totals")}`,
);
// An analysed partition has a plan; autovacuum comes to it in time.
for (const { name } of await listPartitions(database)) await script(database, `analyze ${name}`);
await script(database, "analyze usage_totals");

const rates = { plain: [] as number[], partitioned: [] as number[] };
for (const which of ["plain", "partitioned", "partitioned", "plain", "plain", "partitioned"] as const) {
  rates[which].push(
    which === "plain" ? await insertRate(plain, plainUsers[0] as string) : await insertRate(database, writing),
  );
}
const [plainRate, partitionedRate] = [percentile(rates.plain, 0.5), percentile(rates.partitioned, 0.5)];
print(
  "rows a second through the writer",
  `plain ${plainRate.toFixed(0)}, partitioned ${partitionedRate.toFixed(0)}, ratio ${(partitionedRate / plainRate).toFixed(2)}`,
);

const [folded, foldedMs] = await timed(() => foldIncrements(database));
print("increments of these added up", `${folded} in ${ms(foldedMs)}`);

const vault = createVault(parseKeyRing(`k1:${Buffer.alloc(32, 1).toString("base64")}`) as KeyRing);
const clock = { now: () => now };
const limiter = createRateLimiter(database.requests, clock.now);
const deps = { database: database.requests, vault, clock, limiter };
const caller = { userId: heavy, tier: "team", limits: TIER_LIMITS.team, partner: null } as Caller;
const iso = (time: number) => new Date(time).toISOString();
const [account] = await database.query<{ id: string }>("select md5('7')::uuid as id");
const deep = { until: iso(monthStart(now, -8)) };
const REPORTS: Record<string, () => Promise<unknown>> = {
  "summary of the month": () => summarise(deps, caller, {}),
  "summary of 13 months": () => summarise(deps, caller, { since: iso(monthStart(now, -12)) }),
  "summary of 13 months, one account": () =>
    summarise(deps, caller, { since: iso(monthStart(now, -12)), account_id: account?.id }),
  "summary that begins within a day of last spring": () =>
    summarise(deps, caller, { since: iso(monthStart(now, -7) + 36_000_000) }),
  "first page": () => listUsage(deps, heavy, {}),
  "page of 8 months ago": () => listUsage(deps, heavy, deep),
  "page after it": async () => {
    const { next_cursor } = await listUsage(deps, heavy, deep);
    return listUsage(deps, heavy, { ...deep, cursor: next_cursor as string });
  },
  "page of one status": () => listUsage(deps, heavy, { status: 503 }),
  "page of one account, 8 months ago": () => listUsage(deps, heavy, { ...deep, account_id: account?.id }),
  "marking abandoned calls": () => markInterrupted(database),
};
for (const [what, report] of Object.entries(REPORTS)) {
  const times: number[] = [];
  for (let i = 0; i < REPEAT; i++) times.push((await timed(report))[1]);
  print(what, `median ${ms(percentile(times, 0.5))}, slowest ${ms(Math.max(...times))}`);
}

/** The slowest write of eight callers while `work` runs, and a while before. */
async function slowestWrites(work: () => Promise<unknown>) {
  const writer = createUsageWriter(database.requests);
  const waits = { alone: [0], beside: [0] };
  let phase: keyof typeof waits | null = "alone";
  const callers = Array.from({ length: 8 }, async () => {
    while (phase) {
      const began: keyof typeof waits = phase;
      const [, tookMs] = await timed(() =>
        writer.write(usageRow(writing, { keyId: writing, occurredAt: Date.now(), isNew: true })),
      );
      waits[began].push(tookMs);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, BESIDE_MS));
  phase = "beside";
  const [, tookMs] = await timed(work);
  phase = null;
  await Promise.all(callers);
  const text = (times: number[]) => `p99 ${ms(percentile(times, 0.99))}, slowest ${ms(Math.max(...times))}`;
  return `${ms(tookMs)}; writes alone ${text(waits.alone)}; beside ${text(waits.beside)}`;
}
const log = createLog("info", Date.now, (line) => console.log(`  ${line.trim()}`));
const tend = (months: number) => () => maintainPartitions(database, log, { months });
print("a round with nothing to do", await slowestWrites(tend(MONTHS + 6)));
print("the drop of a month", await slowestWrites(tend(RETENTION)));
print("the drop of five more", await slowestWrites(tend(RETENTION - 5)));
print("months made ahead", await slowestWrites(() => makePartitions(database, monthStart(now, 4))));

const erased = users[1] as string;
const [erasedRows, erasedMs] = await timed(async () => {
  let total = 0;
  let step: UsageErasureStep | null = null;
  do {
    step = await eraseUsageStep(database, { userId: erased, accountId: null }, step?.next ?? null);
    total += step.rows;
  } while (step.next);
  return total;
});
print("erasure of a user", `${erasedRows} rows in ${seconds(erasedMs)}`);

const [, migratedMs] = await timed(() => migrate(plain, migrations));
const [counted] = await plain.query<{ count: number }>("select count(*)::int as count from usage_entries");
print(`migration of ${counted?.count} rows`, seconds(migratedMs));
await Promise.all([plain.close(), database.close()]);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
process.exit(0);
