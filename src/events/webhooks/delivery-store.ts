// The delivery log of an endpoint, and messages that its user queues: replays and tests.
import type { Database } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { type OtherTypes, passes } from "../log/fan-out.ts";
import type { LoggedAttempt } from "./message-store.ts";

const isoOf = (time: number) => new Date(time).toISOString();

export type DeliveryState = "pending" | "delivered" | "failed";

export interface DeliveryRow {
  event_id: string;
  type: string;
  state: "due" | "active" | "delivered" | "failed";
  attempts: number;
  is_test: boolean;
  is_replay: boolean;
  next_at: number;
  created_at: number;
  updated_at: number;
  log: LoggedAttempt[];
}

/** In the log's order, newest first. */
export interface DeliveryPosition {
  at: number;
  id: string;
}

const STATES: Record<DeliveryState, string> = {
  pending: "state in ('due', 'active')",
  delivered: "state = 'delivered'",
  failed: "state = 'failed'",
};

const msOf = (column: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${column}`;

export function listDeliveries(
  database: Database,
  endpointId: string,
  { state, eventId }: { state?: DeliveryState; eventId?: string },
  after: DeliveryPosition | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return database.query<DeliveryRow>(
    `select event_id, type, state, attempts, is_test, is_replay, ${msOf("next_at")}, ${msOf("created_at")},
       ${msOf("updated_at")}, log
     from webhook_messages
     where endpoint_id = $1::uuid and ${state ? STATES[state] : "true"}
       and ($2::uuid is null or event_id = $2::uuid)
       and ($3::timestamptz is null or (webhook_messages.created_at, event_id) < ($3::timestamptz, $4::uuid))
     order by webhook_messages.created_at desc, event_id desc limit $5::integer`,
    [endpointId, eventId ?? null, after && isoOf(after.at), after?.id ?? null, limit],
  );
}

export async function countDue(database: Database, endpointId: string, most: number): Promise<number> {
  const [row] = await database.query<{ due: number }>(
    `select count(*)::int as due from (
       select 1 from webhook_messages where endpoint_id = $1::uuid and state = 'due' limit $2::integer) due`,
    [endpointId, most],
  );
  return row?.due ?? 0;
}

export interface Span {
  eventId?: string;
  since?: number;
  until?: number;
}

/**
 * Queues the events of a span, or one, that pass the endpoint's filter, oldest first; returns when each was received. Those
 * that are queued already, or being sent, stay as they are.
 */
export function replayEvents(
  database: Database,
  endpointId: string,
  span: Span & { others: OtherTypes },
  now: number,
  limit: number,
) {
  return database.transaction((tx) =>
    queryIn<{ received_at: number }>(
      tx,
      `with chosen as (
         select e.id as endpoint_id, v.id as event_id, v.type, v.received_at
         from webhook_endpoints e join inbox_events v on v.user_id = e.user_id
         where e.id = $1::uuid and ${passes("$6")}
           and ${span.eventId === undefined ? "v.received_at >= $2::timestamptz and v.received_at < $3::timestamptz" : "v.id = $2::uuid"}
         order by v.received_at, v.id limit $5::integer
       ), queued as (
         insert into webhook_messages (endpoint_id, event_id, type, is_replay, next_at, created_at, updated_at)
         select endpoint_id, event_id, type, true, $4::timestamptz, $4::timestamptz, $4::timestamptz from chosen
         on conflict (endpoint_id, event_id) do update set state = 'due', is_replay = true, attempts = 0,
           next_at = excluded.next_at, updated_at = excluded.updated_at
         where webhook_messages.state in ('delivered', 'failed')
       )
       select (extract(epoch from received_at) * 1000)::float8 as received_at from chosen order by 1`,
      [
        endpointId,
        span.eventId ?? isoOf(span.since ?? 0),
        span.eventId ? null : isoOf(span.until ?? now + 1),
        isoOf(now),
        limit,
        JSON.stringify(span.others),
      ],
    ),
  );
}

/** Queues a test; its id is that of no event. */
export async function insertTest(
  database: Database,
  endpointId: string,
  id: string,
  type: string,
  now: number,
): Promise<void> {
  await database.query(
    `insert into webhook_messages (endpoint_id, event_id, type, is_test, next_at, created_at, updated_at)
     values ($1::uuid, $2::uuid, $3, true, $4::timestamptz, $4::timestamptz, $4::timestamptz)`,
    [endpointId, id, type, isoOf(now)],
  );
}
