// Whether a key still works, and whether it soon stops.

interface KeyEnd {
  revoked_at: string | null;
  expires_at: string | null;
}

/** The id of the key in the list of keys. */
export const keyAnchor = (id: string) => `key-${id}`;

export const WEEK_MS = 7 * 86_400_000;

export const isEnded = ({ revoked_at, expires_at }: KeyEnd, now: number): boolean =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now);

/** Within a week. */
export const endsSoon = (key: KeyEnd, now: number): boolean => !isEnded(key, now) && isEnded(key, now + WEEK_MS);
