// The job of backups: makes one when it is due, verifies and stores it, and deletes those of its own whose time is over.
import { existsSync, rmSync } from "node:fs";
import type { BackupSettings } from "../../foundation/config/backup-settings.ts";
import type { Config } from "../../foundation/config/config.ts";
import type { Database } from "../../foundation/db/database.ts";
import { AppError, StartupError, sqlStateOf } from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";
import type { Metrics } from "../../foundation/metrics/metrics.ts";
import type { Vault } from "../../foundation/vault/vault.ts";
import { writeArchive } from "./archive.ts";
import { recordBackup } from "./last-backup.ts";
import {
  type BackupRun,
  endRun,
  insertRun,
  listInterrupted,
  listStored,
  listUnfinished,
  markRemoved,
  newestRuns,
} from "./run-store.ts";
import type { Backups } from "./service.ts";
import { type BackupStorage, storageOf } from "./storage.ts";
import { type Verification, type Verify, verifyByCommand } from "./verification.ts";

/** A failed backup is tried again after this time: a full disk or a storage that is down takes its time. */
const RETRY_MS = 15 * 60_000;
/** Above it a restore into an embedded database takes hours. */
const MAX_VERIFIED_BYTES = 4 * 1024 ** 3;

export interface BackupJobDeps {
  config: Pick<Config, "backups" | "dataDir">;
  clock: { now(): number };
  log: Log;
  metrics: Metrics;
  vault: Vault;
  backups: Backups;
  /** Runs this program once more. */
  commandLine: readonly string[];
}

interface Job extends Omit<BackupJobDeps, "config" | "commandLine"> {
  database: Pick<Database, "kind" | "query">;
  dataDir: string;
  settings: BackupSettings;
  storage: BackupStorage;
  verify: Verify;
}

/** One round of the job; only one runs in the cluster. It stores its failures itself, and throws none. */
export async function backUpIfDue(
  { config, commandLine, ...deps }: BackupJobDeps,
  database: Pick<Database, "kind" | "query">,
  signal: AbortSignal,
  { verify = verifyByCommand(commandLine), storage }: { verify?: Verify; storage?: BackupStorage } = {},
): Promise<void> {
  const { backups: settings, dataDir } = config;
  if (!settings) return;
  const job = { ...deps, database, dataDir, settings, storage: storage ?? storageOf(settings, dataDir), verify };
  await endUnfinished(job);
  const now = deps.clock.now();
  if (!isDue(await newestRuns(database, now, job.storage.place), settings, now)) return;
  await makeOne(job, signal);
  await removeOld(job);
}

export function isDue(
  { made, failed }: Partial<Record<"made" | "failed", Pick<BackupRun, "startedAt" | "finishedAt">>>,
  { everyMs }: Pick<BackupSettings, "everyMs">,
  now: number,
): boolean {
  if (made && now - made.startedAt < everyMs) return false;
  const failedAt = failed?.finishedAt ?? null;
  return failedAt === null || failedAt > now || now - failedAt >= RETRY_MS;
}

/** What a process left that died on its way. */
async function endUnfinished({ database, storage, clock, log }: Job): Promise<void> {
  for (const { id, name } of await listUnfinished(database, storage.place)) {
    await storage.discard(name).catch((error: unknown) => log.warn("backup_not_discarded", { name, error }));
    const reason = "The process ended during the backup.";
    const ended = { finishedAt: clock.now(), bytes: null, verified: null, reason };
    await endRun(database, { id, outcome: "interrupted", ...ended });
    log.warn("backup_interrupted", { name });
  }
}

/** Names sort by time, and no two backups share one. */
const nameOf = (id: string, now: number) =>
  `gateway-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}-${id.slice(0, 8)}.backup`;

