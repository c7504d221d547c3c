// Queries over tables whose rows are jobs.
import type { Database } from "../db/database.ts";
import type { RowTable } from "./row-table.ts";

type Reader = Pick<Database, "query">;

export interface QueueCounts {
  queue: string;
  /** Jobs whose time has come and that nobody processes. */
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
