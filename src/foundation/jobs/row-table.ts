// Tables whose rows are jobs, as their rooms declare them: `gateway jobs` shows them and retries their failed rows.
import type { Table } from "../db/table.ts";

/** What a room declares of a queue; columns have the usual names unless it says others. */
export interface TableQueue {
  /** The queue's name. */
  name: string;
  /** The name in the version before, which requests may use for one version. */
  previousName?: string;
  /** SQL of a row's id. */
  id?: string;
  /** SQL conditions, in which `$1` is now: rows with work to do, whenever that is, and rows that failed. */
  open: string;
  failed: string;
  /** SQL columns: why a row failed, and since when; null where the table does not say. */
  error: string | null;
  nextAt?: string;
  /** Null where a lease moves the time of the next attempt: running rows are then not told from later ones. */
  leaseUntil?: string | null;
  attempts?: string;
  /** SQL that makes a failed row open again; its time is set to now beside it. */
  retry: string;
}

export interface RowTable extends TableQueue {
  table: string;
}

export const rowTables = (tables: readonly Table[]): RowTable[] =>
  tables.flatMap(({ table, queues = [] }) => queues.map((queue) => ({ ...queue, table })));
