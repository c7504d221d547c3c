// Bounds waits for the database: a result or 503 in time, never a hang.
import { AsyncLocalStorage } from "node:async_hooks";
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { DrizzleQueryError, type Logger } from "drizzle-orm";
import { AppError, findAppError, sqlStateOf } from "../errors.ts";
import { type Bound, type Database, isDataError, type Orm, type RequestDatabase } from "./database.ts";
import { againAfterDeadlock } from "./deadlock.ts";
import { runningMs, SAMPLE_EVERY_MS } from "./running-clock.ts";

const WAIT_MS = 1_000;
/** The wait of statements that begin just after a wait ended without any response. */
const WAIT_IN_SILENCE_MS = 300;
/** Longest wait for a database that answers others, and for a transaction, each of whose statements ends in time. */
const MAX_WAIT_MS = 5_000;
/** Longest wait for a report from a database that replies. */
const REPORT_WAIT_MS = 10_000;
const RETRY_MS = 250;

/** Runs `work` after the time between two attempts at a database that is gone. Does not keep the process alive. */
export const later = (work: () => void): void => void setTimeout(work, RETRY_MS).unref();

/** The error for callers while the database cannot be reached; the cause is only for the log. */
export function databaseUnavailable(cause?: unknown): AppError {
  const unavailable = new AppError(
    "SERVICE_UNAVAILABLE",
    "The gateway's database is not available. Try again later.",
    {},
    1,
  );
  unavailable.cause = cause;
  return unavailable;
}

/** The work's result; a database that fails or does not reply in time is 503 with its cause. Callers handle data errors. */
export function withDbTimeout<T>(work: Promise<T>, waitMs = WAIT_MS): Promise<T> {
  const until = runningMs() + waitMs;
  return withTimeout(work, () => until - runningMs());
}

/** How long a wait may go on, over all connections to one database. */
export interface Silence {
  /** Milliseconds left to a wait whose own last sign of life, by `runningMs`, was at `signAt`. */
  left(signAt: number): number;
}

/** `respondedAt` tells when the database last answered anybody, by `runningMs`. */
export function createSilence(respondedAt: () => number): Silence {
  /** When a wait first ended because nobody was answered, in the silence that lasts. */
  let provenAt = Number.NEGATIVE_INFINITY;
  return {
    left(signAt) {
      const heardAt = respondedAt();
      // One request has one deadline: what it asks after its second is over waits for a sign of life, not for a second again.
      const waitMs = signAt >= provenAt && provenAt > heardAt ? WAIT_IN_SILENCE_MS : WAIT_MS;
      const now = runningMs();
      const left = Math.max(signAt, heardAt) + waitMs - now;
      if (left <= 0 && provenAt <= heardAt) provenAt = now;
      return left;
    },
  };
}

/**
 * A bound of a second in which the database has answered nobody, and of five seconds in all: a busy database, or a busy
 * machine, is no outage.
 */
export function boundBySilence(silence: Silence): Bound {
  return (work) => {
    const startedAt = runningMs();
    const endsAt = performance.now() + MAX_WAIT_MS;
    return withTimeout(work, () => Math.min(silence.left(startedAt), endsAt - performance.now()));
  };
}

/** `moreMs` gives how much longer to wait. */
async function withTimeout<T>(work: Promise<T>, moreMs: () => number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const timeout = new Promise<never>((_, reject) => {
    const look = () => {
      if (isOver) return;
      const more = moreMs();
      if (more <= 0) reject(new Error("The database did not respond in time."));
      // A process that was blocked itself first reads what has arrived meanwhile.
      else timer = setTimeout(() => void setImmediate(look), Math.min(more, SAMPLE_EVERY_MS));
    };
    look();
  });
  try {
    return await Promise.race([work, timeout]);
  } catch (error) {
    const own = findAppError(error);
    if (own) throw own;
    throw isDataError(error) ? error : databaseUnavailable(error);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** Called when a statement of the running transaction begins. */
const onStatement = new AsyncLocalStorage<() => void>();

/** Drizzle's, over the connections of transactions. */
export const statementLogger: Logger = { logQuery: () => onStatement.getStore()?.() };

/** Bounds each statement of a transaction rather than all: on a busy machine the longest have twenty. */
function withStatementTimeouts<T>(begin: () => Promise<T>, silence: Silence): Promise<T> {
  const endsAt = performance.now() + MAX_WAIT_MS;
  let statementAt = runningMs();
  const running = onStatement.run(() => {
    statementAt = runningMs();
  }, begin);
  return withTimeout(running, () => Math.min(silence.left(statementAt), endsAt - performance.now()));
}

/** The cause of a 503 of ours, else the error itself. */
export function databaseCause(error: unknown): unknown {
  return findAppError(error)?.cause ?? error;
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof DrizzleQueryError || sqlStateOf(error) !== null;
}

/** Raw queries and Drizzle over the same connections; the statements of `boundedOrm` have a timeout. */
export interface Connections {
  kind: Database["kind"];
  query: Database["query"];
  orm: Orm;
  boundedOrm: Orm;
  /** Without this, each wait ends after its own second. */
  silence?: Silence;
}

const FULL_WAIT: Silence = { left: (signAt) => signAt + WAIT_MS - runningMs() };

/** The face for requests: connections for calls, and others for reports. */
export function requestDatabase(own: Connections, reports: Database["query"]): RequestDatabase {
  const silence = own.silence ?? FULL_WAIT;
  const bound = boundBySilence(silence);
  return {
    isBounded: true,
    ...requestFace(own, bound, silence),
    bound,
    reports: {
      async query(text, parameters) {
        // A probe tells a database that hangs from one that works long.
        await withDbTimeout(reports("select 1"));
        return withDbTimeout(reports(text, parameters), REPORT_WAIT_MS);
      },
    },
    attempt(work, undo) {
      // Drizzle's queries run again each time they are awaited.
      const running = (async () => work(own))();
      return bound(running).catch((error: unknown) => {
        running.then(
          (late) => undo(late, error),
          () => {
            // The caller has the error of the attempt already.
            undo(null, error);
          },
        );
        throw error;
      });
    },
  };
}

function requestFace({ kind, query, orm, boundedOrm }: Connections, bound: Bound, silence: Silence): Database {
  return {
    kind,
    orm: boundedOrm,
    query: (text, parameters) => bound(query(text, parameters)),
    async transaction(work) {
      let isTimedOut = false;
      let thrown: unknown = null;
      const begin = () =>
        orm.transaction(async (tx) => {
          thrown = null;
          try {
            const result = await work(tx as unknown as Orm);
            // The caller has got 503, which says that nothing was written.
            if (!isTimedOut) return result;
          } catch (error) {
            thrown = error;
            throw error;
          }
          throw new Error("The transaction took too long and was rolled back.");
        });
      try {
        return await withStatementTimeouts(() => againAfterDeadlock(begin), silence);
      } catch (error) {
        isTimedOut = true;
        // An error that `work` threw to roll back says nothing about the database.
        throw thrown === null || isOfDatabase(thrown) ? error : thrown;
      }
    },
  };
}
