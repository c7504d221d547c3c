// Queries over jobs: tables whose rows are jobs, and the runs of scheduled jobs in the engine's tables.
import type { Database } from "../db/database.ts";
import { JOB_SCHEMA } from "./engine.ts";
import type { RowTable } from "./row-tables.ts";

type Reader = Pick<Database, "query">;

export interface QueueCounts {
  queue: string;
  /** Jobs whose time has come and that nobody works. */
  due: number;
  /** Seconds since the oldest of them became due. */
  oldest_due_s: number | null;
  /** Null where the table does not say. */
  active: number | null;
  failed: number;
  /** When the last run ended well; null for tables. */
  last_run_at: string | null;
}

export interface FailedJob {
  id: string;
  attempts: number;
  error: string | null;
  next_at: string | null;
}

const ISO = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export async function countRows(database: Reader, queue: RowTable, now: string) {
  const { name, table, open, failed, nextAt = "next_at", leaseUntil = "lease_until" } = queue;
  const isLeased = leaseUntil === null ? "false" : `coalesce(${leaseUntil} > $1::timestamptz, false)`;
  const isDue = `(${open}) and ${nextAt} <= $1::timestamptz and not ${isLeased}`;
  const [row] = await database.query<QueueCounts>(
    `select $2::text as queue, count(*) filter (where ${isDue})::int as due,
       extract(epoch from $1::timestamptz - min(${nextAt}) filter (where ${isDue}))::int as oldest_due_s,
       ${leaseUntil === null ? "null" : `count(*) filter (where (${open}) and ${isLeased})`}::int as active,
       count(*) filter (where ${failed})::int as failed, null::text as last_run_at
     from ${table} where (${open}) or (${failed})`,
    [now, name],
  );
  return row as QueueCounts;
}

export function listFailedRows(database: Reader, queue: RowTable, now: string, limit: number) {
  const { table, id = "id", failed, error, nextAt = "next_at", attempts = "attempts" } = queue;
  return database.query<FailedJob>(
    `select (${id})::text as id, ${attempts} as attempts, ${error ?? "null::text"} as error, ${ISO(nextAt)} as next_at from ${table}
     where $1::timestamptz is not null and (${failed}) order by ${nextAt}, 1 limit ${limit}`,
    [now],
  );
}

export async function retryRows(
  database: Reader,
  { table, id: ownId = "id", failed, retry, nextAt = "next_at" }: RowTable,
  { now, id, limit }: { now: string; id: string | null; limit: number },
): Promise<number> {
  const rows = await database.query(
    `update ${table} set ${retry}, ${nextAt} = $1::timestamptz where ctid = any (array(
       select ctid from ${table} where (${failed}) and ($2::text is null or (${ownId})::text = $2::text)
       order by ${nextAt} limit ${limit} for update skip locked
     )) returning 1 as one`,
    [now, id],
  );
  return rows.length;
}

/** The queues of scheduled jobs; none before an engine has made its tables. */
export async function listScheduled(database: Reader, now: string): Promise<QueueCounts[]> {
  if (!(await hasTables(database))) return [];
  const isDue = "j.state in ('created', 'retry') and j.start_after <= $1::timestamptz";
  return database.query<QueueCounts>(
    `select q.name as queue, count(*) filter (where ${isDue})::int as due,
       extract(epoch from $1::timestamptz - min(j.start_after) filter (where ${isDue}))::int as oldest_due_s,
       count(*) filter (where j.state = 'active')::int as active,
       count(*) filter (where j.state = 'failed')::int as failed,
       ${ISO("max(j.completed_on) filter (where j.state = 'completed')")} as last_run_at
     from ${JOB_SCHEMA}.queue q left join ${JOB_SCHEMA}.job j on j.name = q.name
     where q.name not like '\\_\\_pgboss%' group by q.name order by q.name`,
    [now],
  );
}

/** What a run threw is in the log alone. */
export async function listFailedRuns(database: Reader, queue: string, limit: number): Promise<FailedJob[]> {
  return database.query<FailedJob>(
    `select id::text as id, retry_count + 1 as attempts, null::text as error, null::text as next_at
     from ${JOB_SCHEMA}.job where name = $1 and state = 'failed' order by created_on, id limit ${limit}`,
    [queue],
  );
}

async function hasTables(database: Reader): Promise<boolean> {
  const [row] = await database.query<{ there: boolean }>(
    `select to_regclass('${JOB_SCHEMA}.job') is not null as there`,
  );
  return row?.there === true;
}
