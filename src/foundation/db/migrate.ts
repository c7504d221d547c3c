// Applies the migrations in order, each once and in a transaction of its own, without keeping running replicas from tables.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StartupError, sqlStateOf } from "../errors.ts";
import type { Log } from "../log/log.ts";
import { VERSION } from "../version.ts";
import { type ConcurrentIndex, concurrentIndexes } from "./concurrent-indexes.ts";
import type { MigrationSession, OpenDatabase } from "./database.ts";
import { describeHolder, type LockWait, readAdvisoryHolder, unreadHolders, watchLockWaits } from "./lock-holders.ts";
import { headerOf } from "./migration-header.ts";
import { checksumOf, newerSchemaError, readSchemaState, type SchemaState } from "./schema-state.ts";

export interface Migration {
  /** `0001_create_users`. */
  name: string;
  sql: string;
}

export interface MigrateOptions {
  log?: Log;
  /** Ends the wait for a lock, and on Postgres the migration itself. */
  signal?: AbortSignal;
  /** How long it tries to lock the tables of one migration. */
  waitMs?: number;
  version?: string;
}

type MigratedDatabase = Pick<OpenDatabase, "query" | "migrationSession">;

interface Run extends Required<Omit<MigrateOptions, "log" | "signal">> {
  database: MigratedDatabase;
  session: MigrationSession;
  log: Log | undefined;
  signal: AbortSignal | undefined;
}

/** Any fixed number, the same in every replica and every version. */
const LOCK_ID = 715_391_277;
const DEFAULT_WAIT_MS = 600_000;
/** A waiting exclusive lock holds up every call on its table: below the second after which those would be 503. */
const LOCK_TIMEOUT_MS = 300;
/** Postgres ends an autovacuum for a statement that has waited for its lock for a second (`deadlock_timeout`). */
const AUTOVACUUM_TIMEOUT_MS = 1_500;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 5_000;

/** The process was stopped before the database was up to date. */
export class MigrationStopped extends StartupError {
  override name = "MigrationStopped";
}

/** Reads the migrations of the source tree. */
export function readMigrations(): Migration[] {
  const folder = fileURLToPath(new URL("../../../migrations/", import.meta.url));
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), sql: readFileSync(`${folder}${file}`, "utf8") }));
}

/** Brings a database up to date and returns the names of the migrations that it applied. */
export async function migrate(
  database: MigratedDatabase,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const { log, signal, waitMs = DEFAULT_WAIT_MS, version = VERSION } = options;
  if (isUpToDate(await checkedState(database, migrations, version, log))) return [];
  const session = await database.migrationSession();
  const run: Run = { database, session, log, signal, waitMs, version };
  try {
    await lockMigrators(run);
    // Another replica may have applied them meanwhile.
    const { pending, hasTable } = await checkedState(database, migrations, version);
    if (!hasTable) await applyScript(run, "migrations", CREATE_TABLE);
    const applied: string[] = [];
    for (const [i, migration] of pending.entries()) {
      log?.info("migrating", { migration: migration.name, number: i + 1, of: pending.length });
      const startedAt = performance.now();
      if (await applyOne(run, migration)) applied.push(migration.name);
      const seconds = Math.round(performance.now() - startedAt) / 1_000;
      log?.info("migration_applied", { migration: migration.name, seconds });
    }
    return applied;
  } finally {
    await session.close();
  }
}

const isUpToDate = ({ pending, hasTable }: SchemaState) => pending.length === 0 && hasTable;

async function checkedState(
  database: MigratedDatabase,
  migrations: readonly Migration[],
  version: string,
  log?: Log,
): Promise<SchemaState> {
  const state = await readSchemaState(database, migrations);
  const error = newerSchemaError(state, version);
  if (error) throw error;
  const names = state.unknown.map(({ name }) => name);
  if (names.length > 0) log?.warn("schema_newer", { version, unknown: names });
  return state;
}

const CREATE_TABLE = `
  create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now()
  );
  alter table migrations add column if not exists release text, add column if not exists runs_with text;
`;

/** Whether this process applied it. */
async function applyOne(run: Run, migration: Migration): Promise<boolean> {
  const { release, runsWith } = headerOf(migration);
  const values = [migration.name, checksumOf(migration), release, runsWith];
  const list = values.map((value) => (value === null ? "null" : `'${value}'`)).join(", ");
  const insert = `insert into migrations (name, checksum, release, runs_with) values (${list});`;
  const indexes = concurrentIndexes(migration.sql);
  try {
    for (const index of indexes) await buildIndex(run, migration.name, index);
    await applyScript(run, migration.name, indexes.length > 0 ? insert : `${insert}\n${migration.sql}`);
    return true;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // Another process applied it, or the connection broke after the commit.
    const { pending } = await readSchemaState(run.database, [migration]).catch((unread: unknown) => {
      run.log?.warn("schema_state_unread", { error: unread });
      return { pending: [migration] };
    });
    if (pending.length === 0) return false;
    run.log?.error("migration_failed", { migration: migration.name, error });
    throw error;
  }
}

