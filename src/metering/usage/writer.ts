// Writes the usage log in group commits: an idle writer commits after one turn of the event loop; later rows form the next batch.
import { createHash } from "node:crypto";
import { isDataError, type RequestDatabase } from "../../foundation/db/database.ts";
import { databaseCause, databaseUnavailable, later } from "../../foundation/db/timeouts.ts";
import { AppError, findAppError, sqlStateOf } from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";
import { nextTick } from "../../foundation/tick.ts";
import type { Surface } from "../../identity/owner.ts";
import { insertEvidence } from "./evidence.ts";
import { type CallFailure, insertFailures } from "./failures.ts";
import { insertRows } from "./insert-rows.ts";
import type { CallStep } from "./steps.ts";

/** One row of the log. `id` and `occurredAt` make a row unique: a pending row and its end share both, as aggregates do. */
export interface UsageRow {
  id: string;
  /** Unix milliseconds; decides the partition. */
  occurredAt: number;
  userId: string;
  keyId: string | null;
  /** Who called at the dashboard, without a key. */
  personId: string | null;
  /** The agent session that called with part of the key's rights, and the agent that it is for. */
  agentSessionId: string | null;
  agent: string | null;
  accountId: string | null;
  /** Whose grant the call used. */
  integrationId: string | null;
  /** Its name, for the activity log; the table has only the id. */
  connection: string | null;
  /** Who lends it to the caller, for the activity log; null of the caller's own. */
  lentBy: string | null;
  externalId: string | null;
  requestId: string;
  method: string;
  /** The path's template, never the path itself. */
  endpoint: string;
  provider: string | null;
  action: string | null;
  state: "pending" | "done";
  status: number | null;
  units: number;
  durationMs: number;
  /** How many calls the row stands for; more than one only for an aggregate. */
  callCount: number;
  /** Whether the row stands for all refused calls of its key, minute, status and surface. */
  isAggregate: boolean;
  /** Whose limits counted it: the user's, or the partner profile's. */
  surface: Surface;
  /** The names of its inputs, such as `query.q,body.subject`; null for a call of none. */
  inputs: string | null;
  /** What it did at the provider; null where every request succeeded at once. */
  steps: CallStep[] | null;
  /** Why it failed; null for a call that did not. */
  failure: CallFailure | null;
  /** The sealed evidence of the call, made when its row is written; left out where none is recorded. */
  evidence?: () => string;
  /** Whether the log has no row of this id; false for aggregates, and for the end of a pending row. */
  isNew: boolean;
}

export interface UsageWriter {
  /** Takes the row over. Resolves when the row is committed; rejects with 503 after a second, or in an outage. The row stays queued. */
  write(row: UsageRow): Promise<void>;
  /** Why rows cannot be written now; null while they can. */
  outage(): AppError | null;
  /** Rows that are not written yet. */
  readonly queued: number;
  /** Resolves when every queued row is written, or when one last attempt has failed. */
  drain(): Promise<void>;
}

const MAX_BATCH = 1_000;
const MAX_QUEUED = 20_000;

interface Waiter {
  resolve: () => void;
  reject: (error: unknown) => void;
}
/** A row, perhaps of several with its id, and who waits for it. */
interface Queued {
  row: UsageRow;
  waiters: Waiter[];
}

