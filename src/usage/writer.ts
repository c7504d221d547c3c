// Writes the usage log by self-clocked group commit: flushed at once when idle, and what arrives meanwhile forms the next batch.

import { createHash } from "node:crypto";
import { setImmediate } from "node:timers";
import type { RequestDatabase } from "../db/database.ts";
import { databaseCause, databaseUnavailable, later } from "../db/timeouts.ts";
import { AppError, findAppError, sqlStateOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Surface } from "../owner.ts";

/** One row of the log. `id` makes a row unique: a pending row and its end share it. */
export interface UsageRow {
  id: string;
  /** Unix milliseconds. */
  occurredAt: number;
  userId: string;
  keyId: string | null;
  accountId: string | null;
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
  /** How many calls the row stands for; more than one only for refused calls. */
  callCount: number;
  /** Whose limits counted it: the user's (A), or the partner profile's (B). */
  surface: Surface;
}

export interface UsageWriter {
  /**
   * Resolves when the row is committed. Rejects when it cannot be written now; it is kept all the same, and written as soon
   * as the database answers again.
   */
  write(row: UsageRow): Promise<void>;
  /** Why rows cannot be written now; null while they can. */
  outage(): AppError | null;
  /** Resolves when everything that was queued is written; where the database is gone, after one last attempt. */
  drain(): Promise<void>;
}

const MAX_BATCH = 1_000;
const MAX_QUEUED = 20_000;

/**
 * Short names and no nulls: half of what a row costs is the text that carries it. A statement that was given up may still
 * run, late and after a newer one, so a row that is written twice stays as it is, and no pending row covers its end. Rows
 * of refused calls add up; they are known by their id (version 8).
 */
const INSERT = `
  insert into usage_entries as u (id, occurred_at, user_id, key_id, account_id, external_id, request_id, method, endpoint,
    provider, action, state, status, units, duration_ms, repeated, area)
  select r.i, r.t, r.u, r.k, r.a, r.x, r.r, r.m, r.e, r.p, r.c, r.s, r.n, r.w, r.d, r.z, coalesce(r.g, 'A')
  from json_to_recordset($1::text::json) as r (i uuid, t timestamptz, u uuid, k uuid, a uuid, x text, r text, m text,
    e text, p text, c text, s text, n integer, w integer, d integer, z integer, g text)
  where exists (select 1 from users where users.id = r.u)
  on conflict (id) do update set state = excluded.state, status = excluded.status, units = excluded.units,
    duration_ms = excluded.duration_ms,
    repeated = case when substr(u.id::text, 15, 1) = '8' then u.repeated + excluded.repeated else excluded.repeated end
  where excluded.state = 'done' or u.state = 'pending'`;

interface Waiter {
  resolve: () => void;
  reject: (error: unknown) => void;
}
type Queued = UsageRow & { waiters: Waiter[] };

/** `retryLater` runs its work a moment later. */
export function createUsageWriter(database: RequestDatabase, log?: Log, retryLater = later): UsageWriter {
  /** Rows that a caller waits for, and those of an outage, for which nobody waits any more: they follow where there is room. */
  let waiting: Queued[] = [];
  let backlog: Queued[] = [];
  const queued = () => waiting.length + backlog.length;
  let flushing: Promise<void> | null = null;
  let outage: AppError | null = null;

  const flush = async () => {
    while (queued() > 0) {
      // Rows that arrive in this turn of the event loop join the batch. The embedded database runs on this thread, so none
      // arrive while it writes: without the wait each of its batches would hold one row.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      const batch = takeBatch();
      const left = new Set(batch);
      try {
        // Statements pile up in a connection that hangs, so the database is asked for a sign of life first.
        if (outage) await database.query("select 1");
        await writeBatch(database, batch, left, log);
        if (outage) log?.info("usage_log_caught_up");
        outage = null;
      } catch (error) {
        keep(left, findAppError(error) ?? databaseUnavailable(error));
        break;
      }
    }
    flushing = null;
  };

  /** Refuses everybody who waits. The statement may have been carried out all the same, so what adds up is not repeated. */
  const keep = (left: Iterable<Queued>, error: AppError) => {
    const tried = [...left];
    const refused = [...tried, ...waiting];
    backlog = [...tried.filter(({ id }) => !addsUp(id)), ...backlog, ...waiting];
    waiting = [];
    if (!outage && backlog.length > 0)
      log?.warn("usage_log_behind", { rows: backlog.length, error: error.cause ?? error });
    // Without the cause, which is logged here: one line tells of an outage, not one for each call.
    outage = backlog.length > 0 ? new AppError(error.code, error.message, {}, error.retryAfter) : null;
    for (const row of refused) settle(row, error);
    if (outage) retryLater(start);
  };

  const start = () => {
    flushing ??= flush();
  };

  const takeBatch = (): Queued[] => {
    const taken = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(taken.length);
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
        const entry = { ...row, waiters: [{ resolve, reject }] };
        if (outage) {
          backlog.push(entry);
          return settle(entry, outage);
        }
        waiting.push(entry);
        start();
      }),
    outage: () => outage,
    async drain() {
      while (flushing) await flushing;
      if (queued() === 0) return;
      start();
      await flushing;
      if (queued() > 0) log?.error("usage_rows_lost", { rows: queued() });
    },
  };
}

