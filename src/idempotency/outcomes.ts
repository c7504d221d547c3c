// How held keys end: written at once where that can be, else kept in memory and written as soon as the database is back.

import type { RequestDatabase } from "../db/database.ts";
import { createKept, type Kept } from "../db/retry-queue.ts";
import { databaseCause } from "../db/timeouts.ts";
import type { Log } from "../log.ts";
import { type Claim, type KeptAnswer, keepAnswer, releaseKey } from "./store.ts";

/** The end of a claim: with the answer to keep, or null when the key is free again. */
export interface End {
  claim: Claim;
  answer: KeptAnswer | null;
}

export interface Ends extends Pick<Kept<End>, "keep" | "catchUp" | "drain"> {
  /** Resolves when the end is written, or kept because it cannot be written now. */
  write(end: End): Promise<void>;
}

/** Bytes of all ends that are kept; one without an answer counts as a thousand. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** `retryLater` runs its work a moment later. Writing an end twice changes nothing: it is for its own claim alone. */
export function createEnds(database: RequestDatabase, log: Log, retryLater?: (work: () => void) => void): Ends {
  const store = ({ claim, answer }: End) =>
    answer ? keepAnswer(database, claim, answer) : releaseKey(database, claim);
  const kept = createKept<End>(
    {
      write: store,
      sizeOf: ({ answer }) => 1_000 + (answer?.body?.length ?? 0),
      maxBytes: MAX_KEPT_BYTES,
      onBehind: (error) => log.warn("idempotency_behind", { error }),
      onCaughtUp: () => log.info("idempotency_caught_up"),
      onLost: (ends, error) => log.error("idempotency_not_kept", { keys: ends.length, error }),
    },
    retryLater,
  );
  return {
    async write(end) {
      // One call finds out that the database is gone; the others need not wait for it as well.
      if (kept.size > 0) return kept.keep(end, null);
      await store(end).catch((error: unknown) => kept.keep(end, databaseCause(error)));
    },
    keep: kept.keep,
    catchUp: kept.catchUp,
    drain: kept.drain,
  };
}
