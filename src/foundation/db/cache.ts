// Users' rows in memory, each until a change of its user's; loads are shared, and none outlives a change of what it read.
import { LRUCache } from "lru-cache";
import { atMost } from "../at-most.ts";

/** Most entries of one cache. */
const MAX_ENTRIES = 10_000;
/** Rows stay for the sum of both at most, behind NOTIFY. One look at the clock a step replaces a timer a read. */
const TTL_MS = 29_000;
const TTL_STEP_MS = 1_000;
/** Users whose changes are remembered while loads run. Past it, a change counts as one of everybody's. */
const MAX_CHANGED = 10_000;

export interface Cache<V extends object> {
  /** The cached value, else what `load` returns; null is not cached. */
  get(key: string, load: () => Promise<V | null>): Promise<V | null>;
  /** Runs a load of something else that brings rows of this cache along; those that changed meanwhile are not cached. */
  alongside<T>(load: (bring: (key: string, row: V) => void) => Promise<T>): Promise<T>;
}

export interface UserCache<V extends object> extends Cache<V> {
  /** Forgets the rows of a user, of everybody with null. */
  forget(userId: string | null): void;
}

interface Loaded<V> {
  row: V | null;
  /** A change since the load began may have made or changed the row. */
  isOutdated: boolean;
}

/** A load under way, and how many changes there had been when it began. */
interface Load<V> {
  began: number;
  loaded: Promise<Loaded<V>>;
}

/** `isListening` tells whether changes arrive: without them nothing is kept, and no load is shared. */
export function createUserCache<V extends { userId: string }>(isListening: () => boolean): UserCache<V> {
  const rows = createUserRows<V>();
  const loading = new Map<string, Load<V>>();
  let running = 0;
  /** Changes so far; and which of them was each user's last, and everybody's last, as far as a running load needs it. */
  let changes = 0;
  let changedForAll = 0;
  const changedAt = new Map<string, number>();
  /** Whose row it is shows only when it is loaded. Where there was none, anybody's change may have made it. */
  const isOutdated = (row: V | null, began: number) =>
    row === null ? changes > began : Math.max(changedForAll, changedAt.get(row.userId) ?? 0) > began;

  /** Caches what a load that began then has read, unless it may have changed; gives whether it may. */
  const keep = (key: string, row: V | null, began: number): boolean => {
    const outdated = isOutdated(row, began);
    if (row && isListening() && !outdated) rows.set(key, row);
    return outdated;
  };
  const ended = () => {
    if (--running === 0) changedAt.clear();
  };

  const begin = (key: string, load: () => Promise<V | null>): Load<V> => {
    const began = changes;
    running++;
    const loaded = load()
      .then((row): Loaded<V> => ({ row, isOutdated: keep(key, row, began) }))
      .finally(() => {
        if (loading.get(key) === own) loading.delete(key);
        ended();
      });
    const own = { began, loaded };
    loading.set(key, own);
    return own;
  };

  return {
    async get(key, load) {
      const cached = isListening() ? rows.get(key) : undefined;
      if (cached) return cached;
      const arrived = changes;
      const shared = isListening() ? loading.get(key) : undefined;
      if (!shared) return (await begin(key, load).loaded).row;
      const { row, isOutdated } = await shared.loaded;
      // Who came after a change must see it, and this load may have read what was before.
      if (arrived === shared.began || !isOutdated) return row;
      const newer = loading.get(key);
      return (await (newer && newer.began >= arrived ? newer : begin(key, load)).loaded).row;
    },
    async alongside(load) {
      const began = changes;
      running++;
      try {
        return await load((key, row) => void keep(key, row, began));
      } finally {
        ended();
      }
    },
    forget(userId) {
      changes++;
      if (userId === null) rows.clear();
      else rows.deleteOf(userId);
      if (running === 0) return;
      if (userId !== null && changedAt.size < MAX_CHANGED) changedAt.set(userId, changes);
      else {
        changedForAll = changes;
        changedAt.clear();
      }
    },
  };
}

/** Rows by key, with an index of each user's keys, so that a change costs what the user has in memory. */
function createUserRows<V extends { userId: string }>() {
  const keysOf = new Map<string, Set<string>>();
  const rows = new LRUCache<string, V>({
    ...atMost(MAX_ENTRIES),
    ttl: TTL_MS,
    ttlResolution: TTL_STEP_MS,
    dispose({ userId }, key) {
      const keys = keysOf.get(userId);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(userId);
    },
  });
  return {
    get: (key: string) => rows.get(key),
    /** Disposes of a row that it replaces first, so the index is written after it. */
    set(key: string, row: V) {
      rows.set(key, row);
      const keys = keysOf.get(row.userId) ?? new Set();
      keysOf.set(row.userId, keys.add(key));
    },
    clear: () => rows.clear(),
    deleteOf(userId: string) {
      for (const key of [...(keysOf.get(userId) ?? [])]) rows.delete(key);
    },
  };
}