/**
 * Writes rows and takes each out of `left` as soon as its fate is known. Where the data of one row is refused, the batch is
 * halved until that row stands alone; it is dropped, and the others are written.
 */
async function writeBatch(database: RequestDatabase, rows: Queued[], left: Set<Queued>, log?: Log): Promise<void> {
  try {
    await database.query(INSERT, [JSON.stringify(rows.map(toRecord))]);
    for (const row of rows) settleIn(left, row);
  } catch (error) {
    const code = sqlStateOf(databaseCause(error)) ?? "";
    if (!DATA_FAULT.test(code)) throw error;
    const [row] = rows;
    if (rows.length === 1 && row) {
      if (!DROPPED.test(code)) throw error;
      log?.error("usage_row_dropped", { request_id: row.requestId, error: databaseCause(error) });
      return settleIn(left, row, error);
    }
    const half = Math.ceil(rows.length / 2);
    await writeBatch(database, rows.slice(0, half), left, log);
    await writeBatch(database, rows.slice(half), left, log);
  }
}

/** SQLSTATE classes that speak of single rows: data, constraints, and two replicas that wait for each other's rows. */
const DATA_FAULT = /^(22|23|40)...$/;
const DROPPED = /^(22|23)...$/;

function settleIn(left: Set<Queued>, row: Queued, error?: unknown): void {
  left.delete(row);
  settle(row, error);
}

function settle(row: Queued, error?: unknown): void {
  for (const { resolve, reject } of row.waiters.splice(0)) error ? reject(error) : resolve();
}

/** One statement cannot touch a row twice: rows of refused calls are added up, an end replaces its pending row. */
function mergeById(rows: readonly Queued[]): Queued[] {
  const byId = new Map<string, Queued>();
  for (const row of rows) {
    const same = byId.get(row.id);
    if (!same) byId.set(row.id, row);
    else {
      const callCount = addsUp(row.id) ? same.callCount + row.callCount : row.callCount;
      Object.assign(same, row, { callCount, waiters: [...same.waiters, ...row.waiters] });
    }
  }
  return [...byId.values()];
}

/** A row under the names of INSERT; what is null is left out. */
function toRecord(row: UsageRow) {
  return {
    i: row.id,
    t: new Date(row.occurredAt).toISOString(),
    u: row.userId,
    k: row.keyId ?? undefined,
    a: row.accountId ?? undefined,
    x: row.externalId ?? undefined,
    r: row.requestId,
    m: row.method,
    e: row.endpoint,
    p: row.provider ?? undefined,
    c: row.action ?? undefined,
    s: row.state,
    n: row.status ?? undefined,
    w: row.units,
    d: row.durationMs,
    z: row.callCount,
    g: row.surface === "partner" ? "B" : undefined,
  };
}

/** The id of the one row for all refused calls of a key in a minute with the same status, in one area. */
export function aggregateRowId(keyId: string, minuteStartsAt: number, status: number, surface: Surface): string {
  const hex = createHash("sha256").update(`${keyId}/${minuteStartsAt}/${status}/${surface}`).digest("hex");
  // RFC 9562, version 8: a UUID of our own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Whether a row stands for all refused calls of its key, minute and status: a UUID of version 8. */
function addsUp(id: string): boolean {
  return id[14] === "8";
}
