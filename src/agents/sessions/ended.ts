// The end of agent sessions that nobody ended here: expired, left unused, or over with their key or the session above them.
import { publishEvents } from "../../events/log/publish.ts";
import type { Database } from "../../foundation/db/database.ts";
import type { Deps } from "../../server/deps.ts";
import { endedEvent } from "./events.ts";
import { markEnded } from "./tree-store.ts";

/** Sessions of one transaction. On the embedded database calls wait while it runs. */
const STEP = 100;

type SweepDeps = Pick<Deps, "clock" | "baseUrl" | "events" | "changes" | "metrics">;

/** Publishes each end once over all replicas; gives how many there were. `database` has no time-outs. */
export async function publishEnds(deps: SweepDeps, database: Database, signal: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const now = deps.clock.now();
    const { ended, published } = await database.transaction(async (tx) => {
      const rows = await markEnded(tx, { now: new Date(now), most: STEP });
      const at = { now, baseUrl: deps.baseUrl };
      const events = rows.map(({ reason, ...row }) => endedEvent(row, reason, at));
      return { ended: rows, published: await publishEvents(tx, events) };
    });
    if (ended.length === 0) break;
    total += ended.length;
    deps.events.published(published);
    for (const { reason } of ended) deps.metrics.agentSessionsEnded(reason, 1);
    for (const userId of new Set(ended.map((row) => row.userId))) deps.changes.invalidate(userId, ["agent_sessions"]);
  }
  return total;
}
