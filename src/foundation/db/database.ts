// One face for both databases: Postgres through postgres.js, and the embedded one (PGlite).
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { sqlStateOf } from "../errors.ts";
import type { CopySession } from "./copy-session.ts";
import type { JobConnections } from "./job-connections.ts";

/** Drizzle over either driver; inside `transaction`, the transaction. */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** The oldest major version of Postgres that the migrations and queries are for. */
export const OLDEST_POSTGRES = 15;

/** Parameters of raw queries; times as ISO text, never Date (postgres.js refuses those once Drizzle has its client). */
export type Parameter = string | number | boolean | null;

/** A database with or without timeouts: a query function takes either. */
export interface Database {
  kind: "postgres" | "embedded";
  orm: Orm;
  /** A raw query for the hot path; parameters as $1, $2 …. */
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /**
   * Runs `work` in one transaction, and again where the database ended it to break a deadlock: `work` must start anew each
   * time. On the embedded database `orm` must not be used meanwhile: use `tx`.
   */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>;
}

/** Ends a wait: the work's result, or 503. */
export type Bound = <T>(work: Promise<T>) => Promise<T>;

/**
 * The database for requests: where it answers nobody for a second, all ends with 503, and within five seconds in any case; a
 * timed-out transaction does not commit.
 */
export interface RequestDatabase extends Database {
  readonly isBounded: true;
  /** The same bound for work of several steps that waits for this database. */
  bound: Bound;
  /** For statements that read many rows: connections of their own, so that no call waits for them, and ten seconds. */
  reports: Pick<Database, "query">;
  /** Runs one statement; after a time-out, `undo` gets its late result, or null if it failed. */
  attempt<T>(
    work: (own: Pick<Database, "orm">) => Promise<T>,
    undo: (late: T | null, error: unknown) => void,
  ): Promise<T>;
}

/** The database as the process itself uses it, for migrations, housekeeping and commands: without timeouts. */
export interface OpenDatabase extends Database {
  /** The folder of the embedded database's files; null in memory and on Postgres. */
  folder: string | null;
  requests: RequestDatabase;
  /** Runs several statements without parameters as one transaction. */
  script(text: string): Promise<void>;
  /** Calls `onMessage` with each payload; `onState` with false when the connection is lost, true when it is back. */
  listen(channel: string, onMessage: (payload: string) => void, onState: (isListening: boolean) => void): Promise<void>;
  /** Opens all connections that calls use: the first calls of a replica would spend their second on that. */
  openConnections(): Promise<void>;
  /** Opens a connection of its own for migrations; never to be used inside `transaction`. */
  migrationSession(): Promise<MigrationSession>;
  /** Opens a connection that copies whole tables; on the embedded database nothing else may use that meanwhile. */
  copySession(): Promise<CopySession>;
  /** Opens connections for the job engine, never to be used inside `transaction`: there the embedded database hangs. */
  jobs(): JobConnections;
  /** The connections of requests; none on the embedded database, which has a single one. */
  pools(): PoolState[];
  close(): Promise<void>;
}

/** A connection for migrations, whose statements may take as long as they need. */
export interface MigrationSession {
  /** Before each script: sets how long a statement waits for a lock. The server's process, null on the embedded database. */
  begin(lockTimeoutMs: number): Promise<number | null>;
  /** Takes an advisory lock for the life of the session, if it is free. */
  tryLock(id: number): Promise<boolean>;
  /** Runs statements as one transaction, a single one without where it must; `signal` cancels them, where the database can. */
  script(text: string, signal?: AbortSignal): Promise<void>;
  /** Closes it, which ends its locks. */
  close(): Promise<void>;
}

export interface PoolState {
  name: "calls" | "transactions" | "reports";
  size: number;
  busy: number;
  /** Statements that wait for a connection. */
  queued: number;
}

/** Whether an error is a unique violation (SQLSTATE 23505), wrapped by Drizzle or not. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === "23505";
}

/** Whether an error is a foreign key violation (SQLSTATE 23503): the row that another refers to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === "23503";
}

/** Whether an error is of the statement's data (SQLSTATE classes 22, 23): the database is there, and would refuse it again. */
export function isDataError(error: unknown): boolean {
  return /^(22|23)...$/.test(sqlStateOf(error) ?? "");
}

/** The rows of a raw statement; the drivers differ in where they stand. */
export function rowsOf<Row>(result: unknown): Row[] {
  return Array.isArray(result) ? (result as Row[]) : ((result as { rows: Row[] }).rows ?? []);
}
