// Gives back what root writes into the data folder of another user, whose next start would be refused its own database.
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

interface Owner {
  uid: number;
  gid: number;
}

const ROOT = 0;
const DATABASE = "pglite";

/** What to run after each use of the embedded database; does nothing for a user who is not root, or a folder of root's own. */
export function ownershipKeeper(dataDir: string): () => void {
  const owner = process.getuid?.() === ROOT ? ownerOf(dataDir) : null;
  if (!owner || owner.uid === ROOT) return () => {};
  // DATA_DIR itself may be a link.
  return () => giveIn(realpathSync(dataDir), owner, isOfGateway);
}

/** The owner of the database, which may be mounted alone, else of the folder around it. */
function ownerOf(dataDir: string): Owner | null {
  const folder = [join(dataDir, DATABASE), dataDir].find((path) => existsSync(path));
  return folder === undefined ? null : statSync(folder);
}

/** The database as a whole, and the gateway's files beside it; other folders may be an operator's. */
const isOfGateway = (entry: Dirent) => entry.isFile() || (entry.isDirectory() && entry.name === DATABASE);

/** Each folder is held open, so that one that its owner replaces by a link meanwhile leads to no file of root's elsewhere. */
function giveIn(folder: string, owner: Owner, isGiven: (entry: Dirent) => boolean = () => true): void {
  const held = hold(folder);
  if (!held) return;
  try {
    for (const entry of readdirSync(held.path, { withFileTypes: true }).filter(isGiven)) {
      const path = join(held.path, entry.name);
      giveTo(path, owner);
      if (entry.isDirectory()) giveIn(path, owner);
    }
  } finally {
    closeSync(held.fd);
  }
}

/** A path that leads to this very folder, as only Linux has it. */
function hold(folder: string): { fd: number; path: string } | null {
  try {
    const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    return { fd, path: process.platform === "linux" ? `/proc/self/fd/${fd}` : folder };
  } catch {
    // Gone meanwhile, or a link by now.
    return null;
  }
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
