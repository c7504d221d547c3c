// How full a disk is.
import { statfsSync } from "node:fs";

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

export const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** Such as `14.2 kB`: a number of one decimal, and its unit. */
export function sizeOf(bytes: number): { value: number; unit: (typeof UNITS)[number] } {
  let [value, i] = [bytes / 1_000, 0];
  for (; value >= 1_000 && i < UNITS.length - 1; i++) value /= 1_000;
  return { value: Math.round(value * 10) / 10, unit: UNITS[i] ?? "TB" };
}

export function sizeText(bytes: number): string {
  const { value, unit } = sizeOf(bytes);
  return `${value} ${unit}`;
}
