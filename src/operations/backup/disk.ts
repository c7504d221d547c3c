// Whether a disk has room for a backup.
import { diskUse, megabytes } from "../../foundation/db/disk.ts";
import { BackupError } from "./format.ts";

/** Throws unless the folder's disk has room for that many bytes. */
export function assertSpace(folder: string, bytes: number, what: string): void {
  const disk = diskUse(folder);
  if (!disk || disk.freeBytes >= bytes) return;
  throw new BackupError(
    `the disk of ${folder} has ${megabytes(disk.freeBytes)} MB free, and ${what} may need ${megabytes(bytes)} MB: free some space.`,
  );
}
