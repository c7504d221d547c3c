// Caches for many entries, of which the one unused for longest goes first; they take no memory before their first entry.
import { LRUCache } from "lru-cache";

/** The part of lru-cache that is used of them. */
export interface BoundedCache<V extends object | number>
  extends Pick<LRUCache<string, V>, "get" | "peek" | "delete" | "clear" | "size"> {
  set(key: string, value: V): void;
  values(): Iterable<V>;
  entries(): Iterable<[string, V]>;
}

/** lru-cache makes arrays of `max` entries at once: ten caches took 6 MB of an idle gateway, and a tenth of its start. */
export function boundedCache<V extends object | number>(
  options: LRUCache.OptionsMaxLimit<string, V, unknown>,
): BoundedCache<V> {
  let cache: LRUCache<string, V> | null = null;
  return {
    get size() {
      return cache?.size ?? 0;
    },
    get: (key) => cache?.get(key),
    peek: (key) => cache?.peek(key),
    set(key, value) {
      cache ??= new LRUCache(options);
      cache.set(key, value);
    },
    delete: (key) => cache?.delete(key) ?? false,
    clear: () => cache?.clear(),
    values: () => cache?.values() ?? [],
    entries: () => cache?.entries() ?? [],
  };
}
