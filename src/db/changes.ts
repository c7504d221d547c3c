// Memory caches that a change in the database empties, on every replica: rows in memory are never older than the listener.
import { LRUCache } from "lru-cache";
import type { OpenDatabase } from "./database.ts";

/** Most entries of one cache. */
const MAX_ENTRIES = 10_000;
/**
 * Together the longest a row stays in memory without being read again; a second line of defence behind NOTIFY. The cache
 * looks at the clock once in each such step, and by default sets a timer for every millisecond in which it is read.
 */
const TTL_MS = 29_000;
const TTL_STEP_MS = 1_000;

export interface Cache<V extends object> {
  /** The value in memory, or what `load` gives; null is not kept. */
  get(key: string, load: () => Promise<V | null>): Promise<V | null>;
}

export interface Changes {
  /** A cache of rows that belong to users; `tables` are those whose changes empty it for the user. */
  cache<V extends { userId: string }>(tables: readonly string[]): Cache<V>;
  /** Calls `onChange` with the user whose rows in these tables changed; with null when messages may have been missed. */
  watch(tables: readonly string[], onChange: (userId: string | null) => void): void;
  /**
   * Empties this process's own caches for a user whose rows in these tables it has just committed a change of: the next call
   * here must not find what was before, and the database's message comes when it comes.
   */
  invalidate(userId: string, tables: readonly string[]): void;
  start(): Promise<void>;
}

/** Listens for changes; while the listener is lost the caches keep nothing. */
export function createChanges(database: Pick<OpenDatabase, "listen">): Changes {
  let isListening = false;
  /** Grows with every message: a load that began before one must not be kept after it. */
  let generation = 0;
  const emptiers: ((table: string | null, userId: string) => void)[] = [];
  const invalidate: Changes["invalidate"] = (userId, tables) => {
    generation++;
    for (const table of tables) for (const empty of emptiers) empty(table, userId);
  };
  const onMessage = (payload: string) => {
    const [table = "", userId = ""] = payload.split(":");
    invalidate(userId, [table]);
  };
  const onState = (state: boolean) => {
    generation++;
    isListening = state;
    for (const empty of emptiers) empty(null, "");
  };
  return {
    cache<V extends { userId: string }>(tables: readonly string[]): Cache<V> {
      const entries = new LRUCache<string, V>({ max: MAX_ENTRIES, ttl: TTL_MS, ttlResolution: TTL_STEP_MS });
      /** Loads under way, that those who ask meanwhile share; never one that began before a change, or unheard by us. */
      const loading = new Map<string, { began: number; value: Promise<V | null> }>();
      emptiers.push((table, userId) => {
        if (table === null) return entries.clear();
        if (!tables.includes(table)) return;
        for (const [key, value] of entries.entries()) if (value.userId === userId) entries.delete(key);
      });
      return {
        async get(key, load) {
          const held = isListening ? entries.get(key) : undefined;
          if (held) return held;
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
      emptiers.push((table, userId) => {
        if (table === null) onChange(null);
        else if (tables.includes(table)) onChange(userId);
      });
    },
    invalidate,
    start: () => database.listen("gateway_changes", onMessage, onState),
  };
}
