// A limit on the time that synchronous code may take: JavaScript cannot interrupt itself, but the engine's watchdog can.
import { createContext, Script } from "node:vm";

/** The code of the error with which node:vm ends a script that takes too long. */
const INTERRUPTED = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const sandbox: { work?: () => unknown } = createContext({});
const script = new Script("work()");
let isRunning = false;

/** The work was interrupted: nothing in it could catch that, and its `finally` blocks did not run. */
export class DeadlineError extends Error {
  override name = "DeadlineError";
}

/** Whether the code that runs now has a deadline already. */
export const hasDeadline = (): boolean => isRunning;

/** Runs synchronous work for at most `ms`, else throws `DeadlineError`. Work within work shares the outer limit. */
export function withinTime<T>(ms: number, work: () => T): T {
  if (isRunning) return work();
  isRunning = true;
  sandbox.work = work;
  try {
    return script.runInContext(sandbox, { timeout: ms }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== INTERRUPTED) throw error;
    throw new DeadlineError(`It ran for ${ms} ms without a pause.`, { cause: error });
  } finally {
    isRunning = false;
    sandbox.work = undefined;
  }
}
