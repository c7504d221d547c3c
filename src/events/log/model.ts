// An event on the wire: the same in the inbox, on its streams and in outgoing webhooks.
import { Type as t } from "@sinclair/typebox";

export type Status = "unread" | "read" | "archived";

export const STATUSES = [t.Literal("unread"), t.Literal("read"), t.Literal("archived")] as const;

const nullable = t.Union([t.String(), t.Null()]);

export const InboxEvent = t.Object({
  id: t.String({ format: "uuid" }),
  provider: t.String(),
  service: t.String(),
  type: t.String({ description: "<service>.<event>, such as gmail.message_received." }),
  title: t.String(),
  summary: nullable,
  actor: nullable,
  url: nullable,
  account_id: nullable,
  external_id: nullable,
  status: t.Union([...STATUSES], { description: "New events are unread." }),
  occurred_at: t.String({ format: "date-time", description: "The time that the provider gives." }),
  received_at: t.String({ format: "date-time" }),
  payload: t.Unknown({ description: "What the provider sent." }),
});

/** A row as `EVENT_COLUMNS` reads it. */
export interface EventRow {
  id: string;
  provider: string;
  service: string;
  type: string;
  title: string;
  summary: string | null;
  actor: string | null;
  url: string | null;
  accountId: string | null;
  externalId: string | null;
  status: Status;
  occurredAt: Date;
  receivedAt: Date;
  payload: unknown;
}

/** The columns of an `EventRow`: of `inbox_events` as `e`, joined by `WITH_ACCOUNT`. */
export const EVENT_COLUMNS = `e.id, e.provider, e.service, e.type, e.title, e.summary, e.actor, e.url,
  e.account_id as "accountId", a.external_id as "externalId", e.status, e.occurred_at as "occurredAt",
  e.received_at as "receivedAt", e.payload`;
export const WITH_ACCOUNT = "left join accounts a on a.user_id = e.user_id and a.id = e.account_id";

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
    account_id: row.accountId,
    external_id: row.externalId,
    status: row.status,
    occurred_at: row.occurredAt.toISOString(),
    received_at: row.receivedAt.toISOString(),
    payload: row.payload,
  };
}
