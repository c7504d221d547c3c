// Bounded caches: empty ones take no memory and read as empty, filled ones keep what was used last.
import { expect, test } from "bun:test";
import { boundedCache } from "../src/bounded-cache.ts";

test("an empty one has no entries, and takes no memory for those that it may have", () => {
  const before = process.memoryUsage.rss();
  const caches = Array.from({ length: 10 }, () => boundedCache<number>({ max: 2_000_000 }));
  for (const cache of caches) {
    cache.clear();
    const found = [cache.get("a"), cache.peek("a"), cache.delete("a"), cache.size];
    expect([...found, ...cache.values(), ...cache.entries()]).toEqual([undefined, undefined, false, 0]);
  }
  // Filled, each takes 48 MB.
  expect(process.memoryUsage.rss() - before).toBeLessThan(100e6);
});

test("a full one drops what was unused for longest, and tells of it", () => {
  const dropped: string[] = [];
  const cache = boundedCache<number>({ max: 2, dispose: (_, key) => void dropped.push(key) });
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect(dropped).toEqual(["b"]);
  expect(cache.size).toBe(2);
  expect([...cache.values()].sort()).toEqual([1, 3]);
  expect(Object.fromEntries(cache.entries())).toEqual({ a: 1, c: 3 });
  expect([cache.peek("b"), cache.peek("c"), cache.delete("c"), cache.get("c")]).toEqual([
    undefined,
    3,
    true,
    undefined,
  ]);
  cache.clear();
  expect(cache.size).toBe(0);
});
