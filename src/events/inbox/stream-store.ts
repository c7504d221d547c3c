// Queries of the event stream: what an owner has beyond a position, in the order of the commits.
import { OLDEST_RUNNING } from "../../foundation/db/commit-order.ts";
import type { Database } from "../../foundation/db/database.ts";
import { parameters } from "../../foundation/db/parameters.ts";
import type { Owner } from "../../identity/owner.ts";
import { EVENT_COLUMNS, type EventRow, WITH_ACCOUNT } from "../log/model.ts";
import { type EventPosition, ofOwner } from "./store.ts";

/** Events and stored bytes of payloads of one read. */
const MAX_EVENTS = 50;
const MAX_PAYLOAD_BYTES = 256 * 1024;

export interface NewEvents {
  events: (EventRow & EventPosition)[];
  /** Whether events are committed beyond the oldest running transaction: they can be read when that has ended. */
  isPending: boolean;
  /** Whether more events can be read at once. */
  isCut: boolean;
}

/** The next events after a position, oldest first. */
export async function eventsAfter(
  database: Pick<Database, "query">,
  owner: Owner,
  { tx, seq }: EventPosition,
): Promise<NewEvents> {
  const params = parameters();
  const where = ofOwner(owner, params);
  const rows = await database.query<EventRow & EventPosition & { isReady: boolean; before: number }>(
    `with next as (
      select e.*, e.tx < ${OLDEST_RUNNING} as is_ready from inbox_events e
      where ${where} and (e.tx, e.seq) > (${params.add(tx)}::xid8, ${params.add(seq)}::bigint)
      order by e.tx, e.seq limit ${MAX_EVENTS}
    ), sized as (
      select *, sum(pg_column_size(payload)) over (order by tx, seq) - pg_column_size(payload) as before from next
    )
    select e.tx::text as "tx", e.seq::text as "seq", e.is_ready as "isReady", ${EVENT_COLUMNS}
    from sized e ${WITH_ACCOUNT} where before < ${MAX_PAYLOAD_BYTES} order by e.tx, e.seq`,
    params.values,
  );
  const events = rows.filter(({ isReady }) => isReady);
  const isPending = events.length < rows.length;
  return { events, isPending, isCut: !isPending && events.length > 0 };
}

/** The position of the owner's newest event that can be read; null where there is none. */
export async function newestPosition(database: Pick<Database, "query">, owner: Owner): Promise<EventPosition | null> {
  const params = parameters();
  const [row] = await database.query<EventPosition>(
    `select e.tx::text as "tx", e.seq::text as "seq" from inbox_events e
    where ${ofOwner(owner, params)} and e.tx < ${OLDEST_RUNNING} order by e.tx desc, e.seq desc limit 1`,
    params.values,
  );
  return row ?? null;
}

/** Whether the owner has an event at this position, from which a stream can go on. */
export async function hasEventAt(
  database: Pick<Database, "query">,
  owner: Owner,
  { tx, seq }: EventPosition,
): Promise<boolean> {
  const params = parameters();
  const where = ofOwner(owner, params);
  const rows = await database.query(
    `select 1 from inbox_events e where ${where} and e.tx = ${params.add(tx)}::xid8 and e.seq = ${params.add(seq)}::bigint`,
    params.values,
  );
  return rows.length > 0;
}
