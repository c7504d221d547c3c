// Seals the audit log: a job gives each stored entry a place in a chain of hashes, so that a change of either is seen.
import { createHash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type Database, isUniqueViolation } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import type { Deps } from "../../server/deps.ts";
import {
  type HashedEntry,
  insertSeal,
  lockUnsealed,
  newestSeal,
  type SealRow,
  sealContext,
  unsealed,
} from "./seal-store.ts";

/** What the hash of a seal covers. Times are Unix milliseconds. */
export interface SealHeader {
  number: number;
  /** The hash of the seal before; null in the first. */
  previous: string | null;
  previous_at: number | null;
  sealed_at: number;
  /** Entries and seals up to this time may be gone by their age. It never goes back, as when the setting is raised. */
  retained_since: number;
  /** SHA-256 of the leaves. */
  leaves: string;
}

/** An entry's id, its time in Unix milliseconds, and the hashes of its core and of what an erasure removes. */
export type Leaf = [id: string, at: number, core: string, personal: string];

/** Entries of one seal, and so of one transaction. */
const BATCH = 500;
/** A seal without entries is made after this time, so that a chain that was cut off shows by its age. */
const IDLE_MS = DAY_MS;

export const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

export const leafOf = ({ id, at, core, personal }: HashedEntry, salt: string): Leaf =>
  [...[id, at], ...[sha256(core), sha256(salt + personal)]] as Leaf;

type SealDeps = Pick<Deps, "vault" | "clock"> & { config: Pick<Deps["config"], "auditDays"> };

/** Seals what has no seal yet; replicas may run it at the same time. Returns how many entries it sealed. */
export async function sealEntries(
  deps: SealDeps,
  database: Pick<Database, "transaction">,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let sealed = BATCH; sealed === BATCH && !signal?.aborted; total += sealed) {
    sealed = await sealBatch(deps, database);
    await setImmediate();
  }
  return total;
}

/** One seal, or none where there is nothing to seal or another replica seals. */
async function sealBatch(deps: SealDeps, database: Pick<Database, "transaction">): Promise<number> {
  try {
    return await database.transaction(async (tx) => {
      const entries = await lockUnsealed(tx, BATCH);
      const head = await newestSeal(queryable(tx));
      const now = deps.clock.now();
      if (entries.length === 0 && (head === null || now - head.sealedAt < IDLE_MS)) return 0;
      const salted = entries.map((entry) => ({ entry, id: entry.id, salt: randomBytes(16).toString("base64url") }));
      const leaves = JSON.stringify(salted.map(({ entry, salt }) => leafOf(entry, salt)));
      const row = sealOf(deps, head, { leaves, now });
      await insertSeal(
        tx,
        row,
        salted.map(({ id, salt }) => ({ id, salt })),
      );
      return entries.length;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return 0;
    throw error;
  }
}

function sealOf(
  { vault, config }: SealDeps,
  head: SealRow | null,
  { leaves, now }: { leaves: string; now: number },
): SealRow {
  const number = (head?.number ?? 0) + 1;
  // What nothing authenticates must not be signed: a changed head would say which deletions are by design.
  const before = head && authenticHeader({ vault }, head);
  const header: SealHeader = {
    number,
    previous: head?.hash ?? null,
    previous_at: head && (before?.sealed_at ?? now),
    sealed_at: now,
    retained_since: Math.max(now - config.auditDays * DAY_MS, before?.retained_since ?? 0),
    leaves: sha256(leaves),
  };
  const text = JSON.stringify(header);
  const hash = sha256(text);
  return { number, header: text, leaves, hash, sealedHash: vault.seal(hash, sealContext(number)), sealedAt: now };
}

/** The header of a seal, not authenticated; null where it is no header. */
function readHeader({ header }: Pick<SealRow, "header">): SealHeader | null {
  try {
    const read = JSON.parse(header) as SealHeader | null;
    return typeof read?.retained_since === "number" ? read : null;
  } catch {
    // The seal was changed: verification reports it.
    return null;
  }
}

/** The header of a seal that the key ring authenticates; null where the row was changed. */
export function authenticHeader({ vault }: Pick<Deps, "vault">, row: SealRow): SealHeader | null {
  const header = readHeader(row);
  const isWhole =
    header !== null &&
    header.number === row.number &&
    header.sealed_at === row.sealedAt &&
    sha256(row.header) === row.hash;
  return isWhole && opens(vault, row) ? header : null;
}

function opens(vault: Deps["vault"], { number, hash, sealedHash }: SealRow): boolean {
  try {
    return vault.open(sealedHash, sealContext(number)) === hash;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}

/** Until when the log is sealed, and what waits for its seal. */
export async function sealState({ database }: Pick<Deps, "database">) {
  const head = await newestSeal(database.reports);
  const { entries, oldestAt } = await unsealed(database.reports);
  const iso = (time: number) => new Date(time).toISOString();
  return {
    head: head && { number: head.number, hash: head.hash, sealed_at: iso(head.sealedAt) },
    unsealed: { entries, oldest_stored_at: oldestAt === null ? null : iso(oldestAt) },
  };
}

/** Writes the newest seal's hash to the log, where a collector holds it apart from the database. */
export async function logHead({ log }: Pick<Deps, "log">, database: Pick<Database, "query">): Promise<void> {
  const head = await newestSeal(database);
  if (head) log.info("audit_head", { seal: head.number, hash: head.hash });
}
