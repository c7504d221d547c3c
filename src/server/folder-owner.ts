// Gives back what root writes into the data folder of another user, whose next start would be refused its own database.
import { existsSync, lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

interface Owner {
  uid: number;
  gid: number;
}

const ROOT = 0;

/** What to run after each use of the embedded database; does nothing for a user who is not root, or a folder of root's own. */
export function ownershipKeeper(dataDir: string): () => void {
  const owner = process.getuid?.() === ROOT ? ownerOf(dataDir) : null;
  if (!owner || owner.uid === ROOT) return () => {};
  return () => {
    for (const path of writtenIn(dataDir)) giveTo(path, owner);
  };
}

/** The owner of the database, which may be mounted alone, else of the folder around it. */
function ownerOf(dataDir: string): Owner | null {
  const folder = [join(dataDir, "pglite"), dataDir].find((path) => existsSync(path));
  return folder === undefined ? null : statSync(folder);
}

/** The database as a whole, and the gateway's files beside it; other folders may be an operator's. */
function writtenIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  const database = join(dataDir, "pglite");
  const isThere = existsSync(database) && lstatSync(database).isDirectory();
  return [...files.map(({ name }) => join(dataDir, name)), ...(isThere ? [database, ...below(database)] : [])];
}

/** The runtime's own recursive list follows links to other folders. */
function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...below(path)] : [path];
  });
}

/** Never through a link, which could lead to a file that root alone may have. */
function giveTo(path: string, { uid, gid }: Owner): void {
  try {
    const found = lstatSync(path);
    const isLinked = found.isSymbolicLink() || (found.isFile() && found.nlink > 1);
    if (found.uid === ROOT && !isLinked) lchownSync(path, uid, gid);
  } catch {
    // Gone meanwhile, or on a file system that gives root no such right.
  }
}
