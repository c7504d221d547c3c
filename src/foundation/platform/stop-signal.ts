// Stop signals: repeated ones count once, and a second Ctrl-C ends the process at once. SIGHUP stops no service.
import { constants } from "node:os";
import { setImmediate, setTimeout } from "node:timers";
import { isatty } from "node:tty";

/** SIGINTs within this time are one key press: a process group, `timeout` and `npm` deliver it more than once. */
export const KEY_PRESS_MS = 500;
/** A supervisor's grace period (docs/operate/health.md). A longer stop hangs, and any signal ends it. */
export const STUCK_MS = 30_000;
/** A process that a signal ended exits with this plus the signal's number. */
const SIGNAL_BASE = 128;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface SignalledProcess {
  on(signal: (typeof SIGNALS)[number], listener: () => void): unknown;
  exit(code: number): void;
  after(ms: number, work: () => void): void;
  /** Whether a terminal holds it, whose hang-up sends SIGHUP. */
  isInteractive: boolean;
}

export const thisProcess: SignalledProcess = {
  on: (signal, listener) => process.on(signal, listener),
  exit: (code) => process.exit(code),
  // setImmediate: signals that arrived while the event loop was blocked count as in time.
  after: (ms, work) => void setTimeout(() => setImmediate(work), ms).unref(),
  isInteractive: [0, 1, 2].some((descriptor) => isatty(descriptor)),
};

/**
 * Resolves at the first signal. A second SIGINT exits at once, as does any signal after `STUCK_MS`. With `onHangUp`, SIGHUP calls
 * it and stops nothing, except where a terminal holds the process: a supervisor sends it after it has rotated the log.
 */
export function stopSignal(
  { on, exit, after, isInteractive }: SignalledProcess = thisProcess,
  onHangUp: (() => void) | null = null,
): Promise<void> {
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
    for (const signal of SIGNALS) {
      const isHangUp = signal === "SIGHUP" && onHangUp !== null && !isInteractive;
      on(signal, isHangUp ? onHangUp : () => stop(signal));
    }
  });
}
