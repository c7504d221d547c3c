// Exact limits without a query for each call: blocks of calls are leased from the database and consumed in memory.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import type { Log } from "../../foundation/log/log.ts";
import { type Block, chargeWindow, isNearEnd, leaseCalls, releaseBlocks } from "./leases.ts";
import { rates, stateOf } from "./rates.ts";
import { UNLIMITED, type WindowKind, windowAt } from "./windows.ts";

/** Calls that each window allows, where it counts at all; a soft window counts past its limit and refuses nothing. */
export type Limits = Readonly<Partial<Record<WindowKind, number>> & { soft?: WindowKind }>;

/** What counts a call: "user:<id>", "partner:<user id>", "session:<id>" or "units:<session id>", with its limits. */
export interface Counter {
  key: string;
  limits: Limits;
}

/** The values of the rate headers. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Unix seconds when the window ends. */
  resetAt: number;
}
export interface WindowState extends RateState {
  kind: WindowKind;
}
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
  /** The counter whose window is full. */
  refusedKey: string;
  /** Seconds. */
  retryAfter: number;
}
export type Admission = Rates & ({ isAdmitted: true } | Refusal);

interface KeyState {
  blocks: Map<WindowKind, Block>;
  /** Calls that wait for leases of these blocks, or decide. */
  users: number;
  isEvicted: boolean;
}

interface Window {
  key: string;
  kind: WindowKind;
  limit: number;
  /** Up to where calls are admitted: the limit, unless it is soft. */
  cap: number;
  block: Block;
}

/** A window of which most calls are used or leased. */
export interface NearLimit {
  key: string;
  kind: WindowKind;
  startsAt: number;
}

/** The share of a window's calls from which `onNearLimit` hears of it. */
const NEAR = 0.8;
const KINDS: readonly WindowKind[] = ["minute", "day", "month", "life"];
/** Keys in memory; the calls of one that is evicted are released. */
const MAX_KEYS = 100_000;
const RETRY_FULL_MS = 1_000;

export interface RateLimiter {
  /**
   * Consumes one call of every window of `key` and of those counters that bound it further, or none where one is full. The rates are
   * those of `key`.
   */
  admit(key: string, limits: Limits, within?: readonly Counter[]): Promise<Admission>;
  /**
   * Charges what a call, admitted at `at`, has used of these counters beside the one that its admission consumed; below zero gives
   * back. Nothing is refused by it: a window may pass its limit, and is full then. A failure is logged.
   */
  charge(counters: readonly Counter[], at: number, count: number): Promise<void>;
  /** The state of the windows; consumes nothing. */
  peek(key: string, limits: Limits): Promise<Rates>;
  /**
   * Releases the leased calls of a user, of everybody with null, before the next one is consumed. For a change of limits:
   * between two lower ones that this replica sees, others may have used calls under a higher one.
   */
  invalidate(userId: string | null): void;
  /** Releases unused calls, at the stop. A failure is logged: these calls count as used. */
  release(): Promise<void>;
}

