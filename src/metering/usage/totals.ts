// Adds the increments of the usage log up by hour, and hours that are months old by day: a summary reads a few rows for each.
import type { Database } from "../../foundation/db/database.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import { monthStart } from "./partitions.ts";
import { NO_ID, sameKey, TOTAL_KEY } from "./store.ts";

/** Increments of one statement. */
const STEP = 20_000;
/** Most statements of one round; the rest follows a minute later. */
const MAX_STEPS = 50;

/** For so many days a summary may begin and end at any hour. */
export const HOURLY_DAYS = 62;
/** Hours are added up two days later: a summary reads by its own clock. */
const FOLDED_DAYS = HOURLY_DAYS + 2;
/** Whole months for which counts stay; longer where the log does. */
const TOTAL_MONTHS = 37;
/** Totals of one statement, and most statements of a round; the rest follows an hour later. */
const AGED_STEP = 5_000;
const MAX_AGED_STEPS = 200;

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
    on conflict (${TOTAL_KEY}) do update set calls = total.calls + excluded.calls
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

/** Whether a total is of a whole day, or of a day's first hour. Tested by "is": Postgres rewrites "= false", and the index no longer fits. */
const IS_MIDNIGHT = "(starts_at at time zone 'UTC')::time = time '00:00'";
const CHOSEN = (isMidnight: boolean) => `
  with chosen as materialized (
    select ${TOTAL_KEY} from usage_totals where (${IS_MIDNIGHT}) is ${isMidnight} and starts_at < $1::timestamptz
    order by starts_at limit ${AGED_STEP}
  ), taken as (
    delete from usage_totals as t using chosen as c where ${sameKey("t", "c")} returning t.*
  )`;

/** Only hours after a day's first are moved: they are added to that one, which becomes the day's. */
const FOLD_HOURS = `
  ${CHOSEN(false)}, added as (
    insert into usage_totals as total (${TOTAL_KEY}, calls)
    select user_id, account_id, date_trunc('day', starts_at, 'UTC'), key_id, provider, action, status, is_partner_call, sum(calls)
    from taken group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (${TOTAL_KEY}) do update set calls = total.calls + excluded.calls
  )
  select count(*)::int as taken from taken`;
const DROP_DAYS = `${CHOSEN(true)} select count(*)::int as taken from taken`;

/** Adds old hours up by day and drops totals past their time; returns how many rows went. */
export async function ageTotals(
  database: Pick<Database, "query">,
  { now, usageMonths }: { now: number; usageMonths: number },
): Promise<number> {
  const foldedTo = Math.floor(now / DAY_MS - FOLDED_DAYS) * DAY_MS;
  const droppedTo = monthStart(now, -Math.max(TOTAL_MONTHS, usageMonths));
  let total = 0;
  for (const [text, before] of [
    [FOLD_HOURS, foldedTo],
    [DROP_DAYS, droppedTo],
  ] as const) {
    for (let i = 0; i < MAX_AGED_STEPS; i++) {
      const [row] = await database.query<{ taken: number }>(text, [new Date(before).toISOString()]);
      total += row?.taken ?? 0;
      if ((row?.taken ?? 0) < AGED_STEP) break;
    }
  }
  return total;
}

/** The log itself goes by months, at once: `usage_partitions` does that. */
export const TABLES: readonly Table[] = [
  {
    table: "usage_entries",
    bound: "Each month is deleted as a whole, after that many months.",
    setting: "GATEWAY_USAGE_MONTHS",
    personal: {
      erasure: "stripped",
      why: "Counts by hour, endpoint, provider and status are kept without an owner; an account's are kept as its partner's.",
      exported: {
        kind: "usage_entry",
        columns:
          "id occurred_at user_id key_id person_id account_id integration_id external_id request_id method endpoint provider action state status units duration_ms call_count surface is_aggregate inputs steps agent_session_id agent",
        key: [
          ["occurred_at", "timestamptz"],
          ["id", "uuid"],
        ],
      },
    },
  },
  {
    table: "usage_increments",
    bound: "Added up in usage_totals every minute.",
    personal: { erasure: "stripped", why: "As usage_entries; they are added up in usage_totals." },
  },
  {
    table: "usage_totals",
    bound: "Hours are added up to days after 64 days; days are kept for 37 months, or as long as the log.",
    setting: "GATEWAY_USAGE_MONTHS",
    sweep: ({ database, now, settings }) => ageTotals(database, { now, usageMonths: settings.usageMonths }),
    personal: {
      erasure: "stripped",
      why: "As usage_entries.",
      exported: {
        kind: "usage_total",
        columns: "user_id account_id starts_at key_id provider action status is_partner_call calls",
        key: [
          ["account_id", "uuid"],
          ["starts_at", "timestamptz"],
          ["key_id", "uuid"],
          ["provider", "text"],
          ["action", "text"],
          ["status", "bigint"],
          ["is_partner_call", "boolean"],
        ],
      },
    },
  },
];
