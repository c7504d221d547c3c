// When the last backup was made, as `gateway doctor` tells; a file beside the database, since a restore must not turn it back.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LastBackup {
  finished_at: string;
  file: string;
  bytes: number;
  /** Set for a backup of the job, and for no command's file. */
  place?: string;
}

const fileIn = (dataDir: string) => join(dataDir, "last-backup.json");

export function recordBackup(dataDir: string, backup: LastBackup): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(backup)}\n`, { mode: 0o600 });
}

/** Null where none is known. */
export function lastBackup(dataDir: string): LastBackup | null {
  try {
    const backup = JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as LastBackup;
    return Number.isNaN(Date.parse(backup.finished_at)) ? null : backup;
  } catch {
    // A file that is missing or cut off tells of no backup.
    return null;
  }
}
