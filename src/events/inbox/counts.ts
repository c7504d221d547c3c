// How many events an owner has in each status: reads the counts, and adds their increments up.
import type { Database } from "../../foundation/db/database.ts";
import { parameters } from "../../foundation/db/parameters.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Status } from "../log/model.ts";
import { ofOwner } from "./store.ts";

/** Increments of one statement. */
const STEP = 20_000;
/** Most statements of one round; the rest follows in the next. */
const MAX_STEPS = 50;

/**
 * Replicas may run it at the same time: each takes other increments, and locks counts in the order of their key. The locks
 * on the owners let none of them go meanwhile; increments of an owner that is gone are dropped.
 */
const FOLD = `
  with taken as (
    delete from inbox_increments where ctid = any (array(
      select ctid from inbox_increments limit ${STEP} for update skip locked
    )) returning *
  ), living_users as materialized (
    select id from users where id in (select user_id from taken) order by id for key share
  ), living_accounts as materialized (
    select id from accounts where id in (select account_id from taken) order by id for key share
  ), added as (
    insert into inbox_counts as total (owner_id, status, user_id, account_id, events)
    select owner_id, status, user_id, account_id, sum(events) from taken
    where user_id in (select id from living_users)
      and (account_id is null or account_id in (select id from living_accounts))
    group by 1, 2, 3, 4 having sum(events) <> 0 order by 1, 2
    on conflict (owner_id, status) do update set events = total.events + excluded.events
  )
  select count(*)::int as taken from taken`;

/** Adds the increments up; returns how many there were. */
export async function foldInboxCounts(database: Pick<Database, "query">): Promise<number> {
  let total = 0;
  for (let i = 0; i < MAX_STEPS; i++) {
    const [row] = await database.query<{ taken: number }>(FOLD);
    total += row?.taken ?? 0;
    if ((row?.taken ?? 0) < STEP) break;
  }
  return total;
}

/** An owner's events by status. */
export async function countEvents(database: Pick<Database, "query">, owner: Owner): Promise<Record<Status, number>> {
  const params = parameters();
  const where = ofOwner(owner, params);
  const rows = await database.query<{ status: Status; events: number }>(
    `select status, sum(events)::float8 as events from (
      select status, events from inbox_counts e where ${where}
      union all
      select status, events from inbox_increments e where ${where}
    ) as counted group by status`,
    params.values,
  );
  const counts: Record<Status, number> = { unread: 0, read: 0, archived: 0 };
  for (const { status, events } of rows) counts[status] = events;
  return counts;
}