/** Builds one index outside a transaction: it waits for others, and nobody waits for it. */
async function buildIndex(run: Run, migration: string, { name, sql }: ConcurrentIndex): Promise<void> {
  const { session, database, signal } = run;
  const startedAt = performance.now();
  const pid = await session.begin(Math.max(run.waitMs, LOCK_TIMEOUT_MS));
  if (pid === null) return session.script(sql.replace(/ concurrently /i, " "));
  const watch = watchLockWaits(database, pid, run.log, (wait) =>
    logWait(run, migration, wait, performance.now() - startedAt),
  );
  try {
    // What a build left that was ended: it is there, incomplete, and "if not exists" would keep it.
    const [broken] = await database.query(
      "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
      [name],
    );
    if (broken) await session.script(`drop index concurrently ${name}`, signal);
    await session.script(sql, signal);
  } catch (error) {
    if (signal?.aborted) throw stopped(run, migration);
    if (!isLockTimeout(error)) throw error;
    throw lockError(migration, await watch.stop(), performance.now() - startedAt);
  } finally {
    await watch.stop();
  }
}

/** Repeats one transaction until it gets its locks. */
async function applyScript(run: Run, name: string, text: string): Promise<void> {
  const { session, database, signal } = run;
  const startedAt = performance.now();
  let lockTimeoutMs = LOCK_TIMEOUT_MS;
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    if (signal?.aborted) throw stopped(run, name);
    const pid = await session.begin(lockTimeoutMs);
    const watch = pid === null ? null : watchLockWaits(database, pid, run.log);
    // Also in the transaction: a connection that was lost and made again has not got the session's lock.
    const attempt = session.script(`select pg_advisory_xact_lock(${LOCK_ID});\n${text}`, signal);
    const error = await attempt.then(
      () => null,
      (error: unknown) => error,
    );
    const wait = (await watch?.stop()) ?? null;
    if (error === null) return;
    if (signal?.aborted) throw stopped(run, name);
    if (!isLockTimeout(error)) throw error;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= run.waitMs) throw lockError(name, wait, waitedMs);
    logWait(run, name, wait, waitedMs);
    const isAutovacuum = wait?.holders.every(({ activity }) => activity === "autovacuum");
    lockTimeoutMs = isAutovacuum ? AUTOVACUUM_TIMEOUT_MS : LOCK_TIMEOUT_MS;
    await backoff(Math.min(backoffMs, run.waitMs - waitedMs), signal);
  }
}

/**
 * One process migrates at a time. A second one waits as long as the first needs: a process that dies releases the lock. It asks
 * again and again, since an index that is built concurrently waits for the end of every statement, also of one that waits.
 */
async function lockMigrators(run: Run): Promise<void> {
  const { session, database, signal } = run;
  const startedAt = performance.now();
  // The embedded database belongs to one process.
  if ((await session.begin(LOCK_TIMEOUT_MS)) === null) return;
  const unread = unreadHolders(run.log);
  for (let loggedAt = Number.NEGATIVE_INFINITY; ; ) {
    if (signal?.aborted) throw stopped(run, "the wait for another migrator");
    if (await session.tryLock(LOCK_ID)) return;
    const now = performance.now();
    const wait = await readAdvisoryHolder(database, LOCK_ID).catch(unread);
    if (wait && now - loggedAt >= MAX_BACKOFF_MS) {
      logWait(run, null, wait, now - startedAt);
      loggedAt = now;
    }
    await backoff(FIRST_BACKOFF_MS, signal);
  }
}

function logWait({ log }: Run, migration: string | null, wait: LockWait | null, waitedMs: number): void {
  log?.warn("migration_waiting", {
    migration,
    table: wait?.relation ?? null,
    holders: wait?.holders ?? [],
    waited_seconds: Math.round(waitedMs / 1_000),
  });
}

/** A lock that was not to be had in time, or a deadlock. */
function isLockTimeout(error: unknown): boolean {
  return ["55P03", "40P01"].includes(sqlStateOf(error) ?? "");
}

function stopped({ log }: Run, name: string): MigrationStopped {
  log?.info("migration_stopped", { migration: name });
  return new MigrationStopped(`Stopped during ${name}, which has changed nothing.`);
}

function lockError(name: string, wait: LockWait | null, waitedMs: number): StartupError {
  const holders = wait?.holders.map(describeHolder).join(", ") ?? "somebody unknown";
  const table = wait?.relation ? ` on ${wait.relation}` : "";
  return new StartupError(
    `Migration ${name} has waited ${Math.round(waitedMs / 1_000)} s for a lock${table} and changed nothing. The lock is held by ${holders}. Start again when that has ended, or raise GATEWAY_MIGRATION_WAIT_SECONDS.`,
  );
}

/** Waits, or throws nothing and returns early when the process is stopped. */
function backoff(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
