// A bounded wait for the database: a request gets 503 after a second, never a hang; and the moment until it is tried again.
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { AppError, appErrorIn } from "../errors.ts";

const WAIT_MS = 1_000;
const RETRY_MS = 250;

/** Runs `work` a moment later: how often a database that is gone is tried again. Keeps no process alive. */
export const later = (work: () => void): void => void setTimeout(work, RETRY_MS).unref();

/** What a caller is told while the database cannot be reached; the cause is for the log alone. */
export function databaseUnavailable(cause?: unknown): AppError {
  const unavailable = new AppError("SERVICE_UNAVAILABLE", "The gateway's database is not available.", {}, 1);
  unavailable.cause = cause;
  return unavailable;
}

/** Gives the work's result; a database that refuses or does not answer within a second is 503 with the cause attached. */
export async function bounded<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    // A process that was held up itself reads what has come meanwhile before it gives up.
    const giveUp = () => void setImmediate(() => reject(new Error("The database did not answer in time.")));
    timer = setTimeout(giveUp, WAIT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch (error) {
    throw appErrorIn(error) ?? databaseUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
