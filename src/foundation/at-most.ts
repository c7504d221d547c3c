// The bound of a cache in memory (lru-cache).

/**
 * At most so many entries. The library's own `max` makes its lists as long as they may get, 15 MB in all the caches of a
 * process; these grow with the entries.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
