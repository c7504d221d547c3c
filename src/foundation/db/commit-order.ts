// The order of commits, by which logs are read: rows of (tx, seq), of which only those below the oldest running transaction.
import type { Database } from "./database.ts";

/** Below it no transaction runs any more: nothing can appear there that was not there before. */
export const OLDEST_RUNNING = "(select pg_snapshot_xmin(pg_current_snapshot()))";

/** A row's position: the transaction that stored it, and its number. Both are 64 bits, as text. */
export interface Position {
  tx: string;
  seq: string;
}

type OrderedTable = "inbox_events" | "audit_entries";
/** Rows of one statement. */
const STEP = 5_000;

/** No transaction of this cluster is as new as that of the newest row; one look into an index. */
const isAhead = (table: OrderedTable) => `
  select coalesce((select tx from ${table} order by tx desc limit 1) >= pg_snapshot_xmax(pg_current_snapshot()), false)
    as "isAhead"`;

/** From the oldest on, so that rows of a later step get a later transaction; within one, their numbers tell the order. */
const repair = (table: OrderedTable) => `
  with now as materialized (select pg_snapshot_xmax(pg_current_snapshot()) as xmax),
  ahead as (
    select id from ${table} where tx >= (select xmax from now) order by tx, seq limit ${STEP} for update
  ), moved as (
    update ${table} set tx = ((select xmax from now)::text::numeric - 1)::text::xid8
    from ahead where ${table}.id = ahead.id returning 1
  )
  select count(*)::int as moved from moved`;

/**
 * After a restore into another cluster, rows of transactions that this one has not reached would not be read until it has.
 * They become the newest ones of what it has reached: their order stays, and every new row comes after them. Returns how
 * many there were.
 */
export async function repairOrder(database: Pick<Database, "query">, table: OrderedTable): Promise<number> {
  const [row] = await database.query<{ isAhead: boolean }>(isAhead(table));
  if (!row?.isAhead) return 0;
  let total = 0;
  for (let moved = STEP; moved === STEP; total += moved) {
    moved = (await database.query<{ moved: number }>(repair(table)))[0]?.moved ?? 0;
  }
  return total;
}
