// Whether a load balancer should send requests here: not while stopping, and not while the database refuses writes.
import type { RequestDatabase } from "./db/database.ts";
import type { Clock } from "./deps.ts";

/** Probes may come from many sides; the database is asked once in this time. */
const KEPT_MS = 1_000;

/**
 * A row that every database has is written as it was: a full disk, a read-only replica and a revoked right show only at a
 * write. Small rows find room on a full disk too, so a file is made beside them, which Postgres removes by itself.
 */
const PROBE = `
  with touched as (update key_ring_checks set sealed = sealed
    where key_id = (select min(key_id) from key_ring_checks))
  select pg_export_snapshot()`;

export interface ReadinessOptions {
  database: Pick<RequestDatabase, "query" | "isBounded">;
  clock: Clock;
  /** Whether the usage log can be written, without which no call is answered. */
  isLogWritable: () => boolean;
  isStopping?: () => boolean;
}

/** Gives the question; its answer is kept for a second. */
export function createReadiness({ database, clock, isLogWritable, isStopping }: ReadinessOptions) {
  let asked: { at: number; answer: Promise<boolean> } | null = null;
  const probe = () =>
    database.query(PROBE).then(
      () => true,
      () => false,
    );
  return async (): Promise<boolean> => {
    if (isStopping?.() || !isLogWritable()) return false;
    const now = clock.now();
    if (!asked || Math.abs(now - asked.at) >= KEPT_MS) asked = { at: now, answer: probe() };
    return asked.answer;
  };
}