export function createRateLimiter(
  database: RequestDatabase,
  now: () => number,
  log?: Log,
  maxKeys = MAX_KEYS,
  onLease: (kind: WindowKind) => void = () => {},
  onNearLimit: (near: NearLimit) => Promise<boolean> = async () => true,
): RateLimiter {
  /** Invalidations of any key: a lease during one is rare, and repeating it is harmless. */
  let invalidations = 0;
  /** Resolves when the calls of evicted keys are released, one statement at a time. */
  let evictions = Promise.resolve();
  const releaseEvicted = (key: string, { blocks }: KeyState) => {
    const time = now();
    const open = [...blocks].filter(([, { unused, endsAt }]) => unused > 0 && time < endsAt);
    if (open.length > 0) evictions = evictions.then(() => releaseBlocks(database, key, open)).catch(logFailure);
  };
  const logFailure = (error: unknown) => log?.warn("rate_limit_release_failed", { error: databaseCause(error) });
  const keys = new LRUCache<string, KeyState>({
    ...atMost(maxKeys),
    dispose(state, key) {
      state.isEvicted = true;
      if (state.users === 0) releaseEvicted(key, state);
    },
  });

  const stateOfKey = (key: string): KeyState => {
    const cached = keys.get(key);
    if (cached) return cached;
    const state: KeyState = { blocks: new Map(), users: 0, isEvicted: false };
    keys.set(key, state);
    return state;
  };

  /** Once for each block; again where nobody could hear it. The call does not wait for it. */
  const reportNearLimit = ({ key, kind, limit, block }: Window) => {
    if (block.isNearLimit || limit === UNLIMITED || block.leased < limit * NEAR) return;
    block.isNearLimit = true;
    onNearLimit({ key, kind, startsAt: block.startsAt }).then((isStored) => {
      block.isNearLimit = isStored;
    }, logFailure);
  };
  const lease = async (window: Window): Promise<void> => {
    const { key, kind, block, cap } = window;
    block.waiters++;
    if (!block.lease) onLease(kind);
    block.lease ??= leaseUnlessInvalidated(key, kind, block, cap).finally(() => {
      block.lease = null;
    });
    await block.lease.finally(() => block.waiters--);
    reportNearLimit(window);
  };

  const chargeOne = async (
    { key, kind, limit }: Counter & { kind: WindowKind; limit: number },
    at: number,
    count: number,
  ) => {
    const block = keys.peek(key)?.blocks.get(kind);
    const { startsAt, endsAt } = windowAt(kind, at);
    if (block?.startsAt !== startsAt) {
      // A minute that is over refuses nobody any more.
      if (now() < endsAt) await chargeWindow(database, { key, kind, startsAt, count });
      return;
    }
    // What comes back of few is nobody's: another replica may have none.
    const isForAll = count < 0 && isNearEnd(block, limit);
    const here = isForAll ? 0 : Math.min(count, Math.max(0, block.unused));
    block.unused -= here;
    block.leased += count - here;
    if (isForAll) block.fullAt = Number.NEGATIVE_INFINITY;
    // Written at once, so that the other replicas know.
    if (count !== here) await chargeWindow(database, { key, kind, startsAt, count: count - here });
  };

  /** What was leased before an invalidation and arrives after it goes back too. */
  const leaseUnlessInvalidated = async (key: string, kind: WindowKind, block: Block, cap: number) => {
    const began = invalidations;
    await leaseCalls(database, key, kind, block, cap, now);
    if (began !== invalidations) block.limit = Number.POSITIVE_INFINITY;
  };

  /** Leases what is lacking, then decides in the same turn of the event loop, so that no other call consumes in between. */
  const settle = async <T>(
    counters: readonly Counter[],
    isConsuming: boolean,
    decide: (windows: Window[], time: number) => T,
  ) => {
    const used = counters.map((counter) => {
      const state = stateOfKey(counter.key);
      state.users++;
      return { ...counter, state };
    });
    try {
      for (;;) {
        const time = now();
        const windows = used.flatMap((counter) => windowsAt(counter, time));
        const lacking = windows.filter(({ cap, block }) => needsLease(block, cap, time, isConsuming));
        if (lacking.length === 0) return decide(windows, time);
        await Promise.all(lacking.map(lease));
      }
    } finally {
      for (const { key, state } of used) if (--state.users === 0 && state.isEvicted) releaseEvicted(key, state);
    }
  };

  return {
    admit: (key, limits, within = []) =>
      settle([{ key, limits }, ...within], true, (windows, time) => consume(key, windows, time)),
    async charge(counters, at, count) {
      if (count === 0) return;
      const charges = counters.flatMap((counter) =>
        KINDS.flatMap((kind) => {
          const limit = counter.limits[kind];
          return limit === undefined ? [] : [chargeOne({ ...counter, kind, limit }, at, count)];
        }),
      );
      await Promise.all(charges).catch(logFailure);
    },
    peek: (key, limits) => settle([{ key, limits }], false, rates),
    invalidate(userId) {
      invalidations++;
      const invalid =
        userId === null ? keys.values() : [`user:${userId}`, `partner:${userId}`].map((key) => keys.peek(key));
      for (const state of invalid) {
        for (const block of state?.blocks.values() ?? []) block.limit = Number.POSITIVE_INFINITY;
      }
    },
    async release() {
      await evictions;
      try {
        for (const [key, { blocks }] of [...keys.entries()]) await releaseBlocks(database, key, blocks);
      } catch (error) {
        logFailure(error);
      }
    },
  };
}

function windowsAt({ key, limits, state: { blocks } }: Counter & { state: KeyState }, time: number): Window[] {
  const windows: Window[] = [];
  for (const kind of KINDS) {
    const limit = limits[kind];
    if (limit === undefined) continue;
    windows.push({
      key,
      kind,
      limit,
      cap: limits.soft === kind ? UNLIMITED : limit,
      block: blockAt(blocks, kind, time),
    });
  }
  return windows;
}

/** The block of the window that holds `time`. A window that the clock steps back to is leased again: its calls stay used. */
function blockAt(blocks: KeyState["blocks"], kind: WindowKind, time: number): Block {
  const cached = blocks.get(kind);
  if (cached && cached.startsAt <= time && time < cached.endsAt) return cached;
  const block: Block = {
    ...windowAt(kind, time),
    leased: 0,
    unused: 0,
    limit: 0,
    fullAt: -Infinity,
    waiters: 0,
    lease: null,
    isNearLimit: false,
  };
  blocks.set(kind, block);
  return block;
}

function consume(key: string, windows: Window[], time: number): Admission {
  const own = windows.filter((window) => window.key === key);
  if (windows.every(({ block }) => block.unused > 0)) {
    for (const { block } of windows) block.unused--;
    return { isAdmitted: true, ...rates(own, time) };
  }
  const full = windows.filter(({ block }) => block.unused <= 0);
  // If two end together, the longer one is reported.
  const last = full.reduce((a, b) => (b.block.endsAt >= a.block.endsAt ? b : a));
  const retryAfter = Math.max(1, Math.ceil((last.block.endsAt - time) / 1000));
  const { windows: states, rate } = rates(own, time);
  return {
    isAdmitted: false,
    refusedBy: last.kind,
    refusedKey: last.key,
    retryAfter,
    at: time,
    windows: states,
    rate: last.key === key ? { ...stateOf(last), remaining: 0 } : rate,
  };
}

function needsLease(block: Block, limit: number, time: number, isConsuming: boolean): boolean {
  if (!isConsuming) return block.leased === 0 && block.fullAt === -Infinity;
  if (block.unused > 0) return limit < block.limit;
  return block.leased < limit || block.fullAt === -Infinity || Math.abs(time - block.fullAt) >= RETRY_FULL_MS;
}
