// The heartbeat of a process that serves: its row among the replicas. Nothing of it harms the service.
import { clearInterval, setInterval } from "node:timers";
import type { Database } from "../../foundation/db/database.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import type { Log } from "../../foundation/log/log.ts";
import { onceAMinute } from "../../foundation/log/once-a-minute.ts";
import { type ReplicaFacts, recordReplica, removeReplica } from "./replica-store.ts";

const EVERY_MS = 30_000;

export interface Heartbeat {
  /** Writes the row; a failure is logged, and the next one tries again. */
  beat(): Promise<void>;
  /** Now and every 30 seconds. */
  start(): void;
  /** Says that the process gets no new requests. */
  drain(): Promise<void>;
  /** Ends it, and removes the row. */
  stop(): Promise<void>;
}

export interface HeartbeatOptions {
  /** Its statements are bounded. */
  database: Pick<Database, "query">;
  log: Log;
  facts: Omit<ReplicaFacts, "isDraining" | "usageQueued">;
  usageQueued(): number;
}

export function createHeartbeat({ database, log, facts, usageQueued }: HeartbeatOptions): Heartbeat {
  const state = { isDraining: false, isStopped: false };
  let timer: ReturnType<typeof setInterval> | null = null;
  let last: Promise<void> = Promise.resolve();
  const tell = onceAMinute((error: unknown) => log.warn("replica_not_recorded", { error: databaseCause(error) }));
  const record = async () => {
    if (state.isStopped) return;
    try {
      await recordReplica(database, { ...facts, isDraining: state.isDraining, usageQueued: usageQueued() });
    } catch (error) {
      tell(error);
    }
  };
  /** One after the other: a late one would bring back the row that the stop has removed. */
  const beat = () => {
    last = last.then(record);
    return last;
  };
  return {
    beat,
    start() {
      void beat();
      timer ??= setInterval(() => void beat(), EVERY_MS).unref();
    },
    drain() {
      state.isDraining = true;
      return beat();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      state.isStopped = true;
      await last;
      await removeReplica(database, facts.id).catch((error: unknown) => {
        // The row is then gone by its age.
        log.debug("replica_not_removed", { error: databaseCause(error) });
      });
    },
  };
}
