// Bounds the wait for the database: whoever asks gets an answer or 503 in time, never a hang.
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { DrizzleQueryError } from "drizzle-orm";
import { AppError, findAppError, sqlStateOf } from "../errors.ts";
import type { Database, Orm, RequestDatabase } from "./database.ts";

const WAIT_MS = 1_000;
/** A report's longest wait, of a database that answers. */
const REPORT_WAIT_MS = 10_000;
const RETRY_MS = 250;

/** Runs `work` a moment later: how often a database that is gone is tried again. Keeps no process alive. */
export const later = (work: () => void): void => void setTimeout(work, RETRY_MS).unref();

/** What a caller is told while the database cannot be reached; the cause is for the log alone. */
export function databaseUnavailable(cause?: unknown): AppError {
  const unavailable = new AppError("SERVICE_UNAVAILABLE", "The gateway's database is not available.", {}, 1);
  unavailable.cause = cause;
  return unavailable;
}

/** SQLSTATE classes that speak of the statement's data: the database is there, and whoever asked decides what they mean. */
const OF_DATA = /^(22|23)...$/;

/** Gives the work's result; a database that refuses or does not answer in time is 503 with the cause attached. */
export async function withDbTimeout<T>(work: Promise<T>, waitMs = WAIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    // A process that was held up itself reads what has come meanwhile before it gives up.
    const giveUp = () => void setImmediate(() => reject(new Error("The database did not answer in time.")));
    timer = setTimeout(giveUp, waitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch (error) {
    const own = findAppError(error);
    if (own) throw own;
    throw OF_DATA.test(sqlStateOf(error) ?? "") ? error : databaseUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What made a database refuse: the cause beneath our own 503, or the error itself where it speaks of the data. */
export function databaseCause(error: unknown): unknown {
  return findAppError(error)?.cause ?? error;
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof DrizzleQueryError || sqlStateOf(error) !== null;
}

/** Raw queries and a Drizzle over the same connections, and over ones whose statements are bounded. */
export interface Connections {
  kind: Database["kind"];
  query: Database["query"];
  orm: Orm;
  boundedOrm: Orm;
}

/** The face for requests, over the connections of calls and those of reports. */
export function requestDatabase(own: Connections, reports: Database["query"]): RequestDatabase {
  return {
    isBounded: true,
    ...requestFace(own),
    reports: {
      async query(text, parameters) {
        // A database that hangs is told from one that is long at work.
        await withDbTimeout(reports("select 1"));
        return withDbTimeout(reports(text, parameters), REPORT_WAIT_MS);
      },
    },
    attempt(work, undo) {
      // Drizzle's queries begin anew whenever they are waited for.
      const running = (async () => work(own))();
      return withDbTimeout(running).catch((error: unknown) => {
        running.then(
          (late) => undo(late, error),
          () => undo(null, error),
        );
        throw error;
      });
    },
  };
}

function requestFace({ kind, query, orm, boundedOrm }: Connections): Database {
  return {
    kind,
    orm: boundedOrm,
    query: (text, parameters) => withDbTimeout(query(text, parameters)),
    async transaction(work) {
      let isGivenUp = false;
      let thrown: unknown = null;
      const running = orm.transaction(async (tx) => {
        try {
          const result = await work(tx as unknown as Orm);
          // Whoever waited was told that nothing has happened.
          if (!isGivenUp) return result;
        } catch (error) {
          thrown = error;
          throw error;
        }
        throw new Error("The transaction took too long and was undone.");
      });
      try {
        return await withDbTimeout(running);
      } catch (error) {
        isGivenUp = true;
        // What `work` threw to undo its own changes says nothing about the database.
        throw thrown === null || isOfDatabase(thrown) ? error : thrown;
      }
    },
  };
}
