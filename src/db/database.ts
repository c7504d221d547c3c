// One face for both databases: Postgres through postgres.js, and the embedded one (PGlite).
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { sqlStateOf } from "../errors.ts";

/** Drizzle over either driver; inside `transaction`, the transaction. */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** What raw queries take; times go in as ISO text, never as Date (postgres.js refuses those once Drizzle holds its client). */
export type Parameter = string | number | boolean | null;

/** What a query function needs; whose patience it runs under is its caller's choice. */
export interface Database {
  kind: "postgres" | "embedded";
  orm: Orm;
  /** A raw query for the hot path; parameters as $1, $2 …. */
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Runs `work` in one transaction. On the embedded database nothing else may be asked of `orm` meanwhile: use `tx`. */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>;
}

/**
 * The only face that the code of a request is given: whatever is asked through it ends within a second, or is given up with
 * 503 and the cause attached. A transaction that was given up does not commit; a single statement may still be carried out.
 */
export interface RequestDatabase extends Database {
  readonly isBounded: true;
  /** For statements that read many rows: connections of their own, so that no call waits for one, and ten seconds. */
  reports: Pick<Database, "query">;
  /**
   * Runs one statement. Where it was given up because of `error`, `undo` is called once it has ended after all, with its
   * result if it has one.
   */
  attempt<T>(
    work: (own: Pick<Database, "orm">) => Promise<T>,
    undo: (late: T | null, error: unknown) => void,
  ): Promise<T>;
}

/** An open database as the process itself uses it: for migrations, housekeeping and commands, without a bound on waits. */
export interface OpenDatabase extends Database {
  requests: RequestDatabase;
  /** Several statements without parameters, in one go. */
  script(text: string): Promise<void>;
  /**
   * Calls `onMessage` with each payload sent to the channel. `onState(false)` when the connection is lost (messages may be
   * missed), `onState(true)` when it stands again.
   */
  listen(channel: string, onMessage: (payload: string) => void, onState: (isListening: boolean) => void): Promise<void>;
  close(): Promise<void>;
}

/** Whether an error is a unique violation (SQLSTATE 23505), wrapped by Drizzle or not. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === "23505";
}

/** Whether an error is a foreign key violation (SQLSTATE 23503): the row that another refers to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === "23503";
}
