// How long events stay: by their age, and of an owner that has too many the newest.
import type { Database } from "../../foundation/db/database.ts";
import { deletion, ERASED_AT_ONCE, OF_USER, ofBoth } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";

/** Most events of one owner. */
const MAX_EVENTS = 1_000_000;
/** Events of one statement, and most statements of one round; the rest follows in the next. */
const STEP = 2_000;
const MAX_STEPS = 100;
/** Most owners whose events are cut in one round. */
const MAX_OWNERS = 20;

/** Finds owners whose counts are too high; their increments are the excess. */
const OVERFULL = `
  select owner_id as "ownerId" from inbox_counts group by owner_id having sum(events) > $1::bigint limit ${MAX_OWNERS}`;

/** Every statement counts again, and chooses before it locks: two replicas choose the same events, and one of them deletes. */
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

/** Deletes the oldest events of owners with more than `most`; returns how many. */
export async function dropExcess(database: Pick<Database, "query">, most = MAX_EVENTS): Promise<number> {
  let [total, steps] = [0, 0];
  const overfull = await database.query<{ ownerId: string }>(OVERFULL, [most]);
  for (const { ownerId } of overfull) {
    for (let dropped = STEP; steps < MAX_STEPS && dropped === STEP; steps++) {
      const [row] = await database.query<{ dropped: number }>(DROP_OLDEST, [ownerId, most]);
      dropped = row?.dropped ?? 0;
      total += dropped;
    }
  }
  return total;
}

/** With their messages to the endpoints of the account's partner: the receivers' responses are in their logs. */
const EVENTS_OF_ACCOUNT = `changed as (
      delete from inbox_events where ctid = any (array(
        select ctid from inbox_events where owner_id = $2::text::uuid and user_id = $1::text::uuid limit ${ERASED_AT_ONCE}))
      returning id
    ), sent as (
      delete from webhook_messages m using webhook_endpoints e, changed
      where e.user_id = $1::text::uuid and m.endpoint_id = e.id and m.event_id = changed.id
    )`;

export const TABLES: readonly Table[] = [
  {
    table: "inbox_events",
    bound: "An event is deleted by age; an owner has at most 1,000,000, and the oldest are deleted first.",
    setting: "GATEWAY_INBOX_DAYS",
    aged: [{ since: "received_at", stayMs: ({ inboxDays }) => inboxDays * DAY_MS }],
    sweep: ({ database }) => dropExcess(database),
    personal: {
      erasure: "deleted",
      exported: {
        kind: "inbox_event",
        columns:
          "id user_id account_id integration_id event_key provider service type title summary actor url payload status occurred_at received_at",
        omitted: "tx seq owner_id stored_at",
        key: [
          ["received_at", "timestamptz"],
          ["id", "uuid"],
        ],
        page: 8,
      },
    },
    erasure: {
      user: deletion("inbox_events", OF_USER, { step: "events" }),
      account: { step: "events", sql: EVENTS_OF_ACCOUNT },
    },
  },
  {
    table: "inbox_counts",
    bound: "One for each owner and status; deleted with the owner.",
    personal: { erasure: "deleted", why: "Numbers of events, each of which is exported." },
    erasure: ofBoth("inbox_counts"),
  },
  {
    table: "inbox_increments",
    bound: "Added up in inbox_counts every minute.",
    personal: { erasure: "deleted", why: "Numbers of events, each of which is exported." },
    erasure: ofBoth("inbox_increments"),
  },
];
