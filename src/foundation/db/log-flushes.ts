// Group commit of the embedded database: brings its write-ahead log to the disk once for all who wait, off this thread.
import fs from "node:fs";

export interface LogFlushes {
  /** Notes that the bytes written to a file of the log must be on the disk before anybody gets the answer. */
  order(path: string): void;
  /** Flushes what was ordered, before it returns; throws what the disk said. */
  now(): void;
  /** Resolves once all that was ordered is on the disk; null where it is already. Throws for ever once the disk refused. */
  settled(): Promise<void> | null;
  /** Closes its handles, before files of the log get other names or go. */
  release(): void;
}

export function createLogFlushes(): LogFlushes {
  const handles = new Map<string, number>();
  /** Ordered and not begun, and those of the flush that is under way. */
  let waiting = new Set<number>();
  let underWay = new Set<number>();
  let [ordered, durable] = [0, 0];
  let running: Promise<void> | null = null;
  let refusal: Error | null = null;

  // A page that the kernel could not write counts as clean afterwards: the next flush would succeed without it.
  // https://wiki.postgresql.org/wiki/Fsync_Errors
  const refuse = (cause: unknown): Error => {
    const { code } = cause as NodeJS.ErrnoException;
    refusal ??= Object.assign(new Error("The disk refused to keep what was written to it.", { cause }), { code });
    return refusal;
  };
  const assertWhole = () => {
    if (refusal) throw refusal;
  };

  async function flush(): Promise<void> {
    const upTo = ordered;
    [underWay, waiting] = [waiting, underWay];
    try {
      await Promise.all(Array.from(underWay, flushFile));
      durable = Math.max(durable, upTo);
    } catch (error) {
      throw refuse(error);
    } finally {
      underWay.clear();
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
    order(path) {
      assertWhole();
      let handle = handles.get(path);
      // Windows flushes for handles that may write alone.
      if (handle === undefined) handles.set(path, (handle = fs.openSync(path, "r+")));
      waiting.add(handle);
      ordered++;
    },
    now() {
      assertWhole();
      if (durable === ordered) return;
      try {
        for (const handle of new Set([...underWay, ...waiting])) fs.fdatasyncSync(handle);
      } catch (error) {
        throw refuse(error);
      }
      waiting.clear();
      durable = ordered;
    },
    settled() {
      assertWhole();
      return durable === ordered ? null : waitFor(ordered);
    },
    release() {
      this.now();
      for (const handle of handles.values()) fs.closeSync(handle);
      handles.clear();
    },
  };
}

const flushFile = (handle: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fdatasync(handle, (error) => (error ? reject(error) : resolve())));
