// The job that deletes rows whose time is over, table by table.
import { sweepTable } from "../foundation/db/retention.ts";
import type { Deps } from "./deps.ts";

/** Deletes what is past its time in every table. One table's failure takes no other's turn. */
export async function sweepAll(
  { database, clock, config, log, tables }: Pick<Deps, "database" | "clock" | "config" | "log" | "tables">,
  signal: AbortSignal,
): Promise<void> {
  for (const retention of tables) {
    if (signal.aborted) return;
    try {
      await sweepTable(retention, { database: database.reports, now: clock.now(), settings: config, signal });
    } catch (error) {
      log.warn("retention_failed", { table: retention.table, error });
    }
  }
}
