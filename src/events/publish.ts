// Publishes events: stores them in the inboxes of their owners, and queues them for outgoing webhooks, in one transaction.
import { sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { eventRow, type NewEvent } from "./event.ts";
import { queueMessages } from "./fan-out.ts";

/** Users whose inboxes changed, to signal once the transaction is committed. */
export type PublishedTo = ReadonlySet<string>;

/** Rows of one statement. */
const STEP = 200;

/**
 * Stores events within the caller's transaction; those whose key the integration has already, and those of owners that are
 * gone, are dropped. Call `deps.events.published` with the result after the commit.
 */
export async function publishEvents(tx: Orm, events: readonly NewEvent[]): Promise<PublishedTo> {
  const users = new Set<string>();
  for (let start = 0; start < events.length; start += STEP) {
    const rows = events.slice(start, start + STEP).map(eventRow);
    const stored = await insertEvents(tx, rows);
    for (const { user_id } of stored) users.add(user_id);
    await queueMessages(
      tx,
      stored.map(({ id }) => id),
    );
  }
  return users;
}

type EventRow = ReturnType<typeof eventRow>;

/** The locks on the owners' rows let no owner go before the events stand. */
async function insertEvents(tx: Orm, rows: readonly EventRow[]): Promise<{ id: string; user_id: string }[]> {
  const result = await tx.execute(sql`
    insert into inbox_events (id, user_id, account_id, integration_id, event_key, provider, service, type, title, summary,
      actor, url, payload, occurred_at, received_at)
    select e.id, e.user_id, e.account_id, e.integration_id, e.event_key, e.provider, e.service, e.type, e.title, e.summary,
      e.actor, e.url, e.payload, e.occurred_at, e.received_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, user_id uuid, account_id uuid,
      integration_id uuid, event_key text, provider text, service text, type text, title text, summary text, actor text,
      url text, payload jsonb, occurred_at timestamptz, received_at timestamptz)
    where exists (select 1 from users where users.id = e.user_id for key share)
      and (e.account_id is null or exists (
        select 1 from accounts where accounts.user_id = e.user_id and accounts.id = e.account_id for key share))
    on conflict (integration_id, event_key) do nothing
    returning id, user_id`);
  return rowsOf<{ id: string; user_id: string }>(result);
}

/** The rows of a raw statement; the drivers differ in where they stand. */
export function rowsOf<Row>(result: unknown): Row[] {
  return Array.isArray(result) ? (result as Row[]) : ((result as { rows: Row[] }).rows ?? []);
}
