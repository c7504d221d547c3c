// Puts another program in the place of this one by renaming, so that at every moment one of the two is there, whole.
import {
  accessSync,
  chownSync,
  constants,
  copyFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { flushPath } from "../../foundation/flush-files.ts";
import { UpgradeError } from "./upgrade-error.ts";

const STAGE = ".gateway-upgrade-";

/** A folder beside the program, on its file system; what a killed upgrade left is removed. */
export function openStage(program: string): string {
  const folder = dirname(program);
  try {
    accessSync(folder, constants.W_OK);
    for (const name of readdirSync(folder)) {
      const [, pid] = new RegExp(`^${RegExp.escape(STAGE)}(\\d{1,10})-`).exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
    }
    return mkdtempSync(join(folder, `${STAGE}${process.pid}-`));
  } catch (error) {
    throw new UpgradeError(
      "FOLDER_NOT_WRITABLE",
      `${folder} cannot be written (${(error as { code?: string }).code ?? "error"}): run the command as the owner of ${program}, such as by sudo. Nothing was changed.`,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but of another user.
    return (error as { code?: string }).code === "EPERM";
  }
}

/** Returns the file of the former program. */
export function putInPlace(fresh: string, program: string, formerVersion: string): string {
  const former = join(dirname(program), `${basename(program)}.before-${formerVersion}`);
  const beside = join(dirname(fresh), "former");
  const { uid, gid } = statSync(program);
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
  try {
    linkSync(program, beside);
  } catch {
    // A file system without links: a copy takes a moment longer.
    copyFileSync(program, beside);
  }
  renameSync(beside, former);
  renameSync(fresh, program);
  flushPath(dirname(program));
  return former;
}

export function putBack(former: string, program: string): void {
  renameSync(former, program);
  flushPath(dirname(program));
}
