// Rows of messages to endpoints: claimed, worked, replayed, listed and dropped.
import type { Database } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { EVENT_COLUMNS, type EventRow, WITH_ACCOUNT } from "../log/model.ts";
import type { DecisionProblem } from "./decision-response.ts";
import type { Decider } from "./endpoint-store.ts";

const isoOf = (time: number) => new Date(time).toISOString();

export interface Job {
  endpoint_id: string;
  event_id: string;
  is_test: boolean;
  /** When it was queued, in milliseconds since 1970: a test's body has this time, at every attempt and view. */
  created_at: number;
  /** With this one; only the attempt that has this number may write its end. */
  attempts: number;
  url: string;
  /** Sealed. */
  secret: string;
  /** Null where it signs no more. */
  previous_secret: string | null;
  type: string;
  user_id: string;
  description: string | null;
  /** With whose right its responses decide; null where they decide nothing. */
  decider_kind: Decider["kind"] | null;
  decider_id: string | null;
  decider_name: string | null;
}

export interface ClaimLimits {
  /** In flight to one endpoint, and of those replays. */
  each: number;
  replays: number;
  /** Failures in a row after which an endpoint gets one at a time. */
  probeAfter: number;
  leaseMs: number;
}

/** Whether there may be anything to claim: one look at two indexes, where a claim takes a lock. */
export async function hasMessages(database: Database): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(
    `select exists (select 1 from webhook_messages where state = 'due')
       or exists (select 1 from webhook_messages where state = 'active') as found`,
  );
  return row?.found ?? false;
}

/**
 * Claims due messages, at most `each` in flight to an endpoint on all replicas together: claims take turns. The walk over the
 * endpoints goes on behind `after`, so that each has its turn; live messages come before replays.
 */
export function claimMessages(
  database: Database,
  { limit, after, now }: { limit: number; after: string; now: number },
  limits: ClaimLimits,
): Promise<Job[]> {
  return database.transaction(async (tx) => {
    await queryIn(tx, "select pg_advisory_xact_lock(hashtext('gateway.webhook_messages'))");
    await queryIn(
      tx,
      `update webhook_messages set state = 'due', lease_until = null
       where state = 'active' and lease_until <= $1::timestamptz`,
      [isoOf(now)],
    );
    return queryIn<Job>(tx, CLAIM, [
      after,
      isoOf(now),
      limits.each,
      limits.replays,
      limits.probeAfter,
      limit,
      isoOf(now + limits.leaseMs),
    ]);
  });
}

/** Prolongs the leases of attempts that are still being made. */
export async function renewLeases(database: Database, jobs: readonly Job[], until: number): Promise<void> {
  const rows = jobs.map(({ endpoint_id, event_id, attempts }) => ({ endpoint_id, event_id, attempts }));
  await database.query(
    `update webhook_messages m set lease_until = $2::timestamptz
     from jsonb_to_recordset($1::text::jsonb) as j (endpoint_id uuid, event_id uuid, attempts integer)
     where m.endpoint_id = j.endpoint_id and m.event_id = j.event_id and m.attempts = j.attempts and m.state = 'active'`,
    [JSON.stringify(rows), isoOf(until)],
  );
}

/** The endpoint at which a claim's walk behind `after` ended; UUIDs sort as their texts do. */
export function lastClaimed(jobs: readonly Job[], after: string): string {
  const ids = jobs.map((job) => job.endpoint_id).sort();
  return ids.findLast((id) => id <= after) ?? ids.at(-1) ?? after;
}

const walk = (name: string, first: string, last: string) => `${name} (id) as (
    (select endpoint_id from webhook_messages where state = 'due' and ${first} order by endpoint_id limit 1)
    union all
    select (select m.endpoint_id from webhook_messages m where m.state = 'due' and m.endpoint_id > w.id and ${last}
      order by m.endpoint_id limit 1)
    from ${name} w where w.id is not null
  )`;
const dueRows = (isReplay: boolean, most: string) => `(
    select m.ctid as row_id, is_replay, next_at from webhook_messages m
    where m.state = 'due' and m.endpoint_id = e.id and m.is_replay = ${isReplay} and m.next_at <= $2::timestamptz
    order by next_at limit ${most})`;

/**
 * Joins by row id (ctid): a planner without statistics, such as the embedded database's, would otherwise walk all due
 * rows.
 */
const CLAIM = `with recursive ${walk("above", "endpoint_id > $1::uuid", "true")},
  ${walk("below", "endpoint_id <= $1::uuid", "m.endpoint_id <= $1::uuid")},
  pick as (
    select due.row_id
    from (select id from above union all select id from below) heads
    join webhook_endpoints e on e.id = heads.id and e.enabled and (e.not_before is null or e.not_before <= $2::timestamptz)
    cross join lateral (
      select greatest(0, (case when e.failures >= $5::integer then 1 else $3::integer end) - count(*)) as free,
        greatest(0, $4::integer - count(*) filter (where is_replay)) as free_replays
      from webhook_messages where endpoint_id = e.id and state = 'active'
    ) room
    cross join lateral (
      select row_id from (
        ${dueRows(false, "room.free")} union all ${dueRows(true, "least(room.free, room.free_replays)")}
      ) both_kinds order by is_replay, next_at limit room.free
    ) due
    limit $6::integer
  ), claimed as (
    update webhook_messages m set state = 'active', attempts = attempts + 1, lease_until = $7::timestamptz
    where m.ctid = any (array(select row_id from pick)) and m.state = 'due'
    returning m.endpoint_id, m.event_id, m.type, m.is_test, m.attempts, (extract(epoch from m.created_at) * 1000)::float8 as created_at
  )
  select c.*, e.url, e.secret, e.user_id, e.description, e.decider_kind, e.decider_id, e.decider_name,
    case when e.previous_secret_until > $2::timestamptz then e.previous_secret end as previous_secret
  from claimed c join webhook_endpoints e on e.id = c.endpoint_id`;

