// The usage log's partitions by month (UTC): makes them ahead of time, and drops those that are past their retention.
import { setTimeout } from "node:timers/promises";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";

/** Months before and after the current one: clocks may be off, and three months are time to mend what keeps the job from it. */
const MONTHS_BEHIND = 1;
const MONTHS_AHEAD = 3;
/** Nothing is dropped early where the database's clock is a day off. */
const GRACE_MS = 2 * 86_400_000;
/** Calls that begin meanwhile wait behind the lock, and a call waits a second for the database at most. */
const LOCK_TIMEOUT_MS = 100;
const ATTEMPTS = 5;
const FIRST_RETRY_MS = 100;
/** Rows of one statement, and most statements of a round, where a partition goes row by row. */
const STEP = 5_000;
const MAX_STEPS = 200;
/** More misdated rows are not counted. */
const MAX_COUNTED = 10_000;
const DEFAULT = "usage_entries_default";

export interface Partition {
  name: string;
  /** Unix milliseconds; null without a bound. */
  from: number | null;
  to: number | null;
  isDefault: boolean;
}

/** The bounds are printed in the session's time zone and style, so the same session reads them. */
const PARTITIONS = `
  select name, is_default as "isDefault", extract(epoch from parts[1]::timestamptz)::float8 * 1000 as "from",
    extract(epoch from parts[2]::timestamptz)::float8 * 1000 as "to"
  from (
    select c.oid::regclass::text as name, bound = 'DEFAULT' as is_default,
      regexp_match(bound, 'FROM \\((?:MINVALUE|''([^'']+)'')\\) TO \\((?:MAXVALUE|''([^'']+)'')\\)') as parts
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = 'usage_entries'::regclass
  ) as partitions
  order by "from" nulls first, name`;

/** All partitions by time, the default one among them. */
export function listPartitions(database: Pick<Database, "query">): Promise<Partition[]> {
  return database.query<Partition>(PARTITIONS);
}

/** The start of the UTC month that lies some months after that of `now`. */
export function monthStart(now: number, months = 0): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

const monthName = (start: number) => `usage_entries_${new Date(start).toISOString().slice(0, 7).replace("-", "_")}`;
const literal = (time: number) => `timestamptz '${new Date(time).toISOString()}'`;

/** The database's clock, so that replicas agree. */
async function databaseNow(database: Pick<Database, "query">): Promise<number> {
  const [row] = await database.query<{ now: number }>("select extract(epoch from now())::float8 * 1000 as now");
  return row?.now as number;
}

/** Makes the partitions that lack around the current month; returns their names. */
export async function makePartitions(database: Database, now?: number): Promise<string[]> {
  const at = now ?? (await databaseNow(database));
  const existing = await listPartitions(database);
  const made: string[] = [];
  for (let month = -MONTHS_BEHIND; month <= MONTHS_AHEAD; month++) {
    const [from, to] = [monthStart(at, month), monthStart(at, month + 1)];
    if (isCovered(existing, from, to)) continue;
    if (await withLocks(database, (tx) => makeMonth(tx, from, to))) made.push(monthName(from));
  }
  return made;
}

function isCovered(partitions: readonly Partition[], from: number, to: number): boolean {
  return partitions.some((one) => !one.isDefault && (one.from ?? -Infinity) < to && (one.to ?? Infinity) > from);
}

/**
 * Attached and not created as a partition: that would lock out every writer. The lock on the log lets one replica at a time make
 * partitions; it spares the partitions ("only"), or it would wait for an autovacuum of one. The lock on the default partition lets
 * its rows of this month move before Postgres refuses to attach beside them.
 */
