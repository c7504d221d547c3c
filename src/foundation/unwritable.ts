// Why the system refuses to let this process write somewhere, and what its operator does about it.
import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { sqlStateOf } from "./errors.ts";

/** What a setting names, and its folder where it is a file. */
export interface Place {
  setting: string;
  folder: string;
  file?: string;
}

/** After the place and the code. */
export function unwritableAdvice(error: unknown, { setting, folder, file }: Place): string {
  switch (sqlStateOf(error)) {
    case "EACCES":
    case "EPERM":
      return `the gateway's user${userOf()} has no right there: ${rightAdvice({ setting, folder, ...(file && { file }) })}`;
    case "EROFS":
      return `its file system is read-only: mount one there that can be written, or set ${setting}`;
    case "ENOSPC":
      return `its disk is full: make room there, or set ${setting}`;
    case "EDQUOT":
      return `the user's share of its disk is used up: make room there, or set ${setting}`;
    case "ENOENT":
      return `its folder does not exist: create that, or set ${setting}`;
    case "ENOTDIR":
      return `its path leads through a file: set ${setting}`;
    case "EISDIR":
      return `a folder is there: set ${setting} to a file`;
    case "EMFILE":
      return "this process may not open more files: raise its limit (ulimit -n, LimitNOFILE)";
    default:
      return `set ${setting} to a place that the gateway's user${userOf()} can write`;
  }
}

function rightAdvice({ setting, folder, file }: Place): string {
  if (file !== undefined && existsSync(file)) return `let that user write the file, or set ${setting}`;
  if (isClosed(folder)) return `let that user use the folder, if only the gateway does, or set ${setting}`;
  const command = ownershipCommand(folder);
  return command === null
    ? `set ${setting} to ${file === undefined ? "a folder" : "a file in a folder"} of that user's own`
    : `as root run ${command}, or set ${setting}`;
}

/** A folder is a gateway's own where it has one of these. */
const OWN_FILES: readonly string[] = ["pglite", "secrets.json", "server.json"];

/** Gives a folder to the gateway's user; null where other programs may use it, which would end with that. */
export function ownershipCommand(folder: string): string | null {
  const user = process.getuid?.();
  if (user === undefined || dirname(folder) === folder) return null;
  const path = shellWord(folder);
  if (!existsSync(folder)) return `mkdir -p ${path} && chown ${user} ${path}`;
  const files = filesIn(folder);
  if (files === null || (files.length > 0 && !files.some((name) => OWN_FILES.includes(name)))) return null;
  return files.length > 0 ? `chown -R ${user} ${path}` : `chown ${user} ${path}`;
}

/** A folder that its user may not look into may be a gateway's own, which root has run once. */
const isClosed = (folder: string) => existsSync(folder) && filesIn(folder) === null;

/** Null for what is no folder, or one that this user may not look into. */
function filesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    // The caller then takes it for one of other programs.
    return null;
  }
}

const shellWord = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** Who the process runs as, in parentheses; empty where the system has no such numbers. */
export function userOf(): string {
  const id = process.getuid?.();
  return id === undefined ? "" : ` (uid ${id})`;
}
