// Limits the reports of a user to two at once, so that nobody's reports block those of others.
import { AppError } from "../../foundation/errors.ts";

/** Reports of one user at once, in this process. */
const MAX_AT_ONCE = 2;
/** Reports of one user that wait for their turn, as a page of the dashboard takes several. */
const MAX_QUEUED = 20;

export interface Reports {
  /** Runs a report of a user; 429 while two of that user's run, unless it may queue. */
  run<T>(userId: string, report: () => Promise<T>, mayQueue?: boolean): Promise<T>;
  /** Takes one of the two slots for as long as it takes; the result frees it. */
  acquire(userId: string, mayQueue?: boolean): Promise<() => void>;
}

export function createReports(): Reports {
  const ofUsers = new Map<string, { running: number; queue: (() => void)[] }>();
  const acquire: Reports["acquire"] = async (userId, mayQueue = false) => {
    const slots = ofUsers.get(userId) ?? { running: 0, queue: [] };
    ofUsers.set(userId, slots);
    if (slots.running < MAX_AT_ONCE) slots.running++;
    else if (mayQueue && slots.queue.length < MAX_QUEUED) {
      await new Promise<void>((resolve) => void slots.queue.push(resolve));
    } else {
      const text = `${MAX_AT_ONCE} of your reports are already being created. Try again when one is finished.`;
      throw new AppError("RATE_LIMITED", text, {}, 1);
    }
    return () => {
      const next = slots.queue.shift();
      if (next) next();
      else if (--slots.running === 0) ofUsers.delete(userId);
    };
  };
  return {
    acquire,
    async run(userId, report, mayQueue) {
      const release = await acquire(userId, mayQueue);
      try {
        return await report();
      } finally {
        release();
      }
    },
  };
}
