// Publishes events: stores them in the inboxes of their owners, and queues them for outgoing webhooks, in one transaction.
import type { Orm } from "../../foundation/db/database.ts";
import { eventRow, type NewEvent } from "./event.ts";
import { type OtherTypes, queueMessages } from "./fan-out.ts";
import { insertBorrowersEvents, insertEvents } from "./store.ts";

/** Users whose inboxes changed, to signal once the transaction is committed. */
export type PublishedTo = ReadonlySet<string>;

/** Rows of one statement, and characters of their payloads: hundreds of large ones would fill the memory. */
const STEP = 200;
const MAX_STEP_PAYLOADS = 4 * 1024 * 1024;

/**
 * Stores events within the caller's transaction; those whose key the integration has already, and those of owners that are
 * gone, are dropped. Call `deps.events.published` with the result after the commit.
 */
export async function publishEvents(tx: Orm, events: readonly NewEvent[]): Promise<PublishedTo> {
  const users = new Set<string>();
  const others = otherTypesOf(events);
  for (const rows of stepsOf(events)) {
    const own = await insertEvents(tx, rows);
    const lent = own.filter(({ isLent }) => isLent).map(({ id }) => id);
    const stored = lent.length === 0 ? own : [...own, ...(await insertBorrowersEvents(tx, lent))];
    for (const { user_id } of stored) users.add(user_id);
    const wanted = stored.filter(({ hasEndpoints }) => hasEndpoints).map(({ id }) => id);
    await queueMessages(tx, wanted, others);
  }
  return users;
}

function otherTypesOf(events: readonly NewEvent[]): OtherTypes {
  const renamed = events.filter(({ previousTypes = [] }) => previousTypes.length > 0);
  const byProvider = Map.groupBy(renamed, ({ provider }) => provider);
  return Object.fromEntries(
    [...byProvider].map(([provider, own]) => [
      provider,
      Object.fromEntries(own.map(({ type, previousTypes = [] }) => [type, previousTypes])),
    ]),
  );
}

function* stepsOf(events: readonly NewEvent[]) {
  let rows: ReturnType<typeof eventRow>[] = [];
  let size = 0;
  for (const event of events) {
    const row = eventRow(event);
    const payloadSize = JSON.stringify(row.payload)?.length ?? 0;
    if (rows.length === STEP || (rows.length > 0 && size + payloadSize > MAX_STEP_PAYLOADS)) {
      yield rows;
      [rows, size] = [[], 0];
    }
    rows.push(row);
    size += payloadSize;
  }
  if (rows.length > 0) yield rows;
}
