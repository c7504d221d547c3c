// How held keys end: written at once where that can be, else kept in memory and written as soon as the database is back.
import { bounded, later } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { codeOf } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Claim, type KeptAnswer, keepAnswer, releaseKey } from "./store.ts";

/** The end of a claim: with the answer to keep, or null when the key is free again. */
export interface End {
  claim: Claim;
  answer: KeptAnswer | null;
}

export interface Ends {
  /** Resolves when the end is written, or kept because it cannot be written now. */
  write(end: End): Promise<void>;
  /** Keeps an end, which `error` does not let be written now. */
  keep(end: End, error: unknown): void;
  /** Writes what was kept; rejects while that cannot be. */
  catchUp(): Promise<void>;
  /** A last attempt at what was kept; tells what is lost. */
  drain(): Promise<void>;
}

/** Bytes of all ends that are kept; one without an answer counts as a thousand. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
const sizeOf = ({ answer }: End) => 1_000 + (answer?.body?.length ?? 0);

/** SQLSTATE classes that speak of the row's data: such an end can never be written. */
const REFUSED = /^(22|23)...$/;

/** `retryLater` runs its work about a second later. Writing an end twice changes nothing: it is for its own claim alone. */
export function createEnds(database: Database, log: Log, retryLater = later): Ends {
  const kept = new Set<End>();
  let bytes = 0;
  let flushing: Promise<void> | null = null;
  let isRetrying = false;

  const store = ({ claim, answer }: End) =>
    bounded(answer ? keepAnswer(database, claim, answer) : releaseKey(database, claim));
  const lose = (keys: number, error?: unknown) => log.error("idempotency_not_kept", { keys, error });
  const forget = (end: End) => {
    if (kept.delete(end)) bytes -= sizeOf(end);
  };

  const flush = async () => {
    for (const end of kept) {
      await store(end).catch((error: unknown) => {
        if (!REFUSED.test(codeOf((error as Error).cause) ?? "")) throw error;
        lose(1, (error as Error).cause);
      });
      forget(end);
    }
    log.info("idempotency_caught_up");
  };
  const catchUp = async () => {
    if (kept.size === 0) return;
    flushing ??= flush().finally(() => {
      flushing = null;
    });
    await flushing;
  };
  const retry = () => {
    if (isRetrying) return;
    isRetrying = true;
    retryLater(() => {
      isRetrying = false;
      catchUp().catch(retry);
    });
  };

  const keep = (end: End, error: unknown) => {
    if (bytes + sizeOf(end) > MAX_KEPT_BYTES) return lose(1, error);
    kept.add(end);
    bytes += sizeOf(end);
    if (kept.size > 1) return;
    log.warn("idempotency_behind", { error });
    retry();
  };

  return {
    async write(end) {
      // One call finds out that the database is gone; the others need not wait for it as well.
      if (kept.size > 0) return keep(end, null);
      await store(end).catch((error: unknown) => keep(end, (error as Error).cause));
    },
    keep,
    catchUp,
    async drain() {
      await catchUp().catch((error: unknown) => lose(kept.size, (error as Error).cause));
      for (const end of kept) forget(end);
    },
  };
}