async function makeMonth(tx: Orm, from: number, to: number): Promise<boolean> {
  await queryIn(tx, "lock table only usage_entries in share update exclusive mode");
  if (isCovered(await queryIn<Partition>(tx, PARTITIONS), from, to)) return false;
  const name = monthName(from);
  const ofMonth = `occurred_at >= ${literal(from)} and occurred_at < ${literal(to)}`;
  await queryIn(tx, `lock table ${DEFAULT} in access exclusive mode`);
  await queryIn(tx, `create table ${name} (like usage_entries including defaults including constraints)`);
  // Names the partitions: no trigger counts rows that only move.
  await queryIn(
    tx,
    `with moved as (delete from ${DEFAULT} where ${ofMonth} returning *) insert into ${name} select * from moved`,
  );
  await queryIn(
    tx,
    `alter table usage_entries attach partition ${name} for values from (${literal(from)}) to (${literal(to)})`,
  );
  return true;
}

export interface UsageRetention {
  /** Whole months before the current one that stay in the log. */
  months: number;
  /** Unix milliseconds; the default is the database's clock. */
  now?: number;
}

/** Drops the partitions that end before the retention, each at once, and deletes old rows of those without a lower bound. */
export async function dropOldPartitions(
  database: Database,
  { months, now }: UsageRetention,
): Promise<{ dropped: string[]; deleted: number }> {
  const at = now ?? (await databaseNow(database));
  const before = monthStart(at - GRACE_MS, -months);
  const dropped: string[] = [];
  let deleted = 0;
  for (const { name, from, to, isDefault } of await listPartitions(database)) {
    if (!isDefault && to !== null && to <= before) {
      // One transaction for the row in the catalogue and the file: a process that dies leaves both or neither.
      await withLocks(database, (tx) => queryIn(tx, `drop table if exists ${name}`));
      dropped.push(name);
    } else if (from === null) deleted += await deleteOld(database, name, before);
  }
  return { dropped, deleted };
}

/** Begins where the last step ended: the index still holds the deleted rows. */
async function deleteOld(database: Pick<Database, "query">, name: string, before: number): Promise<number> {
  let total = 0;
  let from = "-infinity";
  for (let i = 0; i < MAX_STEPS; i++) {
    const [row] = await database.query<{ count: number; last: string | null }>(
      `with dropped as (
        delete from ${name} where ctid = any (array(
          select ctid from ${name} where occurred_at >= $1::text::timestamptz and occurred_at < $2::timestamptz
          order by occurred_at limit ${STEP}
        )) returning occurred_at
      )
      select count(*)::int as count, max(occurred_at)::text as last from dropped`,
      [from, new Date(before).toISOString()],
    );
    total += row?.count ?? 0;
    if (!row?.last || row.count < STEP) break;
    from = row.last;
  }
  return total;
}

/** Runs `work` in a transaction that waits briefly for each lock, and again after a pause where somebody holds one. */
async function withLocks<T>(database: Database, work: (tx: Orm) => Promise<T>): Promise<T> {
  for (let attempt = 1, waitMs = FIRST_RETRY_MS; ; attempt++, waitMs *= 2) {
    try {
      return await database.transaction(async (tx) => {
        await queryIn(tx, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await queryIn(tx, "set local statement_timeout = 0");
        return work(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error;
      await setTimeout(waitMs, null, { ref: false });
    }
  }
}

const isLockTimeout = (error: unknown) => sqlStateOf(error) === "55P03";

/** One round: partitions ahead, then retention. Never fails; what a lock or an outage keeps it from follows in the next. */
export async function maintainPartitions(database: Database, log: Log, retention: UsageRetention): Promise<void> {
  try {
    const made = await makePartitions(database, retention.now);
    if (made.length > 0) log.info("usage_partitions_made", { partitions: made });
    const { dropped, deleted } = await dropOldPartitions(database, retention);
    if (dropped.length + deleted > 0) log.info("usage_expired", { partitions: dropped, rows: deleted });
    const misdated = await countMisdated(database);
    if (misdated > 0) log.warn("usage_rows_misdated", { rows: misdated });
  } catch (error) {
    log.warn(isLockTimeout(error) ? "usage_partitions_locked" : "usage_partitions_failed", { error });
  }
}

/** Rows of no partition's month: somebody's clock was wrong. */
async function countMisdated(database: Pick<Database, "query">): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from ${DEFAULT} limit ${MAX_COUNTED}) as misdated`,
  );
  return row?.count ?? 0;
}
