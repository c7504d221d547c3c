// The place of the job's backups: a folder, or a bucket by way of a folder.
import { accessSync, constants, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackupSettings } from "../../foundation/config/backup-settings.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { BackupError } from "./format.ts";
import { s3Storage } from "./s3-storage.ts";

export interface BackupStorage {
  /** Names the place without its keys. */
  place: string;
  /** The file of a backup while it is written and verified. Throws `BackupError` where it cannot be written. */
  fileOf(name: string): string;
  /** Puts the whole file into its place. */
  store(name: string, signal: AbortSignal): Promise<void>;
  /** Removes what an unfinished backup has left, and never a whole one. */
  discard(name: string): Promise<void>;
  /** Removes a whole backup; one that is gone already is no error. */
  remove(name: string): Promise<void>;
}

export function storageOf({ place }: Pick<BackupSettings, "place">, dataDir: string): BackupStorage {
  return "folder" in place ? folderStorage(place.folder) : s3Storage(place.s3, workFolder(dataDir));
}

function folderStorage(folder: string): BackupStorage {
  return {
    place: folder,
    fileOf(name) {
      assertWritable(folder);
      return join(folder, name);
    },
    // It was written there.
    store: async () => {},
    discard: async (name) => rmSync(join(folder, `${name}.partial`), { force: true }),
    remove: async (name) => rmSync(join(folder, name), { force: true }),
  };
}

function assertWritable(folder: string): void {
  const error = folderError(folder);
  if (error !== null) throw new BackupError(error);
}

/** Why no backup can be written where the settings want it, as a sentence; null where one can, and of a bucket. */
export function placeError(settings: Pick<BackupSettings, "place"> | null): string | null {
  return settings && "folder" in settings.place ? folderError(settings.place.folder) : null;
}

/** A folder that is missing is not made: it may be a disk that is not mounted, and the backup would fill another one. */
function folderError(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return `The folder ${folder} of GATEWAY_BACKUP_DIR is missing: create or mount it.`;
  if (!found.isDirectory()) return `${folder} of GATEWAY_BACKUP_DIR is a file: set it to a folder.`;
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return `The folder ${folder} of GATEWAY_BACKUP_DIR cannot be written (${sqlStateOf(error)}): give the gateway's user the right to.`;
  }
}

/** TMPDIR where that is set, since the data folder of a container may be small; else the data folder, or the system's own. */
const workFolder = (dataDir: string) => (): string => {
  for (const parent of process.env.TMPDIR ? [tmpdir(), dataDir] : [dataDir, tmpdir()]) {
    const folder = join(parent, "gateway-backups");
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // The next one is tried; the error names both.
    }
  }
  throw new BackupError(
    `A backup needs a folder to be written to first, and neither ${dataDir} nor ${tmpdir()} can be written.`,
  );
};
