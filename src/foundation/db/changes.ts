// Memory caches that a change in the database empties, on every replica: no row in memory is older than the listener.
import { type Cache, createUserCache } from "./cache.ts";
import type { OpenDatabase } from "./database.ts";

/** Replaces a user if a change may concern every user. */
export const ALL_USERS = "";

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
  const watchers: { tables: readonly string[]; onChange: (userId: string | null) => void }[] = [];
  const watch: Changes["watch"] = (tables, onChange) => void watchers.push({ tables, onChange });
  const invalidate: Changes["invalidate"] = (userId, tables) => {
    for (const table of tables) {
      for (const watcher of watchers) {
        if (watcher.tables.includes(table)) watcher.onChange(userId === ALL_USERS ? null : userId);
      }
    }
  };
  const onMessage = (payload: string) => {
    const [table = "", userId = ""] = payload.split(":");
    invalidate(userId, [table]);
  };
  const onState = (state: boolean) => {
    isListening = state;
    for (const { onChange } of watchers) onChange(null);
  };
  return {
    cache<V extends { userId: string }>(tables: readonly string[]): Cache<V> {
      const cache = createUserCache<V>(() => isListening);
      watch(tables, cache.forget);
      return cache;
    },
    watch,
    invalidate,
    start: () => database.listen("gateway_changes", onMessage, onState),
  };
}
