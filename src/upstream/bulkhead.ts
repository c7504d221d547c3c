// The places at one host: none takes more than its share of them, and who waits is served in turn.

import type { Owner } from "../owner.ts";

/** Requests at once, and how many may wait. */
export interface Cap {
  atOnce: number;
  waiting: number;
}

/** Of the host, of one user with all its accounts, and of one owner. */
export interface Caps {
  host: Cap;
  user: Cap;
  owner: Cap;
}

export interface Bulkhead {
  /** Takes a place now; false where the owner, its user or the host has none left. */
  tryAcquire(owner: Owner): boolean;
  /** Takes a place when its turn comes; false where too many wait, `ms` have passed or `signal` aborts. */
  acquire(owner: Owner, signal: AbortSignal | null | undefined, ms: number): Promise<boolean>;
  /** Gives a place back. */
  release(owner: Owner): void;
  /** Whether nothing is under way and nobody waits. */
  isIdle(): boolean;
}

/** The host, a user below it, or an owner below its user. */
interface Level {
  key: string;
  cap: Cap;
  above: Level | null;
  taken: number;
  waiting: number;
  /** Levels below that could be served now, the next one first. */
  ready: Set<Level>;
  /** An owner's own, first come first served. */
  queue: Set<() => void>;
}

const NOBODY: Set<never> = new Set();

export function createBulkhead(caps: Caps): Bulkhead {
  const host = levelOf("", caps.host, null);
  host.ready = new Set();
  const users = new Map<string, Level>();
  const owners = new Map<string, Level>();

  const find = ({ userId, accountId }: Owner): Level => {
    const key = accountId ?? userId;
    const known = owners.get(key);
    if (known) return known;
    const user = users.get(userId) ?? levelOf(userId, caps.user, host);
    users.set(userId, user);
    const owner = levelOf(key, caps.owner, user);
    owners.set(key, owner);
    return owner;
  };
  const forgetIdle = (owner: Level) => {
    if (owner.taken + owner.waiting > 0) return;
    owners.delete(owner.key);
    const user = owner.above as Level;
    if (user.taken + user.waiting === 0) users.delete(user.key);
  };
  /** A place that came free has at most one waiter who can use it. */
  const serveNext = () => {
    if (host.taken >= host.cap.atOnce || host.ready.size === 0) return;
    let level = host;
    while (level.ready.size > 0) {
      const next = first(level.ready);
      // To the end of the row: the others come first next time.
      level.ready.delete(next);
      level.ready.add(next);
      level = next;
    }
    const serve = first(level.queue);
    leaveQueue(level, serve);
    addTaken(level, 1);
    setReady(level);
    serve();
  };

  return {
    tryAcquire(owner) {
      const level = find(owner);
      if (!hasPlace(level)) return false;
      addTaken(level, 1);
      return true;
    },
    acquire(owner, signal, ms) {
      const level = find(owner);
      if (signal?.aborted || !mayWait(level)) {
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
          setReady(level);
          forgetIdle(level);
          end(false);
        };
        const timer = setTimeout(leave, ms);
        signal?.addEventListener("abort", leave);
        joinQueue(level, serve);
        setReady(level);
      });
    },
    release(owner) {
      const level = find(owner);
      addTaken(level, -1);
      if (level.waiting > 0 || host.waiting > 0) {
        setReady(level);
        serveNext();
      }
      forgetIdle(level);
    },
    isIdle: () => host.taken + host.waiting === 0,
  };
}

function levelOf(key: string, cap: Cap, above: Level | null): Level {
  return { key, cap, above, taken: 0, waiting: 0, ready: NOBODY, queue: NOBODY };
}

function hasPlace(owner: Level): boolean {
  for (let level: Level | null = owner; level; level = level.above) if (level.taken >= level.cap.atOnce) return false;
  return true;
}

function mayWait(owner: Level): boolean {
  for (let level: Level | null = owner; level; level = level.above)
    if (level.waiting >= level.cap.waiting) return false;
  return true;
}

function addTaken(owner: Level, count: number): void {
  for (let level: Level | null = owner; level; level = level.above) level.taken += count;
}

function joinQueue(owner: Level, serve: () => void): void {
  if (owner.queue === NOBODY) owner.queue = new Set();
  owner.queue.add(serve);
  for (let level: Level | null = owner; level; level = level.above) level.waiting++;
}

function leaveQueue(owner: Level, serve: () => void): void {
  owner.queue.delete(serve);
  for (let level: Level | null = owner; level; level = level.above) level.waiting--;
}

/** Enters an owner and its user among those that can be served, or takes them out; who is among them keeps its turn. */
function setReady(owner: Level): void {
  for (let level = owner; level.above; level = level.above) {
    const { above } = level;
    if (above.ready === NOBODY) above.ready = new Set();
    if (level.taken < level.cap.atOnce && level.queue.size + level.ready.size > 0) above.ready.add(level);
    else above.ready.delete(level);
  }
}

function first<T>(set: Set<T>): T {
  return set.values().next().value as T;
}
