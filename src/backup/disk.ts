// Whether a disk has room.
import { statfsSync } from "node:fs";
import { BackupError } from "./format.ts";

export interface DiskUse {
  freeBytes: number;
  /** From 0 to 1, as `df` shows it to those who are not root. */
  used: number;
}

/** Null where the runtime or the file system does not say. */
export function diskUse(path: string): DiskUse | null {
  try {
    const { bsize, blocks, bfree, bavail } = statfsSync(path);
    const usedBlocks = blocks - bfree;
    if (blocks === 0) return null;
    return { freeBytes: bavail * bsize, used: usedBlocks / (usedBlocks + bavail || 1) };
  } catch {
    return null;
  }
}

/** Throws unless the folder's disk has room for that many bytes. */
export function assertSpace(folder: string, bytes: number, what: string): void {
  const disk = diskUse(folder);
  if (!disk || disk.freeBytes >= bytes) return;
  throw new BackupError(
    `the disk of ${folder} has ${megabytes(disk.freeBytes)} MB free, and ${what} may need ${megabytes(bytes)} MB: make room.`,
  );
}

export const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
