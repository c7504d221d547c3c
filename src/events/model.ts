// An event on the wire: the same in the inbox and in outgoing webhooks.
import { Type as t } from "@sinclair/typebox";

const nullable = t.Union([t.String(), t.Null()]);

export const EventShape = t.Object({
  id: t.String({ format: "uuid" }),
  provider: t.String(),
  service: t.String(),
  type: t.String({ description: "<service>.<what>, such as gmail.message_received." }),
  title: t.String(),
  summary: nullable,
  actor: nullable,
  url: nullable,
  account_id: t.Union([t.String({ format: "uuid" }), t.Null()], { description: "Null for the user's own." }),
  external_id: nullable,
  status: t.Union([t.Literal("unread"), t.Literal("read"), t.Literal("archived")]),
  occurred_at: t.String({ format: "date-time" }),
  received_at: t.String({ format: "date-time" }),
  payload: t.Unknown(),
});

/** A row as `EVENT_COLUMNS` reads it; times in Unix milliseconds. */
export interface EventRow {
  id: string;
  provider: string;
  service: string;
  type: string;
  title: string;
  summary: string | null;
  actor: string | null;
  url: string | null;
  account_id: string | null;
  external_id: string | null;
  status: "unread" | "read" | "archived";
  occurred_at: number;
  received_at: number;
  payload: unknown;
}

/** The columns of `EventRow`: of `inbox_events` as `v`, left joined with `accounts` as `a`. */
export const EVENT_COLUMNS = `v.id, v.provider, v.service, v.type, v.title, v.summary, v.actor, v.url, v.account_id,
  a.external_id, v.status, (extract(epoch from v.occurred_at) * 1000)::float8 as occurred_at,
  (extract(epoch from v.received_at) * 1000)::float8 as received_at, v.payload`;

export function eventView(row: EventRow) {
  return {
    id: row.id,
    provider: row.provider,
    service: row.service,
    type: row.type,
    title: row.title,
    summary: row.summary,
    actor: row.actor,
    url: row.url,
    account_id: row.account_id,
    external_id: row.external_id,
    status: row.status,
    occurred_at: new Date(row.occurred_at).toISOString(),
    received_at: new Date(row.received_at).toISOString(),
    payload: row.payload,
  };
}
