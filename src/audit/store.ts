// Rows of the audit log.
import type { Database, Parameter } from "../db/database.ts";
import { isoOf } from "../db/parameters.ts";

/** A row as it is inserted; times as ISO text. */
export interface NewEntry {
  id: string;
  at: string;
  event: string;
  actorKind: string;
  actorId: string | null;
  actorName: string | null;
  userId: string | null;
  accountId: string | null;
  resourceKind: string | null;
  resourceId: string | null;
  outcome: string;
  code: string | null;
  times: number;
  address: string | null;
  requestId: string | null;
  /** As JSON. */
  details: string;
}

/** A query of the database, or within a transaction. */
type Query = (text: string, parameters: readonly Parameter[]) => Promise<unknown>;

/** Inserting an entry twice is harmless. */
export async function insertEntry(query: Query, entry: NewEntry): Promise<void> {
  await query(
    `insert into audit_entries (id, at, event, actor_kind, actor_id, actor_name, user_id, account_id, resource_kind,
      resource_id, outcome, code, times, address, request_id, details)
    values ($1::uuid, $2::timestamptz, $3, $4, $5, $6, $7::uuid, $8::uuid, $9, $10, $11, $12, $13::int, $14, $15,
      $16::text::jsonb)
    on conflict (id) do nothing`,
    [
      ...[entry.id, entry.at, entry.event, entry.actorKind, entry.actorId, entry.actorName, entry.userId],
      ...[entry.accountId, entry.resourceKind, entry.resourceId, entry.outcome, entry.code, entry.times],
      ...[entry.address, entry.requestId, entry.details],
    ],
  );
}

/** Entries of one statement, and most statements of one round; the rest follows in the next. */
const DROPPED_AT_ONCE = 2_000;
const MAX_STEPS = 200;

/** Deletes entries from before a Unix time in milliseconds; returns how many. */
export async function dropOldEntries(database: Pick<Database, "query">, before: number): Promise<number> {
  let total = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [row] = await database.query<{ dropped: number }>(
      `with old as (
        select id from audit_entries where at < $1::timestamptz order by at limit ${DROPPED_AT_ONCE}
        for update skip locked
      ), dropped as (delete from audit_entries using old where audit_entries.id = old.id returning 1)
      select count(*)::int as dropped from dropped`,
      [isoOf(before)],
    );
    total += row?.dropped ?? 0;
    if ((row?.dropped ?? 0) < DROPPED_AT_ONCE) break;
  }
  return total;
}
