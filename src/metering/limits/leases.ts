// Leases blocks of calls from the windows in the database, and releases what is unused.
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { deletion } from "../../foundation/db/erasure-step.ts";
import { DAY_MS, HOUR_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { WindowKind } from "./windows.ts";

export interface Block {
  startsAt: number;
  endsAt: number;
  /** Calls leased by all replicas together, as of the last lease here. */
  leased: number;
  /** Calls leased here and not consumed yet. */
  unused: number;
  /** The limit they were leased under. Under a lower one they go back first: other replicas may have used calls past it. */
  limit: number;
  /** When the window was last found full; leased from again after a second, since a stopping replica releases calls. */
  fullAt: number;
  /** Calls that wait for the lease. */
  waiters: number;
  lease: Promise<void> | null;
  /** Whether it was reported that most of the window's calls are used. */
  isNearLimit: boolean;
}

const WINDOWS_OF_USER = "key in ('user:' || $1::text, 'partner:' || $1::text) and $2::text is null";

/** Past their end by more than any replica's clock may be behind: a window that is opened again admits its calls again. */
export const TABLES: readonly Table[] = [
  {
    table: "limit_windows",
    bound: "Counts per minute are kept for 2 hours, per day for 3 days, per month for 70 days.",
    aged: [
      { since: "starts_at", stayMs: 2 * HOUR_MS, only: "kind = 'minute'" },
      { since: "starts_at", stayMs: 3 * DAY_MS, only: "kind = 'day'" },
      { since: "starts_at", stayMs: 70 * DAY_MS, only: "kind = 'month'" },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "limit_window",
        columns: "key kind starts_at used",
        owner: WINDOWS_OF_USER,
        key: [
          ["key", "text"],
          ["kind", "text"],
          ["starts_at", "timestamptz"],
        ],
      },
    },
    erasure: { user: deletion("limit_windows", WINDOWS_OF_USER) },
  },
];

const MAX_BLOCK = 100;
/** With no more than this many calls left in a window, they are leased one by one: a replica that dies strands few. */
const SMALL = 100;

/** Whether so few calls are left in a window that they are leased one by one. */
export const isNearEnd = ({ leased }: Pick<Block, "leased">, limit: number): boolean => limit - leased <= SMALL;

/**
 * What the window's calls in use become by a lease of at least $4 within the limit $5. The database sizes the block by what is
 * left: a replica that has just started does not know that, and a fresh block may be all that is left for the others.
 */
const usedAfter = (before: string) => `least(
    ${before} + least(${MAX_BLOCK}, greatest($4::bigint,
      case when $5::bigint - ${before} > ${SMALL} then ($5::bigint - ${before}) / 20 else 1 end)),
    greatest($5::bigint, ${before}))`;

/**
 * Releases $6 calls and leases others, or opens the window with a lease: the first call of a minute takes one statement. No row where another replica opens it at the same time.
 */
const LEASE = `
  with leased as (
    update limit_windows w set used = ${usedAfter("before.used")}
    from (select greatest(used - $6::bigint, 0) as used from limit_windows
      where key = $1 and kind = $2 and starts_at = $3::timestamptz for update) before
    where w.key = $1 and w.kind = $2 and w.starts_at = $3::timestamptz
    returning before.used as before, w.used as after
  ), opened as (
    insert into limit_windows (key, kind, starts_at, used)
    select $1, $2, $3::timestamptz, ${usedAfter("0")} where not exists (select from leased)
    on conflict do nothing returning 0::bigint as before, used as after
  )
  select before::float8, after::float8 from leased union all select before::float8, after::float8 from opened`;
const RELEASE = `
  update limit_windows set used = greatest(0, used - $4::bigint) where key = $1 and kind = $2 and starts_at = $3::timestamptz`;

/** Leases at least a call for each waiter, within `limit`; what is unused of an earlier lease goes back first. */
export async function leaseCalls(
  database: RequestDatabase,
  key: string,
  kind: WindowKind,
  block: Block,
  limit: number,
  now: () => number,
) {
  // Zeroed before the query: if its reply is lost, these calls count as used.
  const released = block.unused;
  block.unused = 0;
  const want = Math.min(Math.max(block.waiters, 1), MAX_BLOCK);
  const startsAt = new Date(block.startsAt).toISOString();
  const query = () =>
    database.query<{ before: number; after: number }>(LEASE, [key, kind, startsAt, want, limit, released]);
  let [row] = await query();
  // Another replica opened the window at the same time: now it is there.
  if (!row) [row] = await query();
  if (!row) throw new Error("A limit window vanished during a lease.");
  block.leased = row.after;
  // A call that sent nothing may have given its unit back meanwhile.
  block.unused += row.after - row.before;
  block.limit = limit;
  block.fullAt = row.after >= limit ? now() : Number.NEGATIVE_INFINITY;
}

/** Charges a window past what is leased of it; below zero gives back. */
export async function chargeWindow(
  database: RequestDatabase,
  { key, kind, startsAt, count }: { key: string; kind: WindowKind; startsAt: number; count: number },
) {
  await database.query(RELEASE, [key, kind, new Date(startsAt).toISOString(), -count]);
}

/** Gives back the unused calls of blocks, by their kind. */
export async function releaseBlocks(database: RequestDatabase, key: string, blocks: Iterable<[WindowKind, Block]>) {
  for (const [kind, block] of blocks) {
    if (block.unused <= 0) continue;
    const count = block.unused;
    block.unused = 0;
    await database.query(RELEASE, [key, kind, new Date(block.startsAt).toISOString(), count]);
  }
}
