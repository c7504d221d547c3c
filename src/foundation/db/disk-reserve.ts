// A file beside the embedded database that is given up when the disk is full: Postgres needs room to start at all.
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../errors.ts";
import { diskUse, isOfFullDisk, megabytes, NEEDED_BYTES } from "./disk.ts";

const CHUNK_BYTES = 1024 * 1024;
/** Two files of WAL, in which a start recovers and makes its first checkpoint. */
export const RESERVE_BYTES = 32 * CHUNK_BYTES;
/** So much stays free beside a new reserve. */
const AMPLE_BYTES = 4 * RESERVE_BYTES;

const reserveFile = (dataDir: string) => join(dataDir, "reserve");

export const hasReserve = (dataDir: string): boolean => existsSync(reserveFile(dataDir));

/** Makes the reserve where there is none and room is ample; whether it did. */
export async function makeReserve(dataDir: string): Promise<boolean> {
  const disk = diskUse(dataDir);
  if (!disk || disk.freeBytes < AMPLE_BYTES + RESERVE_BYTES || hasReserve(dataDir)) return false;
  const file = reserveFile(dataDir);
  try {
    const handle = await open(file, "wx", 0o600);
    // No zeros: a file system may store none.
    const chunk = randomBytes(CHUNK_BYTES);
    try {
      for (let written = 0; written < RESERVE_BYTES; written += CHUNK_BYTES) await handle.write(chunk);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Gives the reserve up if the disk has too little room to start; the free bytes that made it necessary, else null. */
export function releaseReserve(dataDir: string): number | null {
  const disk = diskUse(dataDir);
  if (!disk || disk.freeBytes >= NEEDED_BYTES || !hasReserve(dataDir)) return null;
  rmSync(reserveFile(dataDir));
  return disk.freeBytes;
}

/** What an error of a start means where the disk is full, which the embedded database tells in no words of its own. */
export function diskError(dataDir: string, error: unknown): unknown {
  const disk = diskUse(dataDir);
  if (error instanceof StartupError || !isOfFullDisk(error, disk)) return error;
  const free = disk ? `, ${megabytes(disk.freeBytes)} MB free` : "";
  return new StartupError(
    `The disk of ${dataDir} is full (ENOSPC${free}), and the embedded database needs ${megabytes(NEEDED_BYTES)} MB to start: move backups, logs and folders before-restore-* away, or enlarge the disk. Remove nothing in ${join(dataDir, "pglite")}.`,
    { cause: error },
  );
}
