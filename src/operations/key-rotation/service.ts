// Rotation of the key ring under load: seals again what older keys have sealed, and counts what still needs each key.

import { DecryptionError } from "../../foundation/vault/vault.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Deps } from "../../server/deps.ts";
import {
  countByKey,
  deleteKeyRingCheck,
  type KeyCount,
  listCheckedKeyIds,
  listOtherSealed,
  type ResealedRow,
  replaceSealed,
  type SealedColumn,
  type SealedRow,
  sealedColumns,
} from "./store.ts";

type RotationDeps = Pick<Deps, "database" | "vault" | "clock" | "log" | "audit" | "tables">;

export interface KeyUse {
  id: string;
  /** Whether this process has the key. */
  in_ring: boolean;
  /** Sealed texts under the key. */
  in_use: number;
  /** Valid API keys and admin tokens whose MAC is of this key; each moves to the first key when it is used. */
  api_keys: number;
  /** Pending connect sessions; each lasts half an hour at most. */
  sessions: number;
  /** Whether the gateway starts without the key. */
  can_be_removed: boolean;
}

/** Rows that one request seals at most, so that it ends before its connection times out. */
const MAX_ROWS = 10_000;

/** What some table has under a key of the ring. */
export interface RingKeyUse {
  ring_key: string;
  table: string;
  kind: "sealed" | "mac";
  count: number;
  /** How it gets to the ring's first key, or ends. */
  moved_by: KeyCount["moved_by"];
  /** Whether the key must stay meanwhile; otherwise it ends with the key. */
  keeps_key: boolean;
}

/** The use of each key: the ring's in its order, then others that the database names; and what uses each. */
export async function secretsStatus(deps: RotationDeps): Promise<{ keys: KeyUse[]; uses: RingKeyUse[] }> {
  const { keyIds } = deps.vault;
  const recorded = await listCheckedKeyIds(deps.database.reports);
  const counts = await countByKey(deps.database.reports, deps.tables, new Date(deps.clock.now()));
  const counted = counts.filter((row) => row.counts !== null).map((row) => row.key_id);
  const ids = [...new Set([...keyIds, ...recorded, ...counted])];
  const keys = ids.map((id) => {
    const sum = (column: KeyCount["counts"]) =>
      counts.reduce((total, row) => total + (row.key_id === id && row.counts === column ? row.count : 0), 0);
    const use = { in_use: sum("in_use"), api_keys: sum("api_keys"), sessions: sum("sessions") };
    const isFree = id !== keyIds[0] && isUnused(use) && !recorded.includes(id);
    return { id, in_ring: keyIds.includes(id), ...use, can_be_removed: isFree };
  });
  return { keys, uses: ids.flatMap((id) => usesOf(id, counts)) };
}

/** Several columns of a table are one use. */
function usesOf(id: string, counts: readonly KeyCount[]): RingKeyUse[] {
  const uses = new Map<string, RingKeyUse>();
  for (const { key_id, table, kind, moved_by, counts: column, count } of counts) {
    if (key_id !== id) continue;
    const use = uses.get(`${table} ${kind}`);
    if (use) use.count += count;
    else uses.set(`${table} ${kind}`, { ring_key: id, table, kind, count, moved_by, keeps_key: column !== null });
  }
  return [...uses.values()].sort(
    (one, other) => Number(other.keeps_key) - Number(one.keeps_key) || other.count - one.count,
  );
}

const isUnused = (use: Pick<KeyUse, "in_use" | "api_keys" | "sessions">) =>
  use.in_use + use.api_keys + use.sessions === 0;

/**
 * Seals with the ring's first key what others have sealed, and retires each key that is unused. `remaining` above 0 asks for
 * another request; texts that no key opens are left as they are and counted as `unreadable`.
 */
export async function rotateSecrets(deps: RotationDeps) {
  const done = { sealed: 0, unreadable: 0 };
  for (const column of sealedColumns(deps.tables)) await resealColumn(deps, column, done);
  const first = deps.vault.keyIds[0];
  const { keys } = await secretsStatus(deps);
  const recorded = await listCheckedKeyIds(deps.database.reports);
  for (const key of keys) {
    if (key.id === first || !isUnused(key) || !recorded.includes(key.id)) continue;
    await deleteKeyRingCheck(deps.database.reports, key.id);
    key.can_be_removed = true;
    await deps.audit.record(SYSTEM_INITIATOR, { event: "ring_key_retired", details: { ring_key_id: key.id } });
  }
  const others = keys.reduce((total, key) => total + (key.id === first ? 0 : key.in_use), 0);
  const remaining = Math.max(0, others - done.unreadable);
  return { ...done, remaining, keys };
}

async function resealColumn(
  deps: RotationDeps,
  column: SealedColumn,
  done: { sealed: number; unreadable: number },
): Promise<void> {
  let after: readonly string[] | null = null;
  while (done.sealed < MAX_ROWS) {
    const rows: SealedRow[] = await listOtherSealed(
      deps.database.reports,
      column,
      deps.vault.keyIds[0] as string,
      after,
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_key;
    const fresh = rows.flatMap((row) => reseal(deps, column, row));
    done.unreadable += rows.length - fresh.length;
    if (fresh.length > 0) done.sealed += await replaceSealed(deps.database.reports, column, fresh);
  }
}

/** The row with its new sealed text; empty where no key opens the old one. */
function reseal(deps: RotationDeps, column: SealedColumn, row: SealedRow): ResealedRow[] {
  const aad = column.aad(row.row_key);
  try {
    return [{ ...row, fresh: deps.vault.seal(deps.vault.open(row.sealed, aad), aad) }];
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    // The first part of a row key is a UUID; a caller's Idempotency-Key stays out of the log.
    const details = { table: column.table, column: column.column, row: row.row_key[0] };
    deps.log.error("sealed_text_unreadable", details);
    const facts = { event: "sealed_text_unreadable", outcome: "failed" as const, details };
    deps.audit.count(Object.values(details).join(" "), SYSTEM_INITIATOR, facts);
    return [];
  }
}
