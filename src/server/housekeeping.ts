// Tidies up: rows that a dead process left open, and increments of the usage log.
import type { Database } from "../foundation/db/database.ts";
import type { Log } from "../foundation/log/log.ts";
import { markInterrupted } from "../metering/usage/interrupted.ts";
import { foldIncrements } from "../metering/usage/totals.ts";

/** Further work of a round, which needs more than the database. */
type Task = () => Promise<unknown>;

/** One round. A failure is logged; the next round tries again. */
export async function runHousekeeping(database: Database, log: Log, more: Task = async () => {}): Promise<void> {
  try {
    const interrupted = await markInterrupted(database);
    if (interrupted > 0) log.warn("calls_interrupted", { calls: interrupted });
    await foldIncrements(database);
    await more();
  } catch (error) {
    log.warn("housekeeping_failed", { error });
  }
}
