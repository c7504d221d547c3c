// Cooldowns after a provider's rate limit: no call goes out before `Retry-After` has passed.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";

/** Without a `Retry-After`. */
const DEFAULT_SECONDS = 1;
const MAX_ENTRIES = 50_000;

export interface Cooldowns {
  /** Seconds until the key may call; 0 for now. */
  secondsLeft(key: string, now: number): number;
  start(key: string, seconds: number | undefined, now: number): void;
  /** Ends all of them. */
  clear(): void;
}

/** `now` is Unix time in milliseconds. */
export function createCooldowns(): Cooldowns {
  const until = new LRUCache<string, number>(atMost(MAX_ENTRIES));
  return {
    secondsLeft(key, now) {
      const end = until.get(key);
      if (end === undefined) return 0;
      if (end > now) return Math.ceil((end - now) / 1000);
      until.delete(key);
      return 0;
    },
    // Concurrent calls may hit several limits: the longest cooldown wins.
    start: (key, seconds = DEFAULT_SECONDS, now) =>
      void until.set(key, Math.max(until.get(key) ?? 0, now + seconds * 1000)),
    clear: () => until.clear(),
  };
}
