// Queues new events for the outgoing webhooks that want them.
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";

/** Further names of types, by provider and type. */
export type OtherTypes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Whether an event `v` passes the filter of an endpoint `e`. A pattern is `*`, a type, or `<prefix>.*`; `others` is the parameter
 * with the `OtherTypes`, under any of which it passes, too.
 */
export const passes = (others: string) => `(e.scope = 'all' or (e.scope = 'user') = (v.account_id is null))
  and (e.account_ids is null or e.account_ids ? v.account_id::text)
  and (e.providers is null or e.providers ? v.provider)
  and (e.event_types is null or exists (
    select 1 from jsonb_array_elements_text(e.event_types) as p (pattern),
      jsonb_array_elements_text(
        coalesce(${others}::text::jsonb -> v.provider -> v.type, '[]'::jsonb) || to_jsonb(v.type)) as n (name)
    where p.pattern in ('*', n.name)
      or (right(p.pattern, 2) = '.*' and starts_with(n.name, left(p.pattern, -1)))))`;

/**
 * Queues a message for each enabled endpoint whose filter an event passes; within the transaction that stores the events.
 * What a full endpoint misses is counted. A second call for the same events changes nothing.
 */
export async function queueMessages(tx: Orm, eventIds: readonly string[], others: OtherTypes): Promise<void> {
  if (eventIds.length === 0) return;
  await queryIn(
    tx,
    `with passed as (
      select e.id as endpoint_id, e.is_full, v.id as event_id, v.type, v.received_at
      from jsonb_array_elements_text($1::text::jsonb) as named (id)
      join inbox_events v on v.id = named.id::uuid
      join webhook_endpoints e on e.user_id = v.user_id
      where e.enabled and ${passes("$2")}
    ), dropped as (
      insert into webhook_drops (endpoint_id, messages)
      select endpoint_id, count(*) from passed where is_full group by endpoint_id
    )
    insert into webhook_messages (endpoint_id, event_id, type, next_at, created_at, updated_at)
    select endpoint_id, event_id, type, received_at, received_at, received_at from passed where not is_full
    on conflict do nothing`,
    [JSON.stringify(eventIds), JSON.stringify(others)],
  );
}
