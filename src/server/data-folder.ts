// The data folder of a gateway: made for its owner alone, and locked against a second process.
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasEmbedded, LOCK_FILE } from "../foundation/db/embedded-folder.ts";
import { StartupError, sqlStateOf } from "../foundation/errors.ts";
import type { Platform } from "../foundation/platform/platform.ts";
import { unwritableAdvice } from "../foundation/unwritable.ts";

/** The embedded database allows one process at a time. */
export class DataFolderInUse extends StartupError {
  constructor(folder: string) {
    super(`Another gateway process or command uses the data folder ${folder}: stop it, or set DATA_DIR.`);
  }
}

export function makeDataDir(dataDir: string): void {
  const other = noFolder(dataDir);
  if (other !== null) throw new StartupError(other);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
  const closed = closedDatabase(dataDir);
  if (closed !== null) throw new StartupError(closed);
}

/** Another user's database below a folder that is one's own; null without one, and for one that can be used. */
function closedDatabase(dataDir: string): string | null {
  const folder = join(dataDir, "pglite");
  // A file in its place is named by what opens it.
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return null;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return unwritable(dataDir, error, folder).message;
  }
}

const unwritable = (dataDir: string, error: unknown, folder = dataDir) =>
  new StartupError(
    `The ${folder === dataDir ? "data folder" : "database's folder"} ${folder} must be writable (${sqlStateOf(error)}): ${unwritableAdvice(error, { setting: "DATA_DIR", folder: dataDir })}.`,
  );

function noFolder(dataDir: string): string | null {
  if (!existsSync(dataDir) || statSync(dataDir).isDirectory()) return null;
  return `The data folder ${dataDir} must be a folder, and a file is there: set DATA_DIR.`;
}

/** What `makeDataDir` would throw, without making anything; null where it would not. */
export function dataDirError(dataDir: string): string | null {
  const other = noFolder(dataDir);
  if (other !== null) return other;
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory() ? closedDatabase(dataDir) : unwritable(dataDir, { code: "ENOTDIR" }).message;
  } catch (error) {
    return unwritable(dataDir, error).message;
  }
}

/**
 * Locks the folder by a file inside it, since a link, a mount or another container may give it another path, and the
 * database in it, which may be mounted alone.
 */
export function lockDataDir(dataDir: string, platform: Platform): { lockDatabase(): void; release(): void } {
  const unlocks: (() => void)[] = [];
  const release = () => {
    for (const unlock of unlocks.splice(0).reverse()) unlock();
  };
  const lock = (file: string) => {
    const unlock = platform.lock(file);
    if (!unlock) throw new DataFolderInUse(dataDir);
    unlocks.push(unlock);
  };
  let isDatabaseLocked = false;
  const lockDatabase = () => {
    if (isDatabaseLocked || !hasEmbedded(dataDir)) return;
    lock(join(dataDir, "pglite", LOCK_FILE));
    isDatabaseLocked = true;
  };
  try {
    lock(join(dataDir, LOCK_FILE));
    lockDatabase();
  } catch (error) {
    release();
    if (error instanceof DataFolderInUse) throw error;
    const why = sqlStateOf(error) ?? (error as Error).message;
    throw new StartupError(
      `The data folder ${dataDir} cannot be locked (${why}): ${LOCK_FILE} in it must be writable, on a disk that supports file locks.`,
    );
  }
  return { lockDatabase, release };
}
