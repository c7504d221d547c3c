// The end of the event loop's turn, for work that is better begun together: what came in by then is carried on side by side.
import { setImmediate } from "node:timers";

let ending: Promise<void> | null = null;

/**
 * Resolves at the end of this turn, for all who wait together. Their next steps then run one after the other, the same step
 * of each, with its code and data still in the processor's caches. A call that runs all of its steps alone finds them cold:
 * at 64 connections it then takes the main thread a quarter more time (docs/architecture.md, "Figures").
 */
export function endOfTurn(): Promise<void> {
  ending ??= new Promise<void>((resolve) => {
    setImmediate(() => {
      ending = null;
      resolve();
    });
  });
  return ending;
}
