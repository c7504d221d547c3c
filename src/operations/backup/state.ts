// How backups stand: the last one that is known to the rows or lies at the place, and the failure since.
import type { BackupSettings } from "../../foundation/config/backup-settings.ts";
import type { Database } from "../../foundation/db/database.ts";
import { lastBackup } from "./last-backup.ts";
import { type BackupRun, newestRuns } from "./run-store.ts";
import { listBackups } from "./source.ts";
import { storageOf } from "./storage.ts";

/** A scrape waits for a storage that is away no longer than for the database. */
const TIMES = { timeoutMs: 1_000, waitMs: 100 };

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

/** A bucket is listed when the rows know of no backup in time, or where `isThorough`; a folder always, since that is cheap. */
export async function backupState(
  { config, database, clock }: StateDeps,
  { isThorough = false }: { isThorough?: boolean } = {},
): Promise<BackupState> {
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
  const recorded = isByCommand ? ofFile : ofJob;
  const isLooked = isThorough || isFolder(config.backups) || isOverdue(config.backups, recorded, clock.now());
  const stored = isLooked ? await newestStored(config.backups, clock.now()) : null;
  const isNewer = stored !== null && stored.finishedAt > (recorded?.startedAt ?? recorded?.finishedAt ?? 0);
  const last = isNewer ? stored : recorded;
  const failedAt = failed?.finishedAt ?? 0;
  const isSince = failed !== undefined && failedAt > (last?.finishedAt ?? 0);
  return { last, failure: isSince ? { finishedAt: failedAt, reason: failed.reason } : null };
}

const isFolder = (settings: BackupSettings | null) => settings !== null && "folder" in settings.place;

const isOverdue = (settings: BackupSettings | null, last: LastMade | null, now: number) =>
  settings !== null && (last === null || now - last.finishedAt > settings.everyMs);

/** The rows of a restored database are of the past; the place has what was made since. Null where it cannot be read. */
async function newestStored(settings: BackupSettings | null, now: number): Promise<LastMade | null> {
  if (!settings) return null;
  try {
    const listed = await listBackups(settings.place, TIMES);
    const newest = listed.find(({ taken_at }) => Date.parse(taken_at) <= now);
    if (!newest) return null;
    const { taken_at: takenAt, bytes } = newest;
    return { startedAt: null, finishedAt: Date.parse(takenAt), bytes, verified: null, reason: null };
  } catch {
    // Doctor has a line of its own for a place that cannot be read.
    return null;
  }
}

const lastMade = ({ startedAt, finishedAt, bytes, verified, reason }: BackupRun): LastMade => ({
  startedAt,
  finishedAt: finishedAt ?? startedAt,
  bytes: bytes ?? 0,
  verified,
  reason,
});
