// Adds the increments of the usage log up in usage_totals, so that a summary reads a few rows for each hour.
import type { Database } from "../db/database.ts";
import { NO_ID } from "./store.ts";

/** Increments of one statement. */
const STEP = 20_000;
/** Most statements of one round; the rest follows a minute later. */
const MAX_STEPS = 50;

/** Replicas may run it at the same time: each takes other increments, and locks totals in the order of their key. */
const ADD_UP = `
  with taken as (
    delete from usage_increments where ctid = any (array(
      select ctid from usage_increments limit ${STEP} for update skip locked
    )) returning *
  ), added as (
    insert into usage_totals as total (user_id, account_id, starts_at, key_id, provider, action, status, is_partner_call,
      calls)
    select user_id, account, starts_at, coalesce(key_id, none), coalesce(provider, ''), coalesce(action, ''), coalesce(status, 0),
      is_partner_call, sum(calls)
    from taken, (select '${NO_ID}'::uuid as none) as nothing,
      lateral (
        select none as account, hour as starts_at
        union all select account_id, date_trunc('day', hour, 'UTC') where account_id is not null
      ) as counted
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (user_id, account_id, starts_at, key_id, provider, action, status, is_partner_call)
      do update set calls = total.calls + excluded.calls
  )
  select count(*)::int as taken from taken`;

/** Returns how many increments were added up. */
export async function foldIncrements(database: Pick<Database, "query">): Promise<number> {
  let total = 0;
  for (let i = 0; i < MAX_STEPS; i++) {
    const [row] = await database.query<{ taken: number }>(ADD_UP);
    total += row?.taken ?? 0;
    if ((row?.taken ?? 0) < STEP) break;
  }
  return total;
}
