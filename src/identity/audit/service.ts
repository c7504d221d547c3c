// Records what matters for security, in one way: a line in the log, and a row of the audit log.

import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { createRetryQueue } from "../../foundation/db/retry-queue.ts";
import type { ActivityEvent } from "../../foundation/log/activity.ts";
import { type LogFields, redacted } from "../../foundation/log/log.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import type { AuditFacts } from "./entry.ts";
import { entryView } from "./model.ts";
import { insertEntries, type NewEntry } from "./store.ts";
import { createTallies } from "./tallies.ts";

export interface Audit {
  /**
   * Logs and stores what has happened; resolves when its row is stored, or queued because the database is gone. Never rejects:
   * what was done stays done.
   */
  record(initiator: Initiator, facts: AuditFacts): Promise<void>;
  /** Stores the row with a change, in its transaction. Call the result after the commit: it writes the log line. */
  recordIn(tx: Orm, initiator: Initiator, facts: AuditFacts): Promise<() => void>;
  /** The same for many, in one statement. */
  recordAllIn(tx: Orm, initiator: Initiator, all: readonly AuditFacts[]): Promise<() => void>;
  /** Counts what anybody can bring about; stored as one entry a minute, without a line of its own. */
  count(key: string, initiator: Initiator, facts: AuditFacts): void;
  /** Stores the counts of the minutes that are over; with `all`, the current one's too. */
  storeCounted(all: boolean): Promise<void>;
  /** Stores what is queued and counted; what the database does not take is logged as lost. */
  close(): Promise<void>;
}

/** The maximum size of all queued entries. */
const MAX_QUEUED_BYTES = 8 * 1024 * 1024;
/** How often counts are stored. */
const COUNTED_EVERY_MS = 10_000;
/** Entries of one statement. */
const MAX_BATCH = 200;
/** Entries that a line about refused ones names. */
const MAX_NAMED = 10;
const MAX_DETAILS = 4_000;
const MAX_TEXT = 400;

/** `retryLater` schedules the next attempt. */
export function createAudit(
  { database, clock, log, activity }: Pick<Deps, "database" | "clock" | "log"> & { activity?: Deps["activity"] },
  retryLater?: (work: () => void) => void,
): Audit {
  const queue = createRetryQueue<NewEntry>(
    {
      write: (entry) => insertEntries(database.query, [entry]),
      keyOf: ({ id }) => id,
      sizeOf: ({ details }) => 1_000 + details.length,
      maxBytes: MAX_QUEUED_BYTES,
      onBehind: (error) => log.warn("audit_behind", { error }),
      onCaughtUp: () => log.info("audit_caught_up"),
      onRefused: (entries, error) => {
        const ids = entries.slice(0, MAX_NAMED).map(({ id }) => id);
        log.error("audit_entries_refused", { entries: entries.length, entry_ids: ids, error });
      },
      // The log line of each has been written before; this one says that the table lacks it.
      onLost(entries, error) {
        for (const { id, at, event, actorId } of entries) {
          log.error("audit_entry_lost", { entry_id: id, at, lost: event, actor_id: actorId, error });
        }
      },
    },
    retryLater,
  );
  let pending: { entry: NewEntry; done: () => void }[] = [];
  let isStoring = false;
  /** One statement at a time, with all that came during the one before: many acts at once take one connection. */
  const storePending = async () => {
    isStoring = true;
    while (pending.length > 0) {
      const batch = pending.slice(0, MAX_BATCH);
      pending = pending.slice(MAX_BATCH);
      const entries = batch.map(({ entry }) => entry);
      await insertEntries(database.query, entries).catch((error: unknown) => {
        for (const entry of entries) queue.enqueue(entry, error);
      });
      for (const { done } of batch) done();
    }
    isStoring = false;
  };
  const store = (entry: NewEntry) => {
    // The last attempt has shown that the database is gone; the others need not wait for their own timeout.
    if (queue.isSilent) return Promise.resolve(queue.enqueue(entry, null));
    return new Promise<void>((done) => {
      pending.push({ entry, done });
      if (!isStoring) void storePending();
    });
  };
  /** Also while the table cannot be written: who watches must not depend on it. */
  const passOn = (entry: NewEntry) => activity?.write(() => auditActivity(entry));
  const recordAllIn: Audit["recordAllIn"] = async (tx, initiator, all) => {
    const entries = all.map((facts) => newEntry(initiator, facts, clock.now()));
    if (entries.length > 0) await insertEntries((text, parameters) => queryIn(tx, text, parameters), entries);
    return () => {
      for (const facts of all) writeLine(log, initiator, facts);
      for (const entry of entries) passOn(entry);
    };
  };
  const tallies = createTallies(() => clock.now());
  const storeCounted = async (all: boolean) => {
    for (const { initiator, facts, at, times } of tallies.take(all)) {
      const entry = newEntry(initiator, facts, at, times);
      passOn(entry);
      await store(entry);
    }
  };
  const timer = setInterval(() => void storeCounted(false), COUNTED_EVERY_MS);
  timer.unref();
  return {
    async record(initiator, facts) {
      writeLine(log, initiator, facts);
      const entry = newEntry(initiator, facts, clock.now());
      passOn(entry);
      await store(entry);
    },
    recordIn: (tx, initiator, facts) => recordAllIn(tx, initiator, [facts]),
    recordAllIn,
    count: tallies.add,
    storeCounted,
    async close() {
      clearInterval(timer);
      await storeCounted(true);
      await queue.drain();
    },
  };
}

function writeLine(log: Deps["log"], { actor, address, requestId }: Initiator, facts: AuditFacts): void {
  const { event, level = "info", userId, accountId, resource, outcome, code, details } = facts;
  log[level](event, {
    actor: actor.kind,
    ...(actor.id !== null && { actor_id: actor.id }),
    ...(actor.name !== null && actor.kind !== "key" && { actor_name: actor.name }),
    ...(userId && { user_id: userId }),
    ...(accountId && { account_id: accountId }),
    ...(resource && { [`${resource.kind}_id`]: resource.id }),
    ...(outcome && outcome !== "success" && { outcome }),
    ...(code && { error_code: code }),
    ...(requestId !== null && { request_id: requestId }),
    ...(address !== null && { address }),
    ...details,
  });
}

function newEntry(initiator: Initiator, facts: AuditFacts, at: number, times = 1): NewEntry {
  const { actor, address, requestId } = initiator;
  const { event, userId = null, accountId = null, resource = null, outcome = "success", code = null } = facts;
  return {
    id: crypto.randomUUID(),
    at: new Date(at).toISOString(),
    event,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    userId,
    accountId,
    resourceKind: resource?.kind ?? null,
    resourceId: resource?.id.slice(0, MAX_TEXT) ?? null,
    outcome,
    code,
    times,
    address,
    requestId,
    details: boundedJson(facts.details ?? {}),
  };
}

const auditActivity = (entry: NewEntry): ActivityEvent => ({
  kind: "audit",
  at: Date.parse(entry.at),
  fields: entryView({ ...entry, details: JSON.parse(entry.details) }),
});

/** Redacted as a log line is, and within bounds: of too large details the names of the fields stay. */
function boundedJson(details: LogFields): string {
  // Postgres stores neither NUL nor half a surrogate pair in jsonb.
  const storable = (_: string, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
  const json = JSON.stringify(redacted(details), storable);
  if (json.length <= MAX_DETAILS) return json;
  return JSON.stringify({ fields: Object.keys(details).slice(0, 50), is_cut: true });
}
