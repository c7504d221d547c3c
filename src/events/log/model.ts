// An event on the wire: the same in the inbox, on its streams and in outgoing webhooks.

import { Type as t } from "@sinclair/typebox";
import { connectionName } from "../../foundation/db/connection-names.ts";

export type Status = "unread" | "read" | "archived";

export const STATUSES = [t.Literal("unread"), t.Literal("read"), t.Literal("archived")] as const;

const nullable = t.Union([t.String(), t.Null()]);

const fields = {
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
  connection: t.Union([t.String(), t.Null()], {
    description: "The name of the connection that it came by; null where that is gone.",
  }),
  status: t.Union([...STATUSES], { description: "New events are unread." }),
  occurred_at: t.String({ format: "date-time", description: "The time that the provider gives." }),
  received_at: t.String({ format: "date-time" }),
  is_test: t.Optional(
    t.Literal(true, { description: "Nothing happened at the provider: the event was made as a test." }),
  ),
};
const EXAMPLE = {
  id: "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
  provider: "google",
  service: "integration",
  type: "integration.expired",
  title: 'The integration "google" of ada@example.com has expired',
  summary: "Connect it again: start a connect session, and send its link to the person who granted access.",
  actor: null,
  url: null,
  account_id: null,
  external_id: null,
  connection: "default",
  status: "unread",
  occurred_at: "2026-01-01T09:30:00.000Z",
  received_at: "2026-01-01T09:30:00.000Z",
  payload: {
    integration_id: "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab002",
    provider: "google",
    connection: "default",
    identity: { id: "1048", name: "ada@example.com" },
    reason: "invalid_grant",
    action: "Connect it again: start a connect session, and send its link to the person who granted access.",
  },
};

/** The API document has the payload of each type in its place; see `documentedEvents`. */
export const InboxEvent = t.Object(
  { ...fields, payload: t.Unknown({ description: "What the type of the event says." }) },
  { title: "Event", examples: [EXAMPLE] },
);
/** A list that is asked to leave payloads out. */
export const EventWithoutPayload = t.Object(
  { ...fields, payload: t.Null() },
  { title: "EventWithoutPayload", description: "An event of a list with `payload=false`." },
);
/** What is stored in place of a payload that is too large. */
export const OmittedPayload = t.Object({ omitted: t.String({ description: "Why the payload is not here." }) });

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
  connection: string | null;
  status: Status;
  occurredAt: Date;
  receivedAt: Date;
  isTest: boolean;
  payload: unknown;
}

/** How the keys of tests begin; those of other events begin with a type, which has no space. */
export const TEST_KEY_START = "gateway.test ";

/** The columns of an `EventRow`: of `inbox_events` as `e`, joined by `WITH_ACCOUNT`. */
export const EVENT_COLUMNS = `e.id, e.provider, e.service, e.type, e.title, e.summary, e.actor, e.url,
  e.account_id as "accountId", a.external_id as "externalId", e.status, e.occurred_at as "occurredAt",
  ${connectionName({ connection: "e.integration_id", user: "e.user_id", account: "e.account_id" })} as connection,
  e.received_at as "receivedAt", starts_with(e.event_key, '${TEST_KEY_START}') as "isTest", e.payload`;
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
    connection: row.connection,
    status: row.status,
    occurred_at: row.occurredAt.toISOString(),
    received_at: row.receivedAt.toISOString(),
    ...(row.isTest && { is_test: true as const }),
    payload: row.payload,
  };
}
