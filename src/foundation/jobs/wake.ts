// Wakes the row queues of all replicas, over the channel of cache changes.
import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { RowQueue } from "./row-queue.ts";

/** Replaces a table's name. */
const NOTICE = "row_queues";

export async function wakeRowQueues(database: Pick<Database, "query">): Promise<void> {
  await database.query("select pg_notify('gateway_changes', $1)", [`${NOTICE}:`]);
}

/** Lets `wakeRowQueues` of any replica wake this queue. */
export function wokenEverywhere(changes: Pick<Changes, "watch">, queue: Pick<RowQueue, "wake">): void {
  changes.watch([NOTICE], () => queue.wake());
}
