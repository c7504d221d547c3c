// The bound of caches whose lists grow with their entries.
import { expect, test } from "bun:test";
import { LRUCache } from "lru-cache";
import { atMost } from "../../src/foundation/at-most.ts";

test("a cache keeps so many entries, and drops those that were unused for longest", () => {
  const dropped: number[] = [];
  const cache = new LRUCache<number, string>({ ...atMost(3), dispose: (_, key) => void dropped.push(key) });
  for (const key of [1, 2, 3]) cache.set(key, "value");
  cache.get(1);
  cache.set(4, "value");
  cache.set(5, "value");
  expect([...cache.keys()].sort()).toEqual([1, 4, 5]);
  expect(dropped).toEqual([2, 3]);
});

test("an empty cache of many entries has nothing made for them", () => {
  expect(new LRUCache<string, string>(atMost(100_000)).max).toBe(0);
});
