// Remembers whom a provider has told to wait, so that nobody asks again before the time is up.
import { LRUCache } from "lru-cache";

/** A wait without a `Retry-After`, in seconds. */
const DEFAULT_SECONDS = 1;
/** Waits that are held at most. */
const MAX_ENTRIES = 50_000;

export interface Cooldowns {
  /** Seconds that what has this key still has to wait; 0 when it may call. */
  secondsLeft(key: string, now: number): number;
  /** Notes that the provider asked to wait. */
  start(key: string, seconds: number | undefined, now: number): void;
}

/** `now` is Unix time in milliseconds. */
export function createCooldowns(): Cooldowns {
  const until = new LRUCache<string, number>({ max: MAX_ENTRIES });
  return {
    secondsLeft(key, now) {
      const end = until.get(key);
      if (end === undefined) return 0;
      if (end > now) return Math.ceil((end - now) / 1000);
      until.delete(key);
      return 0;
    },
    // Calls that ran side by side come back with waits of several limits: the longest holds.
    start: (key, seconds = DEFAULT_SECONDS, now) =>
      void until.set(key, Math.max(until.get(key) ?? 0, now + seconds * 1000)),
  };
}
