// The request slots of one host: limits per host, user and owner, and a fair queue for those who wait.
import type { Owner } from "../../identity/owner.ts";

/** Requests under way at once, and requests in the queue. */
export interface SlotLimit {
  concurrent: number;
  queued: number;
}

/** The limits of the host, of one user with all its accounts, and of one owner. */
export interface BulkheadLimits {
  host: SlotLimit;
  user: SlotLimit;
  owner: SlotLimit;
}

export interface Bulkhead {
  /** Acquires a slot at once; false where the owner, its user or the host has none free. */
  tryAcquire(owner: Owner): boolean;
  /** Waits for a slot; false where a queue is full, `ms` have passed or `signal` aborts. */
  acquire(owner: Owner, signal: AbortSignal | null | undefined, ms: number): Promise<boolean>;
  release(owner: Owner): void;
  /** Whether nothing is under way or queued. */
  isIdle(): boolean;
  /** Requests under way, and in the queue. */
  counts(): { active: number; queued: number };
}

/** The host, a user below it, or an owner below its user. */
interface Level {
  key: string;
  limit: SlotLimit;
  parent: Level | null;
  active: number;
  queued: number;
  /** Children that could be served now, the next one first. */
  ready: Set<Level>;
  /** An owner's own requests, first come first served. */
  queue: Set<() => void>;
}

/** Shared by all levels until they need a set of their own. */
const EMPTY: Set<never> = new Set();

export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const host = createLevel("", limits.host, null);
  host.ready = new Set();
  const users = new Map<string, Level>();
  const owners = new Map<string, Level>();

  const find = ({ userId, accountId }: Owner): Level => {
    const key = accountId ?? userId;
    const known = owners.get(key);
    if (known) return known;
    const user = users.get(userId) ?? createLevel(userId, limits.user, host);
    users.set(userId, user);
    const owner = createLevel(key, limits.owner, user);
    owners.set(key, owner);
    return owner;
  };
  const forgetIdle = (owner: Level) => {
    if (owner.active + owner.queued > 0) return;
    owners.delete(owner.key);
    const user = owner.parent as Level;
    if (user.active + user.queued === 0) users.delete(user.key);
  };
  /** Hands a released slot to the next request that can use it. */
  const serveNext = () => {
    if (host.active >= host.limit.concurrent || host.ready.size === 0) return;
    let level = host;
    while (level.ready.size > 0) {
      const next = first(level.ready);
      // Round robin: the one served goes to the end.
      level.ready.delete(next);
      level.ready.add(next);
      level = next;
    }
    const serve = first(level.queue);
    leaveQueue(level, serve);
    addActive(level, 1);
    updateReady(level);
    serve();
  };

  return {
    tryAcquire(owner) {
      const level = find(owner);
      if (!hasFreeSlot(level)) return false;
      addActive(level, 1);
      return true;
    },
    acquire(owner, signal, ms) {
      const level = find(owner);
      if (signal?.aborted || !hasQueueRoom(level)) {
        forgetIdle(level);
        return Promise.resolve(false);
      }
      return new Promise((resolve) => {
        const end = (isServed: boolean) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", leave);
          resolve(isServed);
        };
        const serve = () => end(true);
        const leave = () => {
          leaveQueue(level, serve);
          updateReady(level);
          forgetIdle(level);
          end(false);
        };
        const timer = setTimeout(leave, ms);
        signal?.addEventListener("abort", leave);
        joinQueue(level, serve);
        updateReady(level);
      });
    },
    release(owner) {
      const level = find(owner);
      addActive(level, -1);
      if (level.queued > 0 || host.queued > 0) {
        updateReady(level);
        serveNext();
      }
      forgetIdle(level);
    },
    isIdle: () => host.active + host.queued === 0,
    counts: () => ({ active: host.active, queued: host.queued }),
  };
}

function createLevel(key: string, limit: SlotLimit, parent: Level | null): Level {
  return { key, limit, parent, active: 0, queued: 0, ready: EMPTY, queue: EMPTY };
}

function hasFreeSlot(owner: Level): boolean {
  for (let level: Level | null = owner; level; level = level.parent)
    if (level.active >= level.limit.concurrent) return false;
  return true;
}

function hasQueueRoom(owner: Level): boolean {
  for (let level: Level | null = owner; level; level = level.parent)
    if (level.queued >= level.limit.queued) return false;
  return true;
}

function addActive(owner: Level, count: number): void {
  for (let level: Level | null = owner; level; level = level.parent) level.active += count;
}

function joinQueue(owner: Level, serve: () => void): void {
  if (owner.queue === EMPTY) owner.queue = new Set();
  owner.queue.add(serve);
  for (let level: Level | null = owner; level; level = level.parent) level.queued++;
}

function leaveQueue(owner: Level, serve: () => void): void {
  owner.queue.delete(serve);
  for (let level: Level | null = owner; level; level = level.parent) level.queued--;
}

/** Adds an owner and its user to their parents' `ready`, or removes them; one that is in it keeps its turn. */
function updateReady(owner: Level): void {
  for (let level = owner; level.parent; level = level.parent) {
    const { parent } = level;
    if (parent.ready === EMPTY) parent.ready = new Set();
    if (level.active < level.limit.concurrent && level.queue.size + level.ready.size > 0) parent.ready.add(level);
    else parent.ready.delete(level);
  }
}

function first<T>(set: Set<T>): T {
  return set.values().next().value as T;
}
