// Stores events of inboxes.
import { sql } from "drizzle-orm";
import { type Orm, rowsOf } from "../../foundation/db/database.ts";
import type { eventRow } from "./event.ts";

type EventRow = ReturnType<typeof eventRow>;

interface StoredEvent {
  id: string;
  user_id: string;
  /** Whether its user has outgoing webhooks at all: most have none, and then nothing is to be queued. */
  hasEndpoints: boolean;
  /** Whether its integration is lent together with events. */
  isLent: boolean;
}

const HAS_ENDPOINTS = sql`exists (
  select from webhook_endpoints w where w.user_id = inbox_events.user_id and w.enabled) as "hasEndpoints"`;

/** The locks on the owners' rows let no owner go before the events stand. */
export async function insertEvents(tx: Orm, rows: readonly EventRow[]): Promise<StoredEvent[]> {
  const result = await tx.execute(sql`
    insert into inbox_events (id, user_id, account_id, integration_id, event_key, provider, service, type, title, summary,
      actor, url, payload, occurred_at, received_at)
    select e.id, e.user_id, e.account_id, e.integration_id, e.event_key, e.provider, e.service, e.type, e.title, e.summary,
      e.actor, e.url, e.payload, e.occurred_at, e.received_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, user_id uuid, account_id uuid,
      integration_id uuid, event_key text, provider text, service text, type text, title text, summary text, actor text,
      url text, payload jsonb, occurred_at timestamptz, received_at timestamptz)
    where exists (select 1 from users where users.id = e.user_id and users.erased_at is null for key share)
      and (e.account_id is null or exists (
        select 1 from accounts where accounts.user_id = e.user_id and accounts.id = e.account_id
          and accounts.erased_at is null for key share))
    on conflict (integration_id, event_key) do nothing
    returning id, user_id, ${HAS_ENDPOINTS}, exists (
      select from shares s where s.connection_id = inbox_events.integration_id and s.event_services is not null
        and s.ended_at is null) as "isLent"`);
  return rowsOf<StoredEvent>(result);
}

/** Copies stored events into the inboxes of those to whom their integrations are lent together with the service's events. */
export async function insertBorrowersEvents(tx: Orm, eventIds: readonly string[]): Promise<StoredEvent[]> {
  const result = await tx.execute(sql`
    insert into inbox_events (id, user_id, account_id, integration_id, event_key, provider, service, type, title, summary,
      actor, url, payload, occurred_at, received_at)
    select gen_random_uuid(), s.borrower_user_id, s.borrower_account_id, e.integration_id,
      encode(sha256(convert_to(s.id || ' ' || e.event_key, 'UTF8')), 'hex'), e.provider, e.service, e.type, e.title, e.summary,
      e.actor, e.url, e.payload, e.occurred_at, e.received_at
    from jsonb_array_elements_text(${JSON.stringify(eventIds)}::jsonb) as stored (id)
    join inbox_events e on e.id = stored.id::uuid
    join shares s on s.connection_id = e.integration_id and e.service = any (s.event_services)
    where s.accepted_at is not null and s.ended_at is null and (s.ends_at is null or s.ends_at > e.received_at)
      and exists (select 1 from users where users.id = s.borrower_user_id and users.erased_at is null for key share)
      and (s.borrower_account_id is null or exists (
        select 1 from accounts where accounts.user_id = s.borrower_user_id and accounts.id = s.borrower_account_id
          and accounts.erased_at is null for key share))
    on conflict (integration_id, event_key) do nothing
    returning id, user_id, ${HAS_ENDPOINTS}, false as "isLent"`);
  return rowsOf<StoredEvent>(result);
}
