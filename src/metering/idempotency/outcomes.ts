// Writes the outcomes of claimed keys, through the retry queue while the database is gone.
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { createRetryQueue, type RetryQueue } from "../../foundation/db/retry-queue.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import type { Log } from "../../foundation/log/log.ts";
import { type Claim, releaseKey, type StoredResponse, storeResponse } from "./store.ts";

/** How a claim ended: with a response to replay, or null, which releases the key. */
export interface Outcome {
  claim: Claim;
  response: StoredResponse | null;
}

export interface Outcomes extends Pick<RetryQueue<Outcome>, "enqueue" | "flush" | "drain"> {
  /** Resolves when the outcome is written, or queued because the database is gone. */
  write(outcome: Outcome): Promise<void>;
}

/** Of all queued outcomes; one without a response counts as 1,000 bytes. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** `retryLater` schedules the next attempt. Writing twice is harmless: an outcome applies to its own claim alone. */
export function createOutcomes(database: RequestDatabase, log: Log, retryLater?: (work: () => void) => void): Outcomes {
  const store = ({ claim, response }: Outcome) =>
    response ? storeResponse(database, claim, response) : releaseKey(database, claim);
  const queue = createRetryQueue<Outcome>(
    {
      write: store,
      sizeOf: ({ response }) => 1_000 + (response?.body?.length ?? 0),
      maxBytes: MAX_QUEUED_BYTES,
      onBehind: (error) => log.warn("idempotency_behind", { error }),
      onCaughtUp: () => log.info("idempotency_caught_up"),
      onLost: (outcomes, error) => log.error("idempotency_lost", { keys: outcomes.length, error }),
    },
    retryLater,
  );
  return {
    async write(outcome) {
      // The first failed call has shown that the database is gone; the others need not wait for their own timeout.
      if (queue.size > 0) return queue.enqueue(outcome, null);
      await store(outcome).catch((error: unknown) => queue.enqueue(outcome, databaseCause(error)));
    },
    enqueue: queue.enqueue,
    flush: queue.flush,
    drain: queue.drain,
  };
}
