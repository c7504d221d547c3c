// Notifies the row queues of all replicas, over the channel of cache changes.
import type { Changes } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import type { RowQueue } from "./row-queue.ts";

/** Replaces a table's name. */
const NOTICE = "row_queues";

export async function notifyRowQueues(database: Pick<Database, "query">): Promise<void> {
  await database.query("select pg_notify('gateway_changes', $1)", [`${NOTICE}:`]);
}

/** Lets `notifyRowQueues` of any replica notify this queue. */
export function notifiedByReplicas(changes: Pick<Changes, "watch">, queue: Pick<RowQueue, "notify">): void {
  changes.watch([NOTICE], () => queue.notify());
}
