// Memory caches that a change in the database empties, on every replica: no row in memory is older than the listener.
import { LRUCache } from "lru-cache";
import type { OpenDatabase } from "./database.ts";

/** In place of a user, where a change may concern every one. */
export const EVERYBODY = "";

/** Most entries of one cache. */
const MAX_ENTRIES = 10_000;
/** Rows stay for the sum of both at most, behind NOTIFY. One look at the clock a step replaces a timer a read. */
const TTL_MS = 29_000;
const TTL_STEP_MS = 1_000;

export interface Cache<V extends object> {
  /** The cached value, else what `load` returns; null is not cached. */
  get(key: string, load: () => Promise<V | null>): Promise<V | null>;
}

export interface Changes {
  /** A cache of users' rows; a change of a user's row in one of `tables` empties it for that user, or for everybody. */
  cache<V extends { userId: string }>(tables: readonly string[]): Cache<V>;
  /** Calls `onChange` with the user whose rows in these tables changed; with null for everybody, or missed messages. */
  watch(tables: readonly string[], onChange: (userId: string | null) => void): void;
  /** Empties this process's caches for a user whose row it changed; the database's notice may come later. */
  invalidate(userId: string, tables: readonly string[]): void;
  start(): Promise<void>;
}

/** Listens for changes; while the listener is lost, nothing is cached. */
export function createChanges(database: Pick<OpenDatabase, "listen">): Changes {
  let isListening = false;
  /** Grows with every message: a load that began before one must not be cached after it. */
  let generation = 0;
  const watchers: ((table: string | null, userId: string) => void)[] = [];
  const invalidate: Changes["invalidate"] = (userId, tables) => {
    generation++;
    for (const table of tables) for (const notify of watchers) notify(table, userId);
  };
  const onMessage = (payload: string) => {
    const [table = "", userId = ""] = payload.split(":");
    invalidate(userId, [table]);
  };
  const onState = (state: boolean) => {
    generation++;
    isListening = state;
    for (const notify of watchers) notify(null, "");
  };
  return {
    cache<V extends { userId: string }>(tables: readonly string[]): Cache<V> {
      const entries = createUserRows<V>();
      /** Loads under way, shared by those who want the same row; none that began before a change or without the listener. */
      const loading = new Map<string, { began: number; value: Promise<V | null> }>();
      watchers.push((table, userId) => {
        if (table === null) entries.clear();
        else if (tables.includes(table) && userId === EVERYBODY) entries.clear();
        else if (tables.includes(table)) entries.deleteOf(userId);
      });
      return {
        async get(key, load) {
          const cached = isListening ? entries.get(key) : undefined;
          if (cached) return cached;
          const running = loading.get(key);
          if (running && isListening && running.began === generation) return running.value;
          const began = generation;
          const own = { began, value: load() };
          loading.set(key, own);
          try {
            const value = await own.value;
            if (value && isListening && began === generation) entries.set(key, value);
            return value;
          } finally {
            if (loading.get(key) === own) loading.delete(key);
          }
        },
      };
    },
    watch(tables, onChange) {
      watchers.push((table, userId) => {
        if (table === null) onChange(null);
        else if (tables.includes(table)) onChange(userId === EVERYBODY ? null : userId);
      });
    },
    invalidate,
    start: () => database.listen("gateway_changes", onMessage, onState),
  };
}

/** Rows by key, with an index of each user's keys, so that a change costs what the user has in memory. */
function createUserRows<V extends { userId: string }>() {
  const keysOf = new Map<string, Set<string>>();
  const rows = new LRUCache<string, V>({
    max: MAX_ENTRIES,
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