/** Without foundation/db/retry-queue.ts, which writes single items, oldest first: here the backlog fills up newer batches. */
export function createUsageWriter(
  database: RequestDatabase,
  log?: Log,
  retryLater = later,
  /** Called once for each row of a finished call, when it is committed. */
  onFinished: (row: UsageRow) => void = () => {},
): UsageWriter {
  /** Rows that callers wait for; those of the backlog, which an outage left, fill what room they leave in a batch. */
  let fresh: Queued[] = [];
  let backlog: Queued[] = [];
  const queued = () => fresh.length + backlog.length;
  let flushing: Promise<void> | null = null;
  let outage: AppError | null = null;
  /** Calls of this outage whose evidence was dropped: the backlog would hold hundreds of megabytes of it. */
  let evidenceDropped = 0;

  const withoutEvidence = (entry: Queued): Queued => {
    if (entry.row.evidence) evidenceDropped++;
    delete entry.row.evidence;
    return entry;
  };

  const flush = async () => {
    while (queued() > 0) {
      // Rows that arrive in this turn of the event loop join the batch. The embedded database runs on this thread, so none
      // arrive while it writes: without the wait each of its batches would hold one row.
      await nextTick();
      const batch = takeBatch();
      const left = new Set(batch);
      try {
        // A probe first: the batches of each retry would pile up in a connection that hangs.
        if (outage) await database.query("select 1");
        await writeBatch(database, batch, left, { log, onFinished });
        if (outage) log?.info("usage_log_caught_up", { evidence_dropped: evidenceDropped });
        evidenceDropped = 0;
        outage = null;
      } catch (error) {
        moveToBacklog(left, findAppError(error) ?? databaseUnavailable(error));
        break;
      }
    }
    flushing = null;
  };

  /** Rejects all waiting callers. The statement may have run all the same, so aggregates are not written again. */
  const moveToBacklog = (left: Iterable<Queued>, error: AppError) => {
    const tried = [...left];
    for (const { row } of tried) row.isNew = false;
    const rejected = [...tried, ...fresh].map(withoutEvidence);
    backlog = [...tried.filter(({ row }) => !row.isAggregate), ...backlog, ...fresh];
    fresh = [];
    if (!outage && backlog.length > 0)
      log?.warn("usage_log_behind", { rows: backlog.length, error: error.cause ?? error });
    // No cause: this line logs the outage once, not once for each call.
    outage = backlog.length > 0 ? new AppError(error.code, error.message, {}, error.retryAfter) : null;
    for (const entry of rejected) settle(entry, error);
    if (outage) retryLater(start);
  };

  const start = () => {
    flushing ??= flush();
  };

  const takeBatch = (): Queued[] => {
    const taken = fresh.slice(0, MAX_BATCH);
    fresh = fresh.slice(taken.length);
    const older = backlog.slice(0, MAX_BATCH - taken.length);
    backlog = backlog.slice(older.length);
    return mergeById([...older, ...taken]);
  };

  return {
    write: (row) =>
      new Promise<void>((resolve, reject) => {
        if (queued() >= MAX_QUEUED) {
          return reject(new AppError("SERVICE_UNAVAILABLE", "The usage log's queue is full.", {}, 1));
        }
        const entry = { row, waiters: [{ resolve, reject }] };
        if (outage) {
          backlog.push(withoutEvidence(entry));
          return settle(entry, outage);
        }
        fresh.push(entry);
        start();
      }),
    outage: () => outage,
    get queued() {
      return queued();
    },
    async drain() {
      while (flushing) await flushing;
      if (queued() === 0) return;
      start();
      await flushing;
      if (queued() > 0) log?.error("usage_rows_lost", { rows: queued() });
    },
  };
}

/** Writes rows, and takes the written or dropped ones out of `left`; halves a refused batch down to the one bad row. */
async function writeBatch(
  database: RequestDatabase,
  batch: Queued[],
  left: Set<Queued>,
  report: { log: Log | undefined; onFinished: (row: UsageRow) => void },
): Promise<void> {
  try {
    const rows = batch.map(({ row }) => row);
    await insertRows(database, rows);
    const failures = rows.filter(isFailed);
    if (failures.length > 0) await insertFailures(database, failures);
    const evidence = rows.filter(hasEvidence);
    if (evidence.length > 0) await insertEvidence(database, evidence);
    for (const entry of batch) {
      settleIn(left, entry);
      if (entry.row.state === "done") report.onFinished(entry.row);
    }
  } catch (error) {
    const cause = databaseCause(error);
    if (!isDataError(cause) && !isRolledBack(cause)) throw error;
    const [entry] = batch;
    if (batch.length === 1 && entry) {
      if (isRolledBack(cause)) throw error;
      report.log?.error("usage_row_dropped", { request_id: entry.row.requestId, error: cause });
      return settleIn(left, entry, error);
    }
    const half = Math.ceil(batch.length / 2);
    await writeBatch(database, batch.slice(0, half), left, report);
    await writeBatch(database, batch.slice(half), left, report);
  }
}

const isFailed = (row: UsageRow): row is UsageRow & { failure: CallFailure } => row.failure !== null;
const hasEvidence = (row: UsageRow): row is UsageRow & { evidence: () => string } => row.evidence !== undefined;

/** SQLSTATE class 40: a deadlock between replicas, which fewer rows may escape. */
const isRolledBack = (error: unknown) => /^40...$/.test(sqlStateOf(error) ?? "");

function settleIn(left: Set<Queued>, entry: Queued, error?: unknown): void {
  left.delete(entry);
  settle(entry, error);
}

function settle({ waiters }: Queued, error?: unknown): void {
  for (const { resolve, reject } of waiters.splice(0)) error ? reject(error) : resolve();
}

/** Merges rows of one id, since a statement cannot touch a row twice: aggregates add up, an end replaces its pending row. */
function mergeById(batch: readonly Queued[]): Queued[] {
  const byId = new Map<string, Queued>();
  for (const entry of batch) {
    const { row, waiters } = entry;
    const same = byId.get(row.id);
    if (!same) byId.set(row.id, entry);
    else {
      const callCount = row.isAggregate ? same.row.callCount + row.callCount : row.callCount;
      same.row = { ...same.row, ...row, callCount };
      same.waiters.push(...waiters);
    }
  }
  return [...byId.values()];
}

/** The id of the aggregate of a key, minute, status and surface. */
export function aggregateRowId(keyId: string, minuteStartsAt: number, status: number, surface: Surface): string {
  const hex = createHash("sha256").update(`${keyId}/${minuteStartsAt}/${status}/${surface}`).digest("hex");
  // RFC 9562, section 5.8: version 8 is for UUIDs of custom content.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
