// How long the rows of a table stay: each room declares it for its own tables, and one job deletes what is past it.
import { setImmediate } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import type { Database } from "./database.ts";
import type { Table } from "./table.ts";

/** The operator's settings that say how long rows stay. */
export type RetentionSettings = Pick<
  Config,
  "deliveryDays" | "inboundWebhookDays" | "inboxDays" | "auditDays" | "evidenceDays" | "usageMonths"
>;

export interface SweepContext {
  database: Pick<Database, "query">;
  /** Unix milliseconds. */
  now: number;
  settings: RetentionSettings;
  /** Ends between two statements. */
  signal: AbortSignal;
}

/** Rows that go by their age. */
export interface AgedRows {
  /** SQL of a time; a row goes once it is longer ago than `stayMs`. */
  since: string;
  /** Milliseconds. */
  stayMs: number | ((settings: RetentionSettings) => number);
  /** SQL: only these rows. */
  only?: string;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Rows of one statement: short, so that nobody waits long for a row or for the embedded database. */
const STEP = 2_000;

/** Deletes what the table stores no longer, however much it is; returns how many rows went by their age. */
export async function sweepTable(
  { table, aged = [], sweep }: Pick<Table, "table" | "aged" | "sweep">,
  context: SweepContext,
): Promise<number> {
  let total = 0;
  for (const rows of aged) total += await sweepAged(table, rows, context);
  await sweep?.(context);
  return total;
}

/** Replicas may run it at the same time: each takes other rows. */
async function sweepAged(table: string, { since, stayMs, only = "true" }: AgedRows, context: SweepContext) {
  const { database, now, settings, signal } = context;
  const ms = typeof stayMs === "number" ? stayMs : stayMs(settings);
  const before = new Date(now - ms).toISOString();
  let total = 0;
  while (!signal.aborted) {
    const [row] = await database.query<{ gone: number }>(
      `with gone as (
        delete from ${table} where ctid = any (array(
          select ctid from ${table} where ${since} <= $1::text::timestamptz and (${only}) limit ${STEP}
          for update skip locked
        )) returning 1
      )
      select count(*)::int as gone from gone`,
      [before],
    );
    total += row?.gone ?? 0;
    if ((row?.gone ?? 0) < STEP) break;
    await setImmediate();
  }
  return total;
}
