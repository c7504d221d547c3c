// Compares this process's clock with the database's: limits, expiries and the usage log go by the former.
import { clearInterval, setInterval } from "node:timers";
import type { Clock } from "../../server/deps.ts";
import type { Log } from "../log/log.ts";
import type { Database } from "./database.ts";
import { databaseCause } from "./timeouts.ts";

/** What synchronised clocks do not differ by. */
const TOLERANCE_MS = 5_000;
const EVERY_MS = 60_000;

/** How far this clock is ahead of the database's, in milliseconds, negative behind; what the statement took is not counted. */
export async function clockDifferenceMs(database: Pick<Database, "query">, { now }: Clock): Promise<number> {
  const before = now();
  const [row] = await database.query<{ at: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as at",
  );
  const after = now();
  const { at } = row as { at: number };
  return Math.round(at < before ? before - at : Math.min(0, after - at));
}

export interface ClockCheck {
  /** The last known difference; null within the tolerance. */
  difference(): number | null;
  /** Compares, and logs a difference; a database that does not answer changes nothing. */
  compare(): Promise<void>;
  /** Compares now and every minute. */
  start(): void;
  stop(): void;
}

/** Each process has a clock of its own, so this is no job of the cluster. */
export function createClockCheck({
  database,
  clock,
  log,
}: {
  database: Pick<Database, "query">;
  clock: Clock;
  log: Log;
}): ClockCheck {
  let last: number | null = null;
  let timer: ReturnType<typeof setInterval> | null = null;
  const compare = async () => {
    try {
      const difference = await clockDifferenceMs(database, clock);
      last = Math.abs(difference) > TOLERANCE_MS ? difference : null;
      if (last !== null) log.warn("clock_differs", { difference_ms: last });
    } catch (error) {
      log.debug("clock_not_compared", { error: databaseCause(error) });
    }
  };
  return {
    difference: () => last,
    compare,
    start() {
      void compare();
      timer ??= setInterval(() => void compare(), EVERY_MS).unref();
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
