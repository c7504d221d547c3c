// Rows of the audit log.
import type { Parameter } from "../db/database.ts";

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
