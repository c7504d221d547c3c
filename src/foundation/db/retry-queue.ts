// Queues items that the database does not take now, within a bound, and writes them as soon as it does.
import { findAppError, sqlStateOf } from "../errors.ts";
import { onceAMinute } from "../log/once-a-minute.ts";
import { isDataError } from "./database.ts";
import { databaseCause, later } from "./timeouts.ts";

export interface RetryQueueOptions<T> {
  /** Writes an item, with a timeout. Must be idempotent: an attempt that timed out may still run. */
  write(item: T): Promise<void>;
  /** Items of one key are written in their order; those of others do not wait for them. */
  keyOf(item: T): string;
  sizeOf(item: T): number;
  /** The bound on the sizes of all items together. At the bound refused items give way to a new one, which else is lost. */
  maxBytes: number;
  /** The first item was queued, because of `error`. */
  onBehind(error: unknown): void;
  /** The queue is empty again. */
  onCaughtUp(): void;
  /** The database answers, and refuses these items each time; they stay. At most once a minute. */
  onRefused(items: readonly T[], error: unknown): void;
  /** Items were dropped: no room, bad data, or the process stops. */
  onLost(items: readonly T[], error: unknown): void;
}

export interface RetryQueue<T> {
  readonly size: number;
  /** Whether the last attempt got no answer from the database: what is new need not wait for a timeout of its own. */
  readonly isSilent: boolean;
  has(key: string): boolean;
  /** Queues an item that could not be written because of `error`. */
  enqueue(item: T, error: unknown): void;
  /** Writes the queued items of a key; rejects while the database does not take them. */
  flush(key: string): Promise<void>;
  /** Tries each item once more, at the stop, and reports lost ones. */
  drain(): Promise<void>;
}

interface Entry<T> {
  item: T;
  size: number;
  /** What the database, which answers, has against it. */
  refusal: { error: unknown } | null;
}

/** `retryLater` schedules the next attempt. */
export function createRetryQueue<T>(options: RetryQueueOptions<T>, retryLater = later): RetryQueue<T> {
  const { write, keyOf, sizeOf, maxBytes, onBehind, onCaughtUp, onLost } = options;
  const groups = createGroups<T>();
  const writing = new Map<string, Promise<void>>();
  const tellRefused = onceAMinute(options.onRefused);
  let isSilent = false;
  let running: Promise<void> | null = null;
  let isRetryScheduled = false;

  /** Throws where the item stays, and with it those of its key behind it. */
  const writeOne = async (entry: Entry<T>): Promise<void> => {
    try {
      await write(entry.item);
      isSilent = false;
    } catch (error) {
      const cause = databaseCause(error);
      isSilent = isSilence(error);
      if (!isSilent) entry.refusal = { error: cause };
      if (!isDataError(cause)) throw error;
      onLost([entry.item], cause);
    }
  };
  const writeGroup = async (key: string) => {
    for (let entry = groups.first(key); entry; entry = groups.first(key)) {
      await writeOne(entry);
      groups.remove(key, entry);
      if (groups.count() === 0) onCaughtUp();
    }
  };
  /** One at a time for each key. */
  const flush = (key: string): Promise<void> => {
    if (!groups.has(key)) return Promise.resolve();
    const work = writing.get(key) ?? writeGroup(key).finally(() => writing.delete(key));
    writing.set(key, work);
    return work;
  };
  /** Tries every key, unless the database is silent; a key that failed is the last of the next round. */
  const tryAll = async () => {
    const refused: T[] = [];
    let failure: unknown = null;
    for (const key of groups.keys()) {
      await flush(key).catch((error: unknown) => {
        failure = error;
        const entry = groups.first(key);
        if (entry?.refusal) refused.push(entry.item);
        groups.putLast(key);
      });
      if (failure !== null && isSilence(failure)) break;
    }
    if (refused.length > 0) tellRefused(refused, databaseCause(failure));
    if (failure !== null) throw failure;
  };
  const round = (): Promise<void> => {
    running ??= tryAll().finally(() => {
      running = null;
    });
    return running;
  };
  const scheduleRetry = () => {
    if (isRetryScheduled) return;
    isRetryScheduled = true;
    retryLater(() => {
      isRetryScheduled = false;
      // What is left is tried again, whatever kept it.
      const again = () => groups.count() > 0 && scheduleRetry();
      round().then(again, again);
    });
  };
  return {
    get size() {
      return groups.count();
    },
    get isSilent() {
      return isSilent;
    },
    has: groups.has,
    enqueue(item, error) {
      const size = sizeOf(item);
      const room = maxBytes - size;
      // One that is being written may be stored after all.
      for (const entry of room < 0 ? [] : groups.makeRoom(room, writing)) onLost([entry.item], entry.refusal?.error);
      if (groups.bytes() > room) return onLost([item], databaseCause(error));
      if (error !== null) isSilent = isSilence(error);
      groups.add(keyOf(item), { item, size, refusal: null });
      if (groups.count() === 1) onBehind(databaseCause(error));
      scheduleRetry();
    },
    flush,
    async drain() {
      // A round that runs already has tried some before they were queued.
      await running?.catch(() => {
        // The round below tells.
      });
      let failure: unknown = null;
      await round().catch((error: unknown) => {
        failure = databaseCause(error);
      });
      const lost = groups.clear();
      if (lost.length > 0) onLost(lost, failure);
    },
  };
}

/** The database has answered nothing, which says nothing about the item. */
function isSilence(error: unknown): boolean {
  const state = sqlStateOf(databaseCause(error));
  const isFromDatabase = state !== null && /^(?=.*\d)[0-9A-Z]{5}$/.test(state);
  // Class 08: the connection broke. Codes of the driver and the system are no states, such as ECONNRESET.
  if (isFromDatabase) return state.startsWith("08");
  return state !== null || findAppError(error) !== null;
}

/** Entries by key, in the order of their last attempt. */
function createGroups<T>() {
  const groups = new Map<string, Entry<T>[]>();
  let count = 0;
  let bytes = 0;
  const first = (key: string): Entry<T> | undefined => groups.get(key)?.[0];
  const remove = (key: string, entry: Entry<T>) => {
    // Dropped meanwhile.
    if (first(key) !== entry) return;
    groups.get(key)?.shift();
    if (groups.get(key)?.length === 0) groups.delete(key);
    count--;
    bytes -= entry.size;
  };
  return {
    first,
    remove,
    has: (key: string) => groups.has(key),
    keys: () => [...groups.keys()],
    count: () => count,
    bytes: () => bytes,
    add(key: string, entry: Entry<T>) {
      const group = groups.get(key);
      if (group) group.push(entry);
      else groups.set(key, [entry]);
      count++;
      bytes += entry.size;
    },
    putLast(key: string) {
      const group = groups.get(key);
      if (!group) return;
      groups.delete(key);
      groups.set(key, group);
    },
    /** Removes refused entries, but of `spared` keys, until no more than `most` bytes are left, or none is refused. */
    makeRoom(most: number, spared: { has(key: string): boolean }): Entry<T>[] {
      const removed: Entry<T>[] = [];
      for (const key of groups.keys()) {
        if (bytes <= most) break;
        const entry = first(key);
        if (!entry?.refusal || spared.has(key)) continue;
        remove(key, entry);
        removed.push(entry);
      }
      return removed;
    },
    clear(): T[] {
      const items = [...groups.values()].flat().map(({ item }) => item);
      groups.clear();
      count = 0;
      bytes = 0;
      return items;
    },
  };
}
