// When a process is told to stop: signals that repeat are one wish, and only an impatient person ends it at once.
import { constants } from "node:os";
import { setImmediate, setTimeout } from "node:timers";

/** SIGINTs closer together are one key press: a terminal's group, `timeout` and `npm` all deliver it more than once. */
export const KEY_PRESS_MS = 500;
/** What a supervisor is asked to wait (docs/operate.md). A stop that takes longer hangs, and any signal ends it. */
export const STUCK_MS = 30_000;
/** Exit codes above it stand for signals. */
const SIGNAL_BASE = 128;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The process that the signals come to, and its clock. */
export interface SignalledProcess {
  on(signal: (typeof SIGNALS)[number], listener: () => void): unknown;
  exit(code: number): void;
  after(ms: number, work: () => void): void;
}

const thisProcess: SignalledProcess = {
  on: (signal, listener) => process.on(signal, listener),
  exit: (code) => process.exit(code),
  // Signals that came while the process was held up are read before the time counts as past.
  after: (ms, work) => void setTimeout(() => setImmediate(work), ms).unref(),
};

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. SIGTERM and SIGHUP may come any number of times; a second SIGINT ends
 * the process at once, as does any signal once the stop has outlasted its limit.
 */
export function stopSignal({ on, exit, after }: SignalledProcess = thisProcess): Promise<void> {
  return new Promise((resolve) => {
    let [isInterrupted, isImpatient, isStuck] = [false, false, false];
    const stop = (signal: (typeof SIGNALS)[number]) => {
      if (isStuck || (signal === "SIGINT" && isImpatient)) return exit(SIGNAL_BASE + constants.signals[signal]);
      if (signal === "SIGINT" && !isInterrupted) {
        isInterrupted = true;
        after(KEY_PRESS_MS, () => {
          isImpatient = true;
        });
      }
      after(STUCK_MS, () => {
        isStuck = true;
      });
      resolve();
    };
    for (const signal of SIGNALS) on(signal, () => stop(signal));
  });
}
