// Deletes old events, and the oldest of an owner that has too many.
import type { Database } from "../db/database.ts";

const DAY_MS = 86_400_000;
/** Most events of one owner. */
const MAX_EVENTS = 1_000_000;
/** Events of one statement, and most statements of one round; the rest follows in the next. */
const STEP = 2_000;
const MAX_STEPS = 100;
/** Most owners whose events are cut in one round. */
const MAX_OWNERS = 20;

const DROP_OLD = `
  with old as (
    select id from inbox_events where received_at < $1::timestamptz order by received_at limit ${STEP} for update skip locked
  ), dropped as (delete from inbox_events using old where inbox_events.id = old.id returning 1)
  select count(*)::int as dropped from dropped`;

/** Of owners that the counts call overfull; their increments say by how much. */
const OVERFULL = `
  select owner_id as "ownerId" from inbox_counts group by owner_id having sum(events) > $1::bigint limit ${MAX_OWNERS}`;

/** Every statement counts anew, and chooses before it locks: two replicas choose the same events, and one of them deletes. */
const DROP_OLDEST = `
  with excess as materialized (
    select coalesce(sum(events), 0) - $2::bigint as events from (
      select events from inbox_counts where owner_id = $1::uuid
      union all
      select events from inbox_increments where owner_id = $1::uuid
    ) as counted
  ), oldest as materialized (
    select id from inbox_events where owner_id = $1::uuid order by tx, seq
    limit (select greatest(0, least(events, ${STEP})) from excess)
  ), dropped as (delete from inbox_events using oldest where inbox_events.id = oldest.id returning 1)
  select count(*)::int as dropped from dropped`;

export interface Retention {
  /** Unix milliseconds. */
  now: number;
  maxAgeDays: number;
  maxEvents?: number;
}

/** Deletes what is past its days, then the oldest events of owners with too many; returns how many. */
export async function dropOldEvents(
  database: Pick<Database, "query">,
  { now, maxAgeDays, maxEvents = MAX_EVENTS }: Retention,
): Promise<number> {
  let [total, steps] = [0, 0];
  const drop = async (text: string, parameters: readonly (string | number)[]) => {
    steps++;
    const [row] = await database.query<{ dropped: number }>(text, parameters);
    total += row?.dropped ?? 0;
    return row?.dropped ?? 0;
  };
  const before = new Date(now - maxAgeDays * DAY_MS).toISOString();
  while (steps < MAX_STEPS && (await drop(DROP_OLD, [before])) === STEP);
  const overfull = await database.query<{ ownerId: string }>(OVERFULL, [maxEvents]);
  for (const { ownerId } of overfull) {
    while (steps < 2 * MAX_STEPS && (await drop(DROP_OLDEST, [ownerId, maxEvents])) === STEP);
  }
  return total;
}
