// How backups stand: the last one that is known, whoever made it, and the failure since.
import type { BackupSettings } from "../../foundation/config/backup-settings.ts";
import type { Database } from "../../foundation/db/database.ts";
import { lastBackup } from "./last-backup.ts";
import { type BackupRun, newestRuns } from "./run-store.ts";
import { storageOf } from "./storage.ts";

export interface LastMade {
  /** Unix milliseconds; null where a command made it. */
  startedAt: number | null;
  finishedAt: number;
  bytes: number;
  verified: boolean | null;
  reason: string | null;
}

export interface BackupState {
  last: LastMade | null;
  failure: { finishedAt: number; reason: string | null } | null;
}

interface StateDeps {
  config: { dataDir: string; backups: BackupSettings | null };
  database: Pick<Database, "kind" | "query">;
  clock: { now(): number };
}

export async function backupState({ config, database, clock }: StateDeps): Promise<BackupState> {
  // A place that the settings no longer name keeps no backup from being made, and has none that is looked for there.
  const place = config.backups && storageOf(config.backups, config.dataDir).place;
  const { made, failed } = await newestRuns(database, clock.now(), place);
  // A backup of the embedded database is known by a file as well, since a restore would turn the table back.
  const known = database.kind === "embedded" ? lastBackup(config.dataDir) : null;
  const file = place === null || known?.place === place ? known : null;
  const ofFile = file && {
    ...file,
    startedAt: null,
    finishedAt: Date.parse(file.finished_at),
    verified: null,
    reason: null,
  };
  const ofJob = made ? lastMade(made) : null;
  const isByCommand = ofFile !== null && ofFile.finishedAt > (ofJob?.finishedAt ?? 0);
  const last = isByCommand ? ofFile : ofJob;
  const failedAt = failed?.finishedAt ?? 0;
  const isSince = failed !== undefined && failedAt > (last?.finishedAt ?? 0);
  return { last, failure: isSince ? { finishedAt: failedAt, reason: failed.reason } : null };
}

const lastMade = ({ startedAt, finishedAt, bytes, verified, reason }: BackupRun): LastMade => ({
  startedAt,
  finishedAt: finishedAt ?? startedAt,
  bytes: bytes ?? 0,
  verified,
  reason,
});
