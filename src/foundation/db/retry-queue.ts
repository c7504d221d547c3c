// Queues items that the database does not take now, within a bound, and writes them as soon as it is back.
import { isDataError } from "./database.ts";
import { databaseCause, later } from "./timeouts.ts";

export interface RetryQueueOptions<T> {
  /** Writes an item, with a timeout. Must be idempotent: an attempt that timed out may still run. */
  write(item: T): Promise<void>;
  sizeOf(item: T): number;
  /** The bound on the sizes of all items together. */
  maxBytes: number;
  /** The first item was queued, because of `error`. */
  onBehind(error: unknown): void;
  /** The queue is empty again. */
  onCaughtUp(): void;
  /** Items were dropped: no room, bad data, or the process stops. */
  onLost(items: readonly T[], error: unknown): void;
}

export interface RetryQueue<T> {
  readonly size: number;
  /** Queues an item that could not be written because of `error`. */
  enqueue(item: T, error: unknown): void;
  /** Writes the queued items; rejects while the database does not take them. */
  flush(): Promise<void>;
  /** Tries once more, at the stop, and reports lost items. */
  drain(): Promise<void>;
}

/** `retryLater` schedules the next attempt. */
export function createRetryQueue<T>(options: RetryQueueOptions<T>, retryLater = later): RetryQueue<T> {
  const { write, sizeOf, maxBytes, onBehind, onCaughtUp, onLost } = options;
  const sizes = new Map<T, number>();
  let bytes = 0;
  let flushing: Promise<void> | null = null;
  let isRetryScheduled = false;

  const remove = (item: T) => {
    bytes -= sizes.get(item) ?? 0;
    sizes.delete(item);
  };
  const writeAll = async () => {
    for (const item of sizes.keys()) {
      await write(item).catch((error: unknown) => {
        const cause = databaseCause(error);
        if (!isDataError(cause)) throw error;
        onLost([item], cause);
      });
      remove(item);
    }
    onCaughtUp();
  };
  const flush = async () => {
    if (sizes.size === 0) return;
    flushing ??= writeAll().finally(() => {
      flushing = null;
    });
    await flushing;
  };
  const scheduleRetry = () => {
    if (isRetryScheduled) return;
    isRetryScheduled = true;
    retryLater(() => {
      isRetryScheduled = false;
      flush().catch(scheduleRetry);
    });
  };

  return {
    get size() {
      return sizes.size;
    },
    enqueue(item, error) {
      const size = sizeOf(item);
      if (bytes + size > maxBytes) return onLost([item], error);
      sizes.set(item, size);
      bytes += size;
      if (sizes.size > 1) return;
      onBehind(error);
      scheduleRetry();
    },
    flush,
    async drain() {
      await flush().catch((error: unknown) => onLost([...sizes.keys()], databaseCause(error)));
      for (const item of sizes.keys()) remove(item);
    },
  };
}
