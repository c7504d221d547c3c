// Whether a call may happen: blocks of calls are leased from the database and spent in memory, never more than the limit.
import type { RequestDatabase } from "../db/database.ts";
import { databaseCause } from "../db/timeouts.ts";
import type { Log } from "../log.ts";
import { UNLIMITED, type WindowKind, windowAt } from "./windows.ts";

/**
 * A subject's limits; each is positive. A window without one is not counted. A soft one refuses nothing, and calls past its
 * limit are counted like any other: a later, lower tier finds them.
 */
export type Limits = Readonly<Partial<Record<WindowKind, number>> & { soft?: WindowKind }>;

/** What the rate headers say: the window with fewer calls remaining. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Unix seconds when the reported window ends. */
  resetAt: number;
}
/** One window's state. */
export interface WindowState extends RateState {
  kind: WindowKind;
}
/** What an admission and a look both tell. */
export interface Rates {
  /** The window with fewer calls remaining. */
  rate: RateState;
  windows: readonly WindowState[];
  /** Unix milliseconds of the decision: these windows hold it. */
  at: number;
}
interface Refusal {
  isAdmitted: false;
  refusedBy: WindowKind;
  /** Seconds. */
  retryAfter: number;
}
export type Admission = Rates & ({ isAdmitted: true } | Refusal);

interface Block {
  startsAt: number;
  endsAt: number;
  /** Calls leased by all replicas together, as of our last lease. */
  leased: number;
  /** Of ours, not yet spent. */
  unspent: number;
  /** The limit they were leased under. Under a lower one they go back first: other replicas may have spent past it. */
  limit: number;
  /** When the window was last found to be used up; asked again after a second, since a stopping replica gives calls back. */
  fullAt: number;
  waiting: number;
  lease: Promise<void> | null;
}

interface Window {
  kind: WindowKind;
  limit: number;
  /** Up to where calls are admitted: the limit, unless it is soft. */
  cap: number;
  block: Block;
}

const KINDS: readonly WindowKind[] = ["minute", "day", "month"];
const MAX_BLOCK = 100;
const ASK_AGAIN_MS = 1_000;
/** Below this many calls left in a window, calls are leased one by one, so that little is stranded on a replica that dies. */
const SMALL = 100;

/**
 * Gives back $6 calls and leases at least $4 within the limit $5. The database tells how many are left: a replica that has
 * just started knows nothing of the window, and the block of a fresh one may be all that is left for the others.
 */
const LEASE = `
  update limit_windows w set used = least(
    before.used + least(${MAX_BLOCK}, greatest($4::bigint,
      case when $5::bigint - before.used > ${SMALL} then ($5::bigint - before.used) / 20 else 1 end)),
    greatest($5::bigint, before.used))
  from (select greatest(used - $6::bigint, 0) as used from limit_windows
    where subject = $1 and kind = $2 and starts_at = $3::timestamptz for update) before
  where w.subject = $1 and w.kind = $2 and w.starts_at = $3::timestamptz
  returning before.used::float8 as before, w.used::float8 as after`;
const OPEN_WINDOW = `
  with swept as (
    delete from limit_windows where subject = $1 and kind = $2 and starts_at < least($3::timestamptz, now()) - interval '40 days'
  )
  insert into limit_windows (subject, kind, starts_at, used) values ($1, $2, $3::timestamptz, 0) on conflict do nothing`;
const RELEASE = `
  update limit_windows set used = greatest(0, used - $4::bigint) where subject = $1 and kind = $2 and starts_at = $3::timestamptz`;

export interface RateLimiter {
  /** Spends one call of every window, or none of any when one is used up. */
  admit(subject: string, limits: Limits): Promise<Admission>;
  /** The state of the windows without spending anything. */
  peek(subject: string, limits: Limits): Promise<Rates>;
  /**
   * Gives what is leased for a user back before it is spent; null: for everybody. For a change of tier: between two lower
   * tiers that this replica sees there may have been a higher one, under which others have spent past the lower limit.
   */
  invalidate(userId: string | null): void;
  /** Returns unspent calls; for the shutdown. A failure is logged: these calls count as used. */
  release(): Promise<void>;
}

