// Tells the readers of inboxes, in this process and on other replicas, that there are new events; never which.
import { clearTimeout, setTimeout } from "node:timers";
import type { Changes } from "../../foundation/db/changes.ts";
import type { Database } from "../../foundation/db/database.ts";
import type { Log } from "../../foundation/log/log.ts";
import type { PublishedTo } from "./publish.ts";

/** NOTIFY takes a lock over all commits of the cluster, so it is sent once for many events. */
const NOTIFY_EVERY_MS = 50;
const TABLE = "inbox_events";
const NOTIFY = "select pg_notify('gateway_changes', payload) from json_array_elements_text($1::text::json) as payload";
/** Users named one by one in a round; past them nobody is named, which stands for everybody. */
const MAX_NAMED = 100;

export interface EventSignal {
  /** Events of these users have been committed. */
  published(users: PublishedTo): void;
  /** Sends what has not been sent yet; the database can be closed afterwards. */
  stop(): Promise<void>;
  /** Calls `onEvents` with the user whose inbox may have new events; null stands for all. Returns the unsubscription. */
  subscribe(onEvents: (userId: string | null) => void): () => void;
}

export function createEventSignal(deps: {
  changes: Pick<Changes, "watch">;
  database: Pick<Database, "query">;
  log: Log;
}): EventSignal {
  const listeners = new Set<(userId: string | null) => void>();
  const emit = (userId: string | null) => {
    for (const listener of listeners) listener(userId);
  };
  let queued = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStopped = false;
  const notify = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (queued.size === 0) return;
    const users = queued.size > MAX_NAMED ? [""] : [...queued];
    queued = new Set();
    const payloads = JSON.stringify(users.map((user) => `${TABLE}:${user}`));
    // Readers look by themselves as well, only later.
    await deps.database
      .query(NOTIFY, [payloads])
      .catch((error: unknown) => deps.log.warn("event_signal_failed", { error }));
  };
  deps.changes.watch([TABLE], (userId) => emit(userId));
  return {
    published(users) {
      if (users.size === 0) return;
      for (const user of users) {
        emit(user);
        queued.add(user);
      }
      if (isStopped) return;
      timer ??= setTimeout(notify, NOTIFY_EVERY_MS).unref();
    },
    async stop() {
      isStopped = true;
      await notify();
    },
    subscribe(onEvents) {
      listeners.add(onEvents);
      return () => void listeners.delete(onEvents);
    },
  };
}
