// Remembers which integrations a provider has told to wait, so that nobody asks again before the time is up.
import { LRUCache } from "lru-cache";

/** A wait without a `Retry-After`, in seconds. */
const DEFAULT_WAIT = 1;
/** Waits of integrations that are held at most. */
const MAX_HELD = 50_000;

export interface Pauses {
  /** Seconds that an integration still has to wait; 0 when it may call. */
  left(integrationId: string, now: number): number;
  /** Notes that the provider asked to wait. */
  note(integrationId: string, seconds: number | undefined, now: number): void;
}

/** `now` is Unix time in milliseconds. */
export function createPauses(): Pauses {
  const until = new LRUCache<string, number>({ max: MAX_HELD });
  return {
    left(integrationId, now) {
      const end = until.get(integrationId);
      if (end === undefined) return 0;
      if (end > now) return Math.ceil((end - now) / 1000);
      until.delete(integrationId);
      return 0;
    },
    note: (integrationId, seconds = DEFAULT_WAIT, now) => void until.set(integrationId, now + seconds * 1000),
  };
}
