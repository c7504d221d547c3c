// Invented calls of the month before, so that a first look at the dashboard shows what it looks like in use.
import type { Database } from "../src/foundation/db/database.ts";
import { title } from "./call.ts";

const DAYS = 29;

/**
 * Copies of the demo's own calls to providers, fewer at weekends and more from week to week, all with ids of their own. Some fail
 * as providers do.
 */
const COPY = `
  insert into usage_entries (id, occurred_at, user_id, key_id, account_id, integration_id, external_id, request_id, method, endpoint,
    provider, action, state, status, units, duration_ms, call_count, surface, is_aggregate, inputs)
  select gen_random_uuid(), at, user_id, key_id, account_id, integration_id, external_id, gen_random_uuid()::text, method, endpoint,
    provider, action, 'done', case when luck < 0.01 then 502 when luck < 0.02 then 429 else status end, units,
    (20 + 300 * luck * luck * random())::int, 1, surface, false, inputs
  from (
    select entry.*, occurred_at - day * interval '1 day' - random() * interval '8 hours' as at, random() as luck, day
    from usage_entries as entry, generate_series(1, ${DAYS}) as day, generate_series(1, 4) as copy
    where provider is not null and state = 'done' and not is_aggregate and occurred_at > now() - interval '1 hour'
  ) as copies
  where random() < (case when extract(isodow from at) > 5 then 0.15 else 0.7 end) * (1 - day / 60.0)
  returning 1`;

/** A folder that has calls of an earlier day stays as it is. */
export async function writeHistory(database: Pick<Database, "query">): Promise<void> {
  const earlier = await database.query(
    "select 1 from usage_entries where occurred_at < now() - interval '1 day' limit 1",
  );
  if (earlier.length > 0) return;
  const { length } = await database.query(COPY);
  title(`${length} invented calls of the month before, for the charts of the dashboard`);
}
