// How long the newest calls took: the median and the slowest five and one percent, over a bounded part of the log.
import type { Deps } from "../../server/deps.ts";
import { type Filters, filterOf } from "./service.ts";
import { nextEntries, type UsageEntryRow, type UsagePosition } from "./store.ts";

const MAX_CALLS = 1_000;
/** Steps through the log, each of some thousand rows: filters that match little find fewer calls. */
const MAX_STEPS = 5;

export async function summariseDurations(deps: Pick<Deps, "database">, userId: string, query: Filters) {
  const filter = filterOf(userId, query);
  const rows: UsageEntryRow[] = [];
  let after: UsagePosition | null = null;
  for (let i = 0; i < MAX_STEPS && rows.length < MAX_CALLS; i++) {
    const step: Awaited<ReturnType<typeof nextEntries>> = await nextEntries(
      deps.database.reports,
      filter,
      after,
      MAX_CALLS - rows.length,
    );
    rows.push(...step.rows);
    after = step.last;
    if (after === null) break;
  }
  const ended = rows.filter(({ status }) => status !== null);
  const durations = ended.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return {
    calls: ended.length,
    oldest: ended.at(-1)?.occurredAt.toISOString() ?? null,
    p50_ms: percentile(durations, 0.5),
    p95_ms: percentile(durations, 0.95),
    p99_ms: percentile(durations, 0.99),
  };
}

/** The nearest-rank percentile; null without values. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
