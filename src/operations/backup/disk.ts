// Whether a disk has room for a backup.
import { diskUse, isOfFullDisk, megabytes } from "../../foundation/db/disk.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { BackupError } from "./format.ts";

/** Throws unless the folder's disk has room for that many bytes. */
export function assertSpace(folder: string, bytes: number, what: string): void {
  const disk = diskUse(folder);
  if (!disk || disk.freeBytes >= bytes) return;
  throw new BackupError(
    `the disk of ${folder} has ${megabytes(disk.freeBytes)} MB free, and ${what} may need ${megabytes(bytes)} MB: free some space.`,
  );
}

/** What an error means where the disk of a trial is full: it says nothing of the backup. */
export function spaceError(folder: string, error: unknown, what: string): unknown {
  const disk = diskUse(folder);
  if (!isOfFullDisk(error, disk) && sqlStateOf(error) !== "EDQUOT") return error;
  const free = disk ? `has ${megabytes(disk.freeBytes)} MB free` : "is full";
  return new BackupError(`the disk of ${folder} ${free}, which is too little for ${what}: free some space.`, {
    cause: error,
  });
}