async function makeOne(job: Job, signal: AbortSignal): Promise<void> {
  const { database, storage, clock, log, metrics, dataDir } = job;
  const [id, startedAt] = [crypto.randomUUID(), clock.now()];
  const name = nameOf(id, startedAt);
  const open = { finishedAt: null, bytes: null, verified: null, reason: null };
  await insertRun(database, { id, startedAt, outcome: "running", place: storage.place, name, ...open });
  try {
    const { bytes, verified, reason } = await written(job, name, signal);
    const finishedAt = clock.now();
    await endRun(database, { id, finishedAt, outcome: "made", bytes, verified, reason });
    if (database.kind === "embedded")
      recordBackup(dataDir, {
        ...{ finished_at: new Date(finishedAt).toISOString(), file: name, bytes },
        place: storage.place,
      });
    log.info("backup_made", { name, bytes, verified, duration_ms: finishedAt - startedAt });
    if (verified === false) {
      metrics.backupFailure("verification");
      log.error("backup_not_restorable", { name, reason });
    } else if (reason !== null) log.warn("backup_not_verified", { name, reason });
  } catch (error) {
    const reason = signal.aborted ? "The gateway stopped, or the time of the job was over." : sentenceOf(error);
    const outcome = signal.aborted ? "interrupted" : "failed";
    log.error("backup_failed", { name, reason, error });
    metrics.backupFailure("backup");
    await storage.discard(name).catch(() => {
      // What made the backup fail may keep this from working, too; the next run tries again.
    });
    await endRun(database, { id, outcome, finishedAt: clock.now(), bytes: null, verified: null, reason });
  }
}

interface WrittenBackup extends Verification {
  bytes: number;
}

async function written(job: Job, name: string, signal: AbortSignal): Promise<WrittenBackup> {
  const { storage, backups, vault } = job;
  const file = storage.fileOf(name);
  const entries = await backups.begin();
  try {
    const { head, bytes } = await writeArchive(file, { entries, secrets: null, vault, signal, checkHead: () => {} });
    const verification = await verified(job, file, head.bytes, signal);
    await storage.store(name, signal);
    return { bytes, ...verification };
  } catch (error) {
    if (existsSync(file)) rmSync(file, { force: true });
    throw error;
  } finally {
    await entries.end();
  }
}

async function verified(
  { settings, verify }: Job,
  file: string,
  bytes: number,
  signal: AbortSignal,
): Promise<Verification> {
  if (!settings.isVerified) return { verified: null, reason: null };
  if (bytes <= MAX_VERIFIED_BYTES) return verify(file, signal);
  const reason = "The database is larger than 4 GB: restore the backup at another place to verify it.";
  return { verified: null, reason };
}

/** A sentence for the operator, without what a driver says of hosts, users and values. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof AppError) return error.message;
  const code = sqlStateOf(error);
  return `It failed unexpectedly${code === null ? "" : ` (${code})`}: backup_failed in the log says why.`;
}

/** Deletes only what this job has made here, and neither the newest one nor the newest that was restored as a trial. */
async function removeOld({ database, storage, settings, clock, log }: Job): Promise<void> {
  const stored = await listStored(database, storage.place);
  const now = clock.now();
  const { keep } = settings;
  const spared = new Set([stored[0], stored.find(({ verified }) => verified === true)]);
  const isOver = (run: BackupRun, i: number) =>
    "backups" in keep ? i >= keep.backups : now - run.startedAt > keep.forMs;
  // Nobody counts their files, which go once there is a newer one that is not known to be bad.
  const newer = stored.find(({ verified }) => verified !== false);
  const interrupted = newer ? await listInterrupted(database, storage.place, newer.startedAt) : [];
  for (const run of [...stored.filter((one, i) => isOver(one, i) && !spared.has(one)), ...interrupted]) {
    try {
      await storage.remove(run.name);
      await markRemoved(database, run.id, now);
      log.info("backup_removed", { name: run.name });
    } catch (error) {
      log.warn("backup_not_removed", { name: run.name, error });
    }
  }
}
