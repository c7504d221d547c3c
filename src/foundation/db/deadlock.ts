// Transactions that wait for each other's rows: the database rolls one of them back, and it is run again.
import { sqlStateOf } from "../errors.ts";

const ATTEMPTS = 3;

/** Runs a transaction again that was rolled back so that others could go on; nothing of it was written. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      // https://www.postgresql.org/docs/17/explicit-locking.html#LOCKING-DEADLOCKS
      if (attempt === ATTEMPTS || sqlStateOf(error) !== "40P01") throw error;
    }
  }
}
