// Limits the reports of a user to two at once, so that nobody's reports block those of others.
import { AppError } from "../errors.ts";

/** Reports of one user at once, in this process. */
const MAX_AT_ONCE = 2;

export interface Reports {
  /** Runs a report of a user; 429 while two of that user's run. */
  run<T>(userId: string, report: () => Promise<T>): Promise<T>;
}

export function createReports(): Reports {
  const running = new Map<string, number>();
  return {
    async run(userId, report) {
      const count = running.get(userId) ?? 0;
      if (count >= MAX_AT_ONCE) {
        const text = `${MAX_AT_ONCE} reports of yours are being made already; ask again when one has come.`;
        throw new AppError("RATE_LIMITED", text, {}, 1);
      }
      running.set(userId, count + 1);
      try {
        return await report();
      } finally {
        const left = (running.get(userId) ?? 1) - 1;
        if (left === 0) running.delete(userId);
        else running.set(userId, left);
      }
    },
  };
}
