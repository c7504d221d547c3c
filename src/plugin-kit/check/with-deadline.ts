// Runs one fixture of a plugin that may throw anything, return anything, or never end.
import { thrownBy } from "../../providers/registry/thrown.ts";
import { withinDeadline } from "../../providers/upstream/upstream.ts";

/** A replay has no network: more than this is a promise that never settles. Longer than the deadline of each call. */
const DEADLINE_MS = 6_000;

/** The sentences of `work`, or the one that says how it failed. */
export async function withDeadline(work: () => Promise<string[]>): Promise<string[]> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await withinDeadline(work(), signal);
  } catch (error) {
    return [
      signal.aborted ? `The plugin did not end within ${DEADLINE_MS / 1_000} s.` : `The plugin ${thrownBy(error)}.`,
    ];
  }
}

/** Whether a result is promised where it is used at once. */
export function isPromised(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
