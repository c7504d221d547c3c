// Waits for what comes by itself, within a bound.
import { setTimeout } from "node:timers/promises";

const EVERY_MS = 50;
const MOST_MS = 10_000;

/** What `find` finds; undefined where it finds nothing in time. */
export async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + MOST_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined || performance.now() > end) return found;
    // A stop must not wait for this.
    await setTimeout(EVERY_MS, undefined, { ref: false });
  }
}
