// Looks into a data folder without loading the embedded database.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether a data folder has an embedded database. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(join(dataDir, "pglite", "PG_VERSION"));
}
