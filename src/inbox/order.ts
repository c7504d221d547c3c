// Mends the order of events after a restore into another cluster, whose transactions are not as far on.
import type { Database } from "../db/database.ts";

/** Events of one statement. */
const STEP = 5_000;

/** No transaction of this cluster is as new as that of the newest event; one look into an index. */
const IS_AHEAD = `
  select coalesce((select tx from inbox_events order by tx desc limit 1) >= pg_snapshot_xmax(pg_current_snapshot()), false)
    as "isAhead"`;

/** From the oldest on, so that events of a later step get a later transaction; within one, their numbers tell the order. */
const REPAIR = `
  with now as materialized (select pg_snapshot_xmax(pg_current_snapshot()) as xmax),
  ahead as (
    select id from inbox_events where tx >= (select xmax from now) order by tx, seq limit ${STEP} for update
  ), moved as (
    update inbox_events set tx = ((select xmax from now)::text::numeric - 1)::text::xid8
    from ahead where inbox_events.id = ahead.id returning 1
  )
  select count(*)::int as moved from moved`;

/**
 * Events of transactions that this cluster has not reached would not be read until it has. They become the newest ones of
 * what it has reached: their order stays, and every new event comes after them. Returns how many there were.
 */
export async function repairInboxOrder(database: Pick<Database, "query">): Promise<number> {
  const [row] = await database.query<{ isAhead: boolean }>(IS_AHEAD);
  if (!row?.isAhead) return 0;
  let total = 0;
  for (let moved = STEP; moved === STEP; total += moved) {
    moved = (await database.query<{ moved: number }>(REPAIR))[0]?.moved ?? 0;
  }
  return total;
}
