// Writes the outcomes of claimed keys, through the retry queue while the database is gone.
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { createRetryQueue, type RetryQueue } from "../../foundation/db/retry-queue.ts";
import type { Log } from "../../foundation/log/log.ts";
import { type Claim, releaseKey, type StoredResponse, storeResponse } from "./store.ts";

/** How a claim ended: with a response to replay, or null, which releases the key. */
export interface Outcome {
  claim: Claim;
  response: StoredResponse | null;
}

export interface Outcomes extends Pick<RetryQueue<Outcome>, "enqueue" | "drain"> {
  /** Resolves when the outcome is written, or queued because the database is gone. */
  write(outcome: Outcome): Promise<void>;
  /** Writes the queued outcomes of a caller's key; rejects while the database does not take them. */
  flush(claim: Pick<Claim, "userId" | "key">): Promise<void>;
}

/** The maximum size of all queued outcomes; one without a response counts as 1,000 bytes. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

const queueKeyOf = ({ userId, key }: Pick<Claim, "userId" | "key">) => `${userId} ${key}`;

/** `retryLater` schedules the next attempt. Writing twice is harmless: an outcome applies only to its own claim. */
export function createOutcomes(database: RequestDatabase, log: Log, retryLater?: (work: () => void) => void): Outcomes {
  const store = ({ claim, response }: Outcome) =>
    response ? storeResponse(database, claim, response) : releaseKey(database, claim);
  const queue = createRetryQueue<Outcome>(
    {
      write: store,
      keyOf: ({ claim }) => queueKeyOf(claim),
      sizeOf: ({ response }) => 1_000 + (response?.body?.length ?? 0),
      maxBytes: MAX_QUEUED_BYTES,
      onBehind: (error) => log.warn("idempotency_behind", { error }),
      onCaughtUp: () => log.info("idempotency_caught_up"),
      onRefused: (outcomes, error) => log.error("idempotency_refused", { keys: outcomes.length, error }),
      onLost: (outcomes, error) => log.error("idempotency_lost", { keys: outcomes.length, error }),
    },
    retryLater,
  );
  return {
    async write(outcome) {
      // The last attempt has shown that the database is gone; the others need not wait for their own timeout.
      if (queue.isSilent) return queue.enqueue(outcome, null);
      await store(outcome).catch((error: unknown) => queue.enqueue(outcome, error));
    },
    enqueue: queue.enqueue,
    flush: (claim) => queue.flush(queueKeyOf(claim)),
    drain: queue.drain,
  };
}
