// Looks into a data folder without loading the embedded database.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** In a data folder, and in the database below it. */
export const LOCK_FILE = "gateway.lock";

/** Full: what is acknowledged survives a power cut. Relaxed: it survives the end of the process alone, and costs less. */
export type Durability = "full" | "relaxed";

/** Whether a data folder has an embedded database. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(join(dataDir, "pglite", "PG_VERSION"));
}
