// The end of the event loop's turn, where calls that came in the same turn go on together.
import { setImmediate } from "node:timers";

let ending: Promise<void> | null = null;

/**
 * Resolves at the end of this turn, for all who wait together. Their next steps then run one after the other, the same step
 * of each, with its code and data still in the processor's caches: at 64 connections a call costs a third less CPU time
 * (bench/RESULTS.md, "Where the time goes").
 */
export function nextTick(): Promise<void> {
  ending ??= new Promise<void>((resolve) => {
    setImmediate(() => {
      ending = null;
      resolve();
    });
  });
  return ending;
}

/** The most keys of one load. */
const MAX_KEYS = 200;

/** Loads together what is wanted in one turn of the event loop; `load` gives its results in the order of the keys. */
export function together<K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let batch: { keys: K[]; loaded: Promise<readonly V[]> } | null = null;
  const begin = () => {
    const keys: K[] = [];
    const loaded = nextTick().then(() => {
      if (batch === own) batch = null;
      return load(keys);
    });
    const own = { keys, loaded };
    return own;
  };
  return async (key) => {
    if (batch === null || batch.keys.length === MAX_KEYS) batch = begin();
    const { keys, loaded } = batch;
    const at = keys.push(key) - 1;
    return (await loaded)[at] as V;
  };
}

/** How long work may have the event loop before others get their turn. */
const MAX_RUN_MS = 5;

/** For work of many small steps: waits between two of them where they have had the loop for a while. */
export function createYielder(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < MAX_RUN_MS) return;
    await nextTick();
    startedAt = performance.now();
  };
}
