// One face for both databases: Postgres through postgres.js, and the embedded one (PGlite).
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { codeOf } from "../errors.ts";

/** Drizzle over either driver; inside `transaction`, the transaction. */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** What raw queries take; times go in as ISO text, never as Date (postgres.js refuses those once Drizzle holds its client). */
export type Parameter = string | number | boolean | null;

export interface Database {
  kind: "postgres" | "embedded";
  orm: Orm;
  /** A raw query for the hot path; parameters as $1, $2 …. */
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Several statements without parameters, in one go. */
  script(text: string): Promise<void>;
  /** Runs `work` in one transaction. On the embedded database nothing else may be asked of `orm` meanwhile: use `tx`. */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>;
  /**
   * Calls `onMessage` with each payload sent to the channel. `onState(false)` when the connection is lost (messages may be
   * missed), `onState(true)` when it stands again.
   */
  listen(channel: string, onMessage: (payload: string) => void, onState: (isListening: boolean) => void): Promise<void>;
  close(): Promise<void>;
}

/** Whether an error is a unique violation (SQLSTATE 23505), wrapped by Drizzle or not. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Whether an error is a foreign key violation (SQLSTATE 23503): the row that another refers to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === "23503";
}
