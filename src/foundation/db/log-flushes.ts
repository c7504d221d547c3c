// Group commit of the embedded database: brings its write-ahead log to the disk once for all who wait, off this thread.
import fs from "node:fs";

export interface LogFlushes {
  /** Notes that the bytes written to a file of the log must be on the disk before anybody gets the answer. */
  order(path: string): void;
  /** Flushes what was ordered, before it returns; throws what the disk said. */
  now(): void;
  /** Resolves once all that was ordered is on the disk; null where it is already. Throws for ever once the disk refused. */
  settled(): Promise<void> | null;
  /** Ends all that is acknowledged, because of what the disk said; gives the error that is thrown from then on. */
  refuse(cause: unknown): Error;
  /** Flushes, and lets go of its handles: before files of the log get other names, or go. */
  release(): void;
}

/** `onRefusal` gets what the disk said when it refused, once; where it returns, every flush from then on throws it. */
export function createLogFlushes(onRefusal: (error: Error) => void): LogFlushes {
  const handles = new Map<string, number>();
  /** Handles whose flush is ordered and not begun, and those of the flush that is under way. */
  let due = new Set<number>();
  let underWay = new Set<number>();
  /** Given back while another thread flushes them. */
  const released = new Set<number>();
  let [ordered, durable] = [0, 0];
  let running: Promise<void> | null = null;
  let refusal: Error | null = null;

  // A page that the kernel could not write counts as clean afterwards: the next flush would succeed without it.
  // https://wiki.postgresql.org/wiki/Fsync_Errors
  const refuse = (cause: unknown): Error => {
    if (refusal) return refusal;
    const { code } = cause as NodeJS.ErrnoException;
    refusal = Object.assign(new Error(`The disk refused to flush the database (${code}).`, { cause }), { code });
    onRefusal(refusal);
    return refusal;
  };
  const assertWhole = () => {
    if (refusal) throw refusal;
  };

  async function flush(): Promise<void> {
    const upTo = ordered;
    [underWay, due] = [due, underWay];
    try {
      await Promise.all(Array.from(underWay, flushFile));
      durable = Math.max(durable, upTo);
    } catch (error) {
      throw refuse(error);
    } finally {
      underWay.clear();
      for (const handle of released) fs.closeSync(handle);
      released.clear();
      running = null;
    }
  }

  async function waitFor(until: number): Promise<void> {
    while (durable < until) {
      running ??= flush();
      await running;
    }
    assertWhole();
  }

  return {
    refuse,
    order(path) {
      assertWhole();
      // Windows flushes for handles that may write alone.
      const handle = handles.get(path) ?? fs.openSync(path, "r+");
      handles.set(path, handle);
      due.add(handle);
      ordered++;
    },
    now() {
      assertWhole();
      if (durable === ordered) return;
      try {
        for (const handle of new Set([...underWay, ...due])) fs.fdatasyncSync(handle);
      } catch (error) {
        throw refuse(error);
      }
      due.clear();
      durable = ordered;
    },
    settled() {
      assertWhole();
      return durable === ordered ? null : waitFor(ordered);
    },
    release() {
      this.now();
      for (const handle of handles.values()) {
        if (underWay.has(handle)) released.add(handle);
        else fs.closeSync(handle);
      }
      handles.clear();
    },
  };
}

const flushFile = (handle: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fdatasync(handle, (error) => (error ? reject(error) : resolve())));