/** Null where the event is gone, as with its account. */
export async function findEvent(database: Database, id: string): Promise<EventRow | null> {
  const [row] = await database.query<EventRow>(
    `select ${EVENT_COLUMNS} from inbox_events e ${WITH_ACCOUNT} where e.id = $1::uuid`,
    [id],
  );
  return row ?? null;
}

/** An attempt in the delivery log. */
export interface LoggedAttempt {
  at: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  response: string | null;
  /** What the response of an endpoint that decides came to. */
  decision?: LoggedDecision;
}

/** What it decided, or why it decided nothing. */
export type LoggedDecision = { outcome: "approve" | "deny" } | { problem: DecisionProblem };

export interface AttemptEnd {
  now: number;
  /** When to try again; null where this was the last attempt. */
  nextAt: number | null;
  /** When the endpoint may get the next attempt; null for no change. */
  notBefore: number | null;
  attempt: LoggedAttempt;
}

/** Attempts of a message that stay in its row. */
const LOGGED_ATTEMPTS = 20;

const END = `update webhook_messages set state = $4, next_at = coalesce($5::timestamptz, next_at), lease_until = null,
    updated_at = $6::timestamptz,
    log = (case when jsonb_array_length(log) >= ${LOGGED_ATTEMPTS} then log - 0 else log end) || $7::text::jsonb
  where endpoint_id = $1::uuid and event_id = $2::uuid and state = 'active' and attempts = $3::integer returning 1`;

const endParameters = ({ endpoint_id, event_id, attempts }: Job, state: string, end: AttemptEnd) => [
  endpoint_id,
  event_id,
  attempts,
  state,
  end.nextAt === null ? null : isoOf(end.nextAt),
  isoOf(end.now),
  JSON.stringify([end.attempt]),
];

/** Writes a success; its endpoint's row is written once a minute at most, as many messages share it. */
export async function recordSuccess(database: Database, job: Job, end: AttemptEnd): Promise<void> {
  await database.query(
    `with ended as (${END})
     update webhook_endpoints set failures = 0, failing_since = null, last_success_at = $6::timestamptz
     where id = $1::uuid and exists (select 1 from ended)
       and (failures > 0 or last_success_at is null or last_success_at < $6::timestamptz - interval '1 minute')`,
    endParameters(job, "delivered", end),
  );
}

/** Writes a failure; returns how the endpoint stands, null where another attempt has taken the message over. */
export async function recordFailure(database: Database, job: Job, end: AttemptEnd) {
  const [row] = await database.query<{ failures: number; failing_since: number }>(
    `with ended as (${END})
     update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, $6::timestamptz),
       not_before = greatest(not_before, $8::timestamptz)
     where id = $1::uuid and exists (select 1 from ended)
     returning failures, (extract(epoch from failing_since) * 1000)::float8 as failing_since`,
    [
      ...endParameters(job, end.nextAt === null ? "failed" : "due", end),
      end.notBefore === null ? null : isoOf(end.notBefore),
    ],
  );
  return row ?? null;
}

/** Writes that there is nothing to send, which is no failure of the endpoint's. */
export async function recordEventGone(database: Database, job: Job, end: AttemptEnd): Promise<void> {
  await database.query(END, endParameters(job, "failed", end));
}

/** No attempt to a failing endpoint before this time. */
export async function delayEndpoint(database: Database, id: string, until: number): Promise<void> {
  await database.query(
    "update webhook_endpoints set not_before = greatest(not_before, $2::timestamptz) where id = $1::uuid and failures > 0",
    [id, isoOf(until)],
  );
}

/** Counts the dropped messages, and notes which endpoints have `most` due ones or more. */
export async function measureQueues(database: Database, most: number): Promise<void> {
  await database.query(
    `with gone as (delete from webhook_drops returning endpoint_id, messages),
       sums as (select endpoint_id, sum(messages) as messages from gone group by endpoint_id)
     update webhook_endpoints e set dropped = e.dropped + sums.messages from sums where e.id = sums.endpoint_id`,
  );
  await database.query(
    `update webhook_endpoints e set is_full = measured.is_full
     from (
       select id, $1::integer <= (
         select count(*) from (
           select 1 from webhook_messages where endpoint_id = o.id and state = 'due' limit $1::integer) due) as is_full
       from webhook_endpoints o where o.enabled
     ) measured
     where e.id = measured.id and e.is_full <> measured.is_full`,
    [most],
  );
}
