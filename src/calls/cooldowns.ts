// Remembers whom a provider has told to wait, so that nobody asks again before the time is up.
import { LRUCache } from "lru-cache";

/** A wait without a `Retry-After`, in seconds. */
const DEFAULT_WAIT = 1;
/** Waits that are held at most. */
const MAX_HELD = 50_000;

export interface Pauses {
  /** Seconds that what has this key still has to wait; 0 when it may call. */
  left(key: string, now: number): number;
  /** Notes that the provider asked to wait. */
  note(key: string, seconds: number | undefined, now: number): void;
}

/** `now` is Unix time in milliseconds. */
export function createPauses(): Pauses {
  const until = new LRUCache<string, number>({ max: MAX_HELD });
  return {
    left(key, now) {
      const end = until.get(key);
      if (end === undefined) return 0;
      if (end > now) return Math.ceil((end - now) / 1000);
      until.delete(key);
      return 0;
    },
    // Calls that ran side by side come back with waits of several limits: the longest holds.
    note: (key, seconds = DEFAULT_WAIT, now) =>
      void until.set(key, Math.max(until.get(key) ?? 0, now + seconds * 1000)),
  };
}
