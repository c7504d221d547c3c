// How full a disk is.
import { statfsSync } from "node:fs";

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
    // A file system that does not tell its size has no figures.
    return null;
  }
}

export const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
