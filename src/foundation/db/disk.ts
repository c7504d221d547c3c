// How full a disk is.
import { statfsSync } from "node:fs";
import { sqlStateOf } from "../errors.ts";

export interface DiskUse {
  freeBytes: number;
  totalBytes: number;
  /** From 0 to 1, as `df` shows it to those who are not root. */
  used: number;
}

/** Null where the runtime or the file system does not say. */
export function diskUse(path: string): DiskUse | null {
  try {
    const { bsize, blocks, bfree, bavail } = statfsSync(path);
    const usedBlocks = blocks - bfree;
    if (blocks === 0) return null;
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, used: usedBlocks / (usedBlocks + bavail || 1) };
  } catch {
    // A file system that does not tell its size has no figures.
    return null;
  }
}

/** Bytes that are used and that there are, for those who are not root; null where nobody says. */
export function diskSize(path: string): { used: number; limit: number } | null {
  const disk = diskUse(path);
  if (!disk) return null;
  const limit = disk.used >= 1 ? disk.totalBytes : Math.round(disk.freeBytes / (1 - disk.used));
  return { used: limit - disk.freeBytes, limit };
}

/** Less than this is full for the embedded database, which writes its log in files of 16 MB, and more beside it. */
export const NEEDED_BYTES = 24 * 1024 * 1024;
/** The system's code, and that of a statement (SQLSTATE disk_full). */
const FULL_CODES: ReadonlySet<string> = new Set(["ENOSPC", "53100"]);

/** Whether an error comes from a full disk: by its code, or since the disk has no room, of which PGlite's errors say nothing. */
export function isOfFullDisk(error: unknown, disk: DiskUse | null): boolean {
  return FULL_CODES.has(sqlStateOf(error) ?? "") || (disk !== null && disk.freeBytes < NEEDED_BYTES);
}

export const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
