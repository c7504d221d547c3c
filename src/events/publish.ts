// Publishes events: stores them in the inboxes of their owners, and queues them for outgoing webhooks, in one transaction.
import type { Orm } from "../db/database.ts";
import { eventRow, type NewEvent } from "./event.ts";
import { queueMessages } from "./fan-out.ts";
import { insertEvents } from "./store.ts";

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
