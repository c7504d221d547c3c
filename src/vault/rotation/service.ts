// Rotation of the key ring while calls go on: seals again what older keys have sealed, and says what still hangs on each key.
import type { Deps } from "../../deps.ts";
import { DecryptionError } from "../vault.ts";
import {
  countByKey,
  forgetKey,
  listNotedKeys,
  listOtherSealed,
  type Resealed,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedRow,
} from "./store.ts";

type SecretsDeps = Pick<Deps, "database" | "vault" | "clock" | "log">;

export interface KeyUse {
  id: string;
  /** Whether this process has the key. */
  in_ring: boolean;
  /** Sealed texts. */
  in_use: number;
  /** Keys of callers that are neither revoked nor expired; each moves to the first key when it is used. */
  api_keys: number;
  /** Connect sessions that wait for their callback; half an hour at most. */
  sessions: number;
  /** Whether the gateway starts without it. */
  can_be_removed: boolean;
}

/** Rows that one request seals at most, so that it ends long before a connection is taken for dead. */
const MAX_ROWS = 10_000;

/** What hangs on each key: the ring's in its order, then others that the database names. */
export async function secretsStatus(deps: SecretsDeps): Promise<{ keys: KeyUse[] }> {
  const { keyIds } = deps.vault;
  const noted = await listNotedKeys(deps.database.reports);
  const counts = await countByKey(deps.database.reports, new Date(deps.clock.now()));
  const ids = [...new Set([...keyIds, ...noted, ...counts.map((row) => row.key_id)])];
  const keys = ids.map((id) => {
    const sum = (kind: string) =>
      counts.reduce((total, row) => total + (row.key_id === id && row.kind === kind ? row.count : 0), 0);
    const use = { in_use: sum("sealed"), api_keys: sum("api_keys"), sessions: sum("sessions") };
    const isFree = id !== keyIds[0] && isUnused(use) && !noted.includes(id);
    return { id, in_ring: keyIds.includes(id), ...use, can_be_removed: isFree };
  });
  return { keys };
}

const isUnused = (use: Pick<KeyUse, "in_use" | "api_keys" | "sessions">) =>
  use.in_use + use.api_keys + use.sessions === 0;

/**
 * Seals with the ring's first key what others have sealed, and drops the note of each key that nothing hangs on any more.
 * `remaining` above 0 asks for another request; rows that no key opens are left and counted as `unreadable`.
 */
export async function rotateSecrets(deps: SecretsDeps) {
  const done = { sealed: 0, unreadable: 0 };
  for (const column of SEALED_COLUMNS) await resealColumn(deps, column, done);
  const first = deps.vault.keyIds[0];
  const { keys } = await secretsStatus(deps);
  const noted = await listNotedKeys(deps.database.reports);
  for (const key of keys) {
    if (key.id === first || !isUnused(key) || !noted.includes(key.id)) continue;
    await forgetKey(deps.database.reports, key.id);
    key.can_be_removed = true;
    deps.log.info("ring_key_retired", { ring_key_id: key.id });
  }
  const others = keys.reduce((total, key) => total + (key.id === first ? 0 : key.in_use), 0);
  const remaining = Math.max(0, others - done.unreadable);
  deps.log.info("secrets_rotated", { ring_key_id: first, ...done, remaining });
  return { ...done, remaining, keys };
}

async function resealColumn(
  deps: SecretsDeps,
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

/** The row with its new text; nothing where the old one cannot be opened. */
function reseal(deps: SecretsDeps, column: SealedColumn, row: SealedRow): Resealed[] {
  const place = column.aad(row.row_key);
  try {
    return [{ ...row, fresh: deps.vault.seal(deps.vault.open(row.sealed, place), place) }];
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    // The first part is an id of ours; a caller's own Idempotency-Key stays out of the log.
    deps.log.error("sealed_text_unreadable", { table: column.table, column: column.column, row: row.row_key[0] });
    return [];
  }
}
