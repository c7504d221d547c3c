// Why the system refuses to let this process write somewhere, and what its operator does about it.
import { sqlStateOf } from "./errors.ts";

/** After the place and the code; `setting` names the place. */
export function unwritableAdvice(error: unknown, setting: string): string {
  switch (sqlStateOf(error)) {
    case "EACCES":
    case "EPERM":
      return `the gateway's user${userOf()} has no right there: give the folder to that user (chown -R), or set ${setting}`;
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
    case "EMFILE":
      return "this process may not open more files: raise its limit (ulimit -n, LimitNOFILE)";
    default:
      return `set ${setting} to a place that the gateway's user${userOf()} can write`;
  }
}

function userOf(): string {
  const id = process.getuid?.();
  return id === undefined ? "" : ` (uid ${id})`;
}
