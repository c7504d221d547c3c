// The folder in which a restore prepares a database, and the renames that put it into its place, whenever they are repeated.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { StartupError, sqlStateOf } from "../../foundation/errors.ts";
import { flushPath } from "../../foundation/flush-files.ts";
import { secretsFile } from "../../foundation/vault/secrets-file.ts";
import { BackupError } from "./format.ts";

export const restoringFolder = (dataDir: string) => join(dataDir, "restoring");

/** Written when the database in the folder is checked and on the disk: from then on only renames are left. */
export interface Ready {
  /** The backup's id. */
  id: string;
  /** The folder for what was there before. */
  aside: string;
}

const readyFile = (dataDir: string) => join(restoringFolder(dataDir), "ready.json");

export function readReady(dataDir: string): Ready | null {
  try {
    return JSON.parse(readFileSync(readyFile(dataDir), "utf8")) as Ready;
  } catch {
    // A file that is missing or cut off stands for a restore that did not finish.
    return null;
  }
}

export function writeReady(dataDir: string, ready: Ready): void {
  const unfinished = `${readyFile(dataDir)}.new`;
  writeFileSync(unfinished, JSON.stringify(ready), { mode: 0o600, flush: true });
  renameSync(unfinished, readyFile(dataDir));
  flushPath(restoringFolder(dataDir));
}

/** Without this a gateway that starts between two renames would make a new, empty database. */
export function assertNotRestoring(dataDir: string): void {
  if (hasEmbedded(dataDir) || !existsSync(restoringFolder(dataDir))) return;
  throw new StartupError(
    `A restore into ${dataDir} is unfinished. Run "gateway restore" with the same file again, or remove ${restoringFolder(dataDir)} to cancel it.`,
  );
}

/** Puts the database and secrets into their place and what was there aside; returns where that is. Safe to repeat. */
export function swapIn(dataDir: string, { aside: name }: Ready): string | null {
  const folder = restoringFolder(dataDir);
  const aside = join(dataDir, name);
  const moveAside = (path: string, to: string) => {
    if (!existsSync(path)) return;
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    move(path, join(aside, to));
  };
  const prepared = join(folder, "pglite");
  const preparedSecrets = secretsFile(folder);
  if (existsSync(prepared)) {
    moveAside(join(dataDir, "pglite"), "pglite");
    if (existsSync(preparedSecrets)) {
      moveAside(secretsFile(dataDir), "secrets.json");
      move(preparedSecrets, secretsFile(dataDir));
    }
    flushPath(dataDir);
    // Last: a gateway that starts finds either nothing or everything.
    move(prepared, join(dataDir, "pglite"));
    flushPath(dataDir);
  }
  rmSync(folder, { recursive: true, force: true });
  return existsSync(aside) ? aside : null;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const code = sqlStateOf(error) ?? "";
    const why = ["EBUSY", "EXDEV"].includes(code) ? ", because it is a separate mount: mount DATA_DIR instead" : "";
    throw new BackupError(`${from} cannot be renamed to ${to} (${code})${why}. Run the restore again afterwards.`);
  }
}
