// Runs one fixture of a plugin that may throw anything, return anything, or never end.
import { clearInterval, setInterval } from "node:timers";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { withinDeadline } from "../../providers/upstream/upstream.ts";

/** A replay has no network: more than this is a promise that never settles. Longer than the deadline of each call. */
const DEADLINE_MS = 6_000;
const CALL_DEADLINE_MS = 5_000;
const TURN_MS = 250;

interface Deadline {
  turns: number;
  stop: AbortController;
}

const deadlines = new Set<Deadline>();
let clock: ReturnType<typeof setInterval> | null = null;

/**
 * Aborts after so much time in which the event loop came round: on a busy machine, or behind a thousand other replays, work that
 * has not had its turn is not late.
 */
function deadlineOf(ms: number): Deadline {
  const deadline = { turns: Math.ceil(ms / TURN_MS), stop: new AbortController() };
  deadlines.add(deadline);
  clock ??= setInterval(() => {
    for (const one of deadlines) {
      one.turns--;
      if (one.turns > 0) continue;
      forget(one);
      one.stop.abort(new DOMException("The replay did not end.", "TimeoutError"));
    }
  }, TURN_MS);
  return deadline;
}

function forget(deadline: Deadline): void {
  deadlines.delete(deadline);
  if (deadlines.size > 0 || clock === null) return;
  clearInterval(clock);
  clock = null;
}

/** Gives the work of one call the signal of its deadline. */
export async function withCallDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = deadlineOf(CALL_DEADLINE_MS);
  try {
    return await work(deadline.stop.signal);
  } finally {
    forget(deadline);
  }
}

/** The sentences of `work`, or the one that says how it failed. */
export async function withDeadline(work: () => Promise<string[]>, ms = DEADLINE_MS): Promise<string[]> {
  const deadline = deadlineOf(ms);
  const { signal } = deadline.stop;
  try {
    return await withinDeadline(work(), signal);
  } catch (error) {
    return [signal.aborted ? `The plugin did not end within ${ms / 1_000} s.` : `The plugin ${thrownBy(error)}.`];
  } finally {
    forget(deadline);
  }
}

/** Whether a result is promised where it is used at once. */
export function isPromised(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
