// Whether a load balancer should send requests here: not while stopping, and not while the database refuses writes.
import type { RequestDatabase } from "../foundation/db/database.ts";
import { databaseCause } from "../foundation/db/timeouts.ts";
import type { Log } from "../foundation/log/log.ts";
import { onceAMinute } from "../foundation/log/once-a-minute.ts";
import type { Clock } from "./deps.ts";

/** Probes may come from many sides; the database is probed once in this time. */
const CACHE_MS = 1_000;

/** Writes a row unchanged and makes a file: a full disk, a replica or a revoked right shows only at a write. */
const PROBE = `
  with touched as (update key_ring_checks set sealed = sealed
    where key_id = (select min(key_id) from key_ring_checks))
  select pg_export_snapshot()`;

export interface ReadinessOptions {
  database: Pick<RequestDatabase, "query" | "isBounded">;
  clock: Clock;
  log: Log;
  /** Whether the usage log can be written; no call succeeds without it. */
  isLogWritable: () => boolean;
  isStopping?: () => boolean;
}

/** A check that probes the database once a second at most. */
export function createReadiness({ database, clock, log, isLogWritable, isStopping }: ReadinessOptions) {
  let last: { at: number; isReady: Promise<boolean> } | null = null;
  const tell = onceAMinute(
    (error: unknown) => log.warn("readiness_probe_failed", { error: databaseCause(error) }),
    clock.now,
  );
  const probe = () =>
    database.query(PROBE).then(
      () => true,
      (error: unknown) => {
        tell(error);
        return false;
      },
    );
  return async (): Promise<boolean> => {
    if (isStopping?.() || !isLogWritable()) return false;
    const now = clock.now();
    if (!last || Math.abs(now - last.at) >= CACHE_MS) last = { at: now, isReady: probe() };
    return last.isReady;
  };
}
