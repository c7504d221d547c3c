// server.json in the data folder: by it, commands find the running server.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../foundation/config/config.ts";
import type { Log } from "../foundation/log/log.ts";

/** What commands need to call a gateway. */
export interface ServerFile {
  url: string;
  admin_token: string;
  pid: number;
  /** A gateway that had the folder already and ran on; doctor warns while it does. */
  other?: { url: string; pid: number };
}

export interface WrittenServerFile {
  file: string;
  /** The gateway that the file named before, and that runs on: on Postgres two may share a folder, which nobody should want. */
  other: ServerFile | null;
}

export function writeServerFile(
  { dataDir }: Pick<Config, "dataDir">,
  url: string,
  { adminToken, log }: { adminToken: string; log: Pick<Log, "warn"> },
): WrittenServerFile {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "server.json");
  const before = readServerFile(file);
  // A dead one may have had this address, and its process id may be another program's by now.
  const isOther = before !== null && before.url !== url && before.pid !== process.pid && isAlive(before.pid);
  const other = isOther ? { other: { url: before.url, pid: before.pid } } : {};
  write(file, { url, admin_token: adminToken, pid: process.pid, ...other });
  if (!isOther) return { file, other: null };
  const message = `The gateway at ${before.url} uses the data folder ${dataDir} too, and commands reach only the one that started last: set another DATA_DIR for each.`;
  log.warn("configuration_warning", { warning: "data_folder_shared", message });
  return { file, other: before };
}

/** Removes only its own file, and leaves a gateway that runs on with the one that it had. */
export function removeServerFile({ file, other }: WrittenServerFile): void {
  const now = readServerFile(file);
  if (now !== null && now.pid !== process.pid) return;
  if (other && isAlive(other.pid)) write(file, other);
  else rmSync(file, { force: true });
}

/** Null where there is none that a command could use. */
export function readServerFile(file: string): ServerFile | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ServerFile;
  } catch {
    // Missing, or cut off by a crash.
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but of another user.
    return (error as { code?: string }).code === "EPERM";
  }
}

function write(file: string, content: ServerFile): void {
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
