// Marks the pending rows of calls whose process died as interrupted.
import type { Database } from "../../foundation/db/database.ts";

/** Most rows of one statement; the rest follows a minute later. */
const MAX_ROWS = 10_000;
/** Longer than any call takes. By the database's clock, so that replicas agree. */
const MARK = `
  with abandoned as materialized (
    select id, occurred_at from usage_entries where state = 'pending' and occurred_at < now() - interval '10 minutes'
    order by occurred_at limit ${MAX_ROWS} for update skip locked
  )
  update usage_entries as e set state = 'interrupted' from abandoned as a
  where e.id = a.id and e.occurred_at = a.occurred_at
  returning e.id`;

/** Marks pending rows older than ten minutes and returns how many. A call that ends later still writes its end. */
export async function markInterrupted(database: Database): Promise<number> {
  return (await database.query(MARK)).length;
}
