// What the database does not take now: kept in memory within a bound, and written as soon as it is back.
import { codeOf } from "../errors.ts";
import { databaseCause, later } from "./timeouts.ts";

export interface KeptOptions<T> {
  /** Writes an item, with a bounded wait. Writing it twice must change nothing: the first may be carried out late. */
  write(item: T): Promise<void>;
  sizeOf(item: T): number;
  /** Of all items together. */
  maxBytes: number;
  /** The first item is kept, because of `error`. */
  onBehind(error: unknown): void;
  /** Everything is written. */
  onCaughtUp(): void;
  /** For lack of room, for their data, or at the stop. */
  onLost(items: readonly T[], error: unknown): void;
}

export interface Kept<T> {
  readonly size: number;
  /** Keeps an item that `error` does not let be written now. */
  keep(item: T, error: unknown): void;
  /** Writes what was kept; rejects while that cannot be. */
  catchUp(): Promise<void>;
  /** A last attempt at what was kept; tells what is lost. */
  drain(): Promise<void>;
}

/** SQLSTATE classes that speak of the row's data: such an item can never be written. */
const REFUSED = /^(22|23)...$/;

/** `retryLater` runs its work a moment later. */
export function createKept<T>(options: KeptOptions<T>, retryLater = later): Kept<T> {
  const { write, sizeOf, maxBytes, onBehind, onCaughtUp, onLost } = options;
  const kept = new Map<T, number>();
  let bytes = 0;
  let flushing: Promise<void> | null = null;
  let isRetrying = false;

  const forget = (item: T) => {
    bytes -= kept.get(item) ?? 0;
    kept.delete(item);
  };
  const flush = async () => {
    for (const item of kept.keys()) {
      await write(item).catch((error: unknown) => {
        const cause = databaseCause(error);
        if (!REFUSED.test(codeOf(cause) ?? "")) throw error;
        onLost([item], cause);
      });
      forget(item);
    }
    onCaughtUp();
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

  return {
    get size() {
      return kept.size;
    },
    keep(item, error) {
      const size = sizeOf(item);
      if (bytes + size > maxBytes) return onLost([item], error);
      kept.set(item, size);
      bytes += size;
      if (kept.size > 1) return;
      onBehind(error);
      retry();
    },
    catchUp,
    async drain() {
      await catchUp().catch((error: unknown) => onLost([...kept.keys()], databaseCause(error)));
      for (const item of kept.keys()) forget(item);
    },
  };
}
