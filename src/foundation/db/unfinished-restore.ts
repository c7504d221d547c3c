// The mark of a restore into Postgres that has not ended: a table, which is there before anything else of it and goes with its commit.
import { StartupError } from "../errors.ts";
import type { Database } from "./database.ts";

export const UNFINISHED_RESTORE = "unfinished_restore";

/** Throws where a restore runs, or died: a start would serve an empty database, and seal it for another one. */
export async function assertNoRestore({ query }: Pick<Database, "query">): Promise<void> {
  const [row] = await query<{ found: boolean; database: string }>(
    `select to_regclass('${UNFINISHED_RESTORE}') is not null as found, current_database() as database`,
  );
  if (!row?.found) return;
  throw new StartupError(
    `A restore into the database "${row.database}" has not ended, so that nothing is in it yet. Wait for it; if it was interrupted, run the same gateway restore again, or set DATABASE_URL to another database.`,
    { nextStep: "wait for the restore, or run the same gateway restore again" },
  );
}
