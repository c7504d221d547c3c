// server.json in the data folder: by it, commands find the running server.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../foundation/config/config.ts";

export function writeServerFile({ dataDir }: Pick<Config, "dataDir">, url: string, adminToken: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "server.json");
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ url, admin_token: adminToken, pid: process.pid })}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Removes only its own file: two gateways on Postgres may share a folder, and the later one overwrites it. */
export function removeServerFile(file: string): void {
  try {
    if ((JSON.parse(readFileSync(file, "utf8")) as { pid?: number }).pid !== process.pid) return;
  } catch {
    // Missing or unreadable: no command can use it.
  }
  rmSync(file, { force: true });
}
