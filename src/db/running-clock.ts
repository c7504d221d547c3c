// Milliseconds in which this process has run: while the whole machine stands still, it does not go on.
import { setTimeout } from "node:timers";

const STEP_MS = 100;
/** A step that took longer does not count: the machine was stopped, or the embedded database kept this thread busy. */
const STOPPED_MS = 500;

let counted = 0;
let steppedAt = performance.now();

/** An interval would make up for the steps that it missed. */
function awaitStep(): void {
  setTimeout(() => {
    const now = performance.now();
    const sinceStep = now - steppedAt;
    counted += sinceStep > STOPPED_MS ? STEP_MS : sinceStep;
    steppedAt = now;
    awaitStep();
  }, STEP_MS).unref();
}
awaitStep();

/**
 * For bounds of waits. By the usual clock, a virtual machine that its host stops for a second would go on with every
 * statement timed out, since the database has stood still as well.
 */
export const runningMs = (): number => counted + Math.min(performance.now() - steppedAt, STEP_MS);
