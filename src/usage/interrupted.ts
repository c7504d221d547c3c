// Calls whose process died before their end: their pending rows stay in the usage log, marked as interrupted.
import type { Database } from "../db/database.ts";

/** At most this many in one statement; the rest has its turn a minute later. */
const MOST = 10_000;
/** Longer than any call takes. By the database's clock, so that replicas agree. */
const MARK = `
  update usage_entries set state = 'interrupted' where id in (
    select id from usage_entries where state = 'pending' and occurred_at < now() - interval '10 minutes'
    order by occurred_at limit ${MOST} for update skip locked
  )
  returning id`;

/** Marks pending rows older than ten minutes; gives how many. A call that ends after all still writes its end. */
export async function markInterrupted(database: Database): Promise<number> {
  return (await database.query(MARK)).length;
}
