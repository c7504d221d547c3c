// Steps that first count and then insert, one after another on every replica: at once, two would both fit into the last place.
import type { Database, Orm } from "./database.ts";
import { queryIn } from "./raw.ts";

/** Runs `work` in a transaction of its own, after those that run for the same `what`, such as a user's keys. */
export function serialized<T>(
  database: Pick<Database, "transaction">,
  what: string,
  work: (tx: Orm) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await queryIn(tx, "select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [what]);
    return work(tx);
  });
}
