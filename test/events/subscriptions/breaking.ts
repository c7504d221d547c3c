// A database under a process that dies: its next transactions break off where a test says.
import type { RequestDatabase } from "../../../src/foundation/db/database.ts";

/** Where the process dies in a transaction: before it, before its commit, or before the commit is heard of. */
export const CRASHES = ["before", "inside", "after"] as const;
export type Crash = (typeof CRASHES)[number];

/** A database whose next transactions break off; the queue is used up one transaction at a time. */
export function breaking(database: RequestDatabase, crashes: (Crash | null)[]): RequestDatabase {
  return {
    ...database,
    async transaction(work) {
      const crash = crashes.shift() ?? null;
      if (crash === "before") throw new Error("The process died.");
      const result = await database.transaction(async (tx) => {
        const inner = await work(tx);
        if (crash === "inside") throw new Error("The process died.");
        return inner;
      });
      if (crash === "after") throw new Error("The process died.");
      return result;
    },
  };
}