export function createRateLimiter(database: RequestDatabase, now: () => number, log?: Log): RateLimiter {
  const subjects = new Map<string, Map<WindowKind, Block>>();

  const blockOf = (subject: string, kind: WindowKind, time: number): Block => {
    let blocks = subjects.get(subject);
    if (!blocks) {
      if (subjects.size > 100_000) forgetOld(subjects, time);
      blocks = new Map();
      subjects.set(subject, blocks);
    }
    const held = blocks.get(kind);
    // A clock that steps back finds its earlier window again, as the database has it: what was leased of it stays spent.
    if (held && held.startsAt <= time && time < held.endsAt) return held;
    const block: Block = {
      ...windowAt(kind, time),
      leased: 0,
      unspent: 0,
      limit: 0,
      fullAt: -Infinity,
      waiting: 0,
      lease: null,
    };
    blocks.set(kind, block);
    return block;
  };

  const lease = (subject: string, kind: WindowKind, block: Block, limit: number): Promise<void> => {
    block.lease ??= leaseCalls(database, subject, kind, block, limit, now).finally(() => {
      block.lease = null;
    });
    return block.lease;
  };

  /** Leases what is lacking, then decides in the same turn of the event loop, so that no other call can spend in between. */
  const settle = async <T>(
    subject: string,
    limits: Limits,
    isSpending: boolean,
    decide: (windows: Window[], time: number) => T,
  ) => {
    for (;;) {
      const time = now();
      const windows = KINDS.flatMap((kind) => {
        const limit = limits[kind];
        if (limit === undefined) return [];
        return [{ kind, limit, cap: limits.soft === kind ? UNLIMITED : limit, block: blockOf(subject, kind, time) }];
      });
      const lacking = windows.filter(({ cap, block }) => needsLease(block, cap, time, isSpending));
      if (lacking.length === 0) return decide(windows, time);
      await Promise.all(
        lacking.map(async ({ kind, block, cap }) => {
          block.waiting++;
          await lease(subject, kind, block, cap).finally(() => block.waiting--);
        }),
      );
    }
  };

  return {
    admit: (subject, limits) => settle(subject, limits, true, consume),
    peek: (subject, limits) => settle(subject, limits, false, rates),
    invalidate(userId) {
      const names = userId === null ? subjects.keys() : [`user:${userId}`, `partner:${userId}`];
      for (const name of names) {
        for (const block of subjects.get(name)?.values() ?? []) block.limit = Number.POSITIVE_INFINITY;
      }
    },
    async release() {
      const blocks = [...subjects].flatMap(([subject, kinds]) =>
        [...kinds].map(([kind, block]) => ({ subject, kind, block })),
      );
      try {
        for (const { subject, kind, block } of blocks) {
          if (block.unspent <= 0) continue;
          const count = block.unspent;
          block.unspent = 0;
          await database.query(RELEASE, [subject, kind, new Date(block.startsAt).toISOString(), count]);
        }
      } catch (error) {
        log?.warn("rate_limit_release_failed", { error: databaseCause(error) });
      }
    },
  };
}

function consume(windows: Window[], time: number): Admission {
  const full = windows.filter(({ block }) => block.unspent <= 0);
  if (full.length === 0) {
    for (const { block } of windows) block.unspent--;
    return { isAdmitted: true, ...rates(windows, time) };
  }
  // Where two end together, the longer one tells more.
  const last = full.reduce((a, b) => (b.block.endsAt >= a.block.endsAt ? b : a));
  const retryAfter = Math.max(1, Math.ceil((last.block.endsAt - time) / 1000));
  const { windows: states } = rates(windows, time);
  return {
    isAdmitted: false,
    refusedBy: last.kind,
    retryAfter,
    at: time,
    windows: states,
    rate: { ...stateOf(last), remaining: 0 },
  };
}

/** Calls that were made (or are leased to other replicas, who may make them). */
function consumed(block: Block): number {
  return block.leased - block.unspent;
}

function needsLease(block: Block, limit: number, time: number, isSpending: boolean): boolean {
  if (!isSpending) return block.leased === 0 && block.fullAt === -Infinity;
  if (block.unspent > 0) return limit < block.limit;
  return block.leased < limit || block.fullAt === -Infinity || Math.abs(time - block.fullAt) >= ASK_AGAIN_MS;
}

async function leaseCalls(
  database: RequestDatabase,
  subject: string,
  kind: WindowKind,
  block: Block,
  limit: number,
  now: () => number,
) {
  // Out of our hands before the database is asked: where its answer is lost they count as spent.
  const back = block.unspent;
  block.unspent = 0;
  const want = Math.min(Math.max(block.waiting, 1), MAX_BLOCK);
  const startsAt = new Date(block.startsAt).toISOString();
  const ask = () =>
    database.query<{ before: number; after: number }>(LEASE, [subject, kind, startsAt, want, limit, back]);
  let [row] = await ask();
  if (!row) {
    await database.query(OPEN_WINDOW, [subject, kind, startsAt]);
    [row] = await ask();
  }
  if (!row) throw new Error("A limit window vanished while it was leased from.");
  block.leased = row.after;
  block.unspent = row.after - row.before;
  block.limit = limit;
  block.fullAt = row.after >= limit ? now() : Number.NEGATIVE_INFINITY;
}

/** Every window's state, and of the window with fewer calls remaining; between equals the one that ends first. */
function rates(windows: readonly Window[], at: number): Rates {
  const states = windows.map((window) => ({ kind: window.kind, ...stateOf(window) }));
  const [first, ...others] = states as [WindowState, ...WindowState[]];
  let least = first;
  for (const state of others) {
    if (state.remaining < least.remaining || (state.remaining === least.remaining && state.resetAt < least.resetAt)) {
      least = state;
    }
  }
  const { limit, remaining, resetAt } = least;
  return { rate: { limit, remaining, resetAt }, windows: states, at };
}

function stateOf({ limit, block }: Window): RateState {
  return { limit, remaining: Math.max(0, limit - consumed(block)), resetAt: Math.ceil(block.endsAt / 1000) };
}

function forgetOld(subjects: Map<string, Map<WindowKind, Block>>, time: number): void {
  for (const [subject, blocks] of subjects) {
    if ([...blocks.values()].every((block) => block.endsAt <= time)) subjects.delete(subject);
  }
}
