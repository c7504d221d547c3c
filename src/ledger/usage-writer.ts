// Writes the usage log by self-clocked group commit: flushed at once when idle, and what arrives meanwhile forms the next batch.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";

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
  repeated: number;
}

export interface UsageWriter {
  /** Resolves when the row is committed; rejects when the database refuses it or the queue is full. */
  write(row: UsageRow): Promise<void>;
  /** Resolves when everything that was queued is written. */
  drain(): Promise<void>;
}

const MAX_BATCH = 1_000;
const MAX_QUEUED = 20_000;

/** Short names and no nulls: half of what a row costs is the text that carries it. */
const INSERT = `
  insert into usage_entries as u (id, occurred_at, user_id, key_id, account_id, external_id, request_id, method, endpoint,
    provider, action, state, status, units, duration_ms, repeated)
  select r.i, r.t, r.u, r.k, r.a, r.x, r.r, r.m, r.e, r.p, r.c, r.s, r.n, r.w, r.d, r.z
  from jsonb_to_recordset($1::text::jsonb) as r (i uuid, t timestamptz, u uuid, k uuid, a uuid, x text, r text, m text,
    e text, p text, c text, s text, n integer, w integer, d integer, z integer)
  where exists (select 1 from users where users.id = r.u)
  on conflict (id) do update set state = excluded.state, status = excluded.status, units = excluded.units,
    duration_ms = excluded.duration_ms,
    repeated = case when u.state = 'pending' then excluded.repeated else u.repeated + excluded.repeated end`;

/**
 * One turn of the event loop: what has arrived by now is read before the batch is closed. The embedded database runs on
 * this thread, so nothing arrives during its flush; without the turn every batch there would hold a single row.
 */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Waiter {
  resolve: () => void;
  reject: (error: unknown) => void;
}
type Queued = UsageRow & { waiters: Waiter[] };

export function createUsageWriter(database: Database): UsageWriter {
  let queue: Queued[] = [];
  let flushing: Promise<void> | null = null;

  const flush = async () => {
    while (queue.length > 0) {
      await turn();
      const batch = takeBatch();
      try {
        await bounded(database.query(INSERT, [JSON.stringify(batch.map(toRecord))]));
        for (const row of batch) for (const waiter of row.waiters) waiter.resolve();
      } catch (error) {
        for (const row of batch) for (const waiter of row.waiters) waiter.reject(error);
      }
    }
    flushing = null;
  };

  /** One statement cannot touch a row twice, so rows with the same id (refused calls) are added up. */
  const takeBatch = (): Queued[] => {
    const taken = queue.slice(0, MAX_BATCH);
    queue = queue.slice(MAX_BATCH);
    const byId = new Map<string, Queued>();
    for (const row of taken) {
      const same = byId.get(row.id);
      if (!same) byId.set(row.id, row);
      else {
        const repeated = same.state === "pending" ? row.repeated : same.repeated + row.repeated;
        Object.assign(same, row, { repeated, waiters: [...same.waiters, ...row.waiters] });
      }
    }
    return [...byId.values()];
  };

  return {
    write: (row) =>
      new Promise<void>((resolve, reject) => {
        if (queue.length >= MAX_QUEUED) return reject(new Error("The usage log's queue is full."));
        queue.push({ ...row, waiters: [{ resolve, reject }] });
        flushing ??= flush();
      }),
    async drain() {
      while (flushing) await flushing;
    },
  };
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
    z: row.repeated,
  };
}

/** The id of the one row for all refused calls of a key in a minute with the same status. */
export function refusedRowId(keyId: string, minuteStartsAt: number, status: number): string {
  const hex = createHash("sha256").update(`${keyId}/${minuteStartsAt}/${status}`).digest("hex");
  // RFC 9562, version 8: a UUID of our own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
