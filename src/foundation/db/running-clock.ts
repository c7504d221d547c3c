// Milliseconds in which this process has run: while the whole machine stands still, it does not go on.

/** A caller that waits by this clock reads it as often. */
export const SAMPLE_EVERY_MS = 200;
/** A longer pause between two looks counts as one: the machine was stopped, or the embedded database kept this thread busy. */
const STOPPED_MS = 500;

let counted = 0;
let sampledAt = performance.now();

/**
 * For bounds of waits. By the usual clock, a virtual machine that its host stops for a second would go on with every
 * statement timed out, since the database has stood still as well.
 */
export function runningMs(): number {
  const now = performance.now();
  const sinceLook = now - sampledAt;
  counted += sinceLook > STOPPED_MS ? SAMPLE_EVERY_MS : sinceLook;
  sampledAt = now;
  return counted;
}
