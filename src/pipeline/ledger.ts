// One module for "may this call happen" and "it happened": exact limits and a usage log that the answer waits for.

import type { RequestDatabase } from "../db/database.ts";
import { databaseCause } from "../db/timeouts.ts";
import { type Admission, createRateLimiter, type Limits, type Rates } from "../limits/rate-limiter.ts";
import type { Log } from "../log.ts";
import { createUsageWriter, type UsageRow } from "../usage/writer.ts";

export interface Ledger {
  /** Asks for one call within the limits of `owner` ("user:<id>", "partner:<user id>"); 503 while the log cannot be written. */
  admit(owner: string, limits: Limits): Promise<Admission>;
  /** The rate headers' values without asking for a call. */
  peek(owner: string, limits: Limits): Promise<Rates>;
  /** Asks the database again before a user's leased calls are spent, everybody's with null; for a change of tier. */
  invalidate(userId: string | null): void;
  /** Commits a row of the usage log; 503 when that takes longer than a second (the row stays queued), and at once in an outage. */
  record(row: UsageRow): Promise<void>;
  /** Whether rows of the usage log can be written now, as far as is known. */
  isWritable(): boolean;
  /** Writes what is queued and gives unspent calls back. */
  close(): Promise<void>;
}

export function createLedger(database: RequestDatabase, now: () => number, log?: Log): Ledger {
  const admissions = createRateLimiter(database, now);
  const writer = createUsageWriter(database, log);
  return {
    async admit(owner, limits) {
      const outage = writer.outage();
      if (outage) throw outage;
      return await admissions.admit(owner, limits);
    },
    peek: admissions.peek,
    invalidate: admissions.invalidate,
    record: writer.write,
    isWritable: () => writer.outage() === null,
    async close() {
      await writer.drain();
      await admissions
        .release()
        .catch((error: unknown) => log?.warn("calls_not_given_back", { error: databaseCause(error) }));
    },
  };
}
