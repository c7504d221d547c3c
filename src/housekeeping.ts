// Tidies up every minute: rows that a dead process left open, and expired rows.
import { clearInterval, setInterval } from "node:timers";
import { dropOldSessions } from "./connect/store.ts";
import type { Database } from "./db/database.ts";
import { withDbTimeout } from "./db/timeouts.ts";
import { dropExpiredKeys } from "./idempotency/store.ts";
import type { Log } from "./log.ts";
import { dropIdleApps } from "./oauth-apps/store.ts";
import { markInterrupted } from "./usage/interrupted.ts";
import { foldIncrements } from "./usage/totals.ts";

const EVERY_MS = 60_000;

export interface Housekeeping {
  /** Waits for the running round, a second at most. */
  stop(): Promise<void>;
}

/** Further work of a round, which needs more than the database. */
type Task = () => Promise<unknown>;

/** Tidies up now and every minute; replicas may do so at the same time. */
export function startHousekeeping(
  database: Database,
  log: Log,
  { everyMs = EVERY_MS, more }: { everyMs?: number; more?: Task } = {},
): Housekeeping {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= tidyUp(database, log, more).finally(() => {
      running = null;
    });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      if (running) await withDbTimeout(running).catch(() => {});
    },
  };
}

/** One round. A failure is logged; the next round tries again. */
export async function tidyUp(database: Database, log: Log, more: Task = async () => {}): Promise<void> {
  try {
    const interrupted = await markInterrupted(database);
    if (interrupted > 0) log.warn("calls_interrupted", { calls: interrupted });
    await foldIncrements(database);
    await dropExpiredKeys(database);
    await dropOldSessions(database);
    await dropIdleApps(database);
    await more();
  } catch (error) {
    log.warn("housekeeping_failed", { error });
  }
}
