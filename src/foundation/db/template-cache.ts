// From source: caches a dump of a migrated database beside the packages, so that initdb runs once, not at every first start.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "./migrate.ts";
import { type Dump, readDump } from "./template.ts";

const FOLDER = fileURLToPath(new URL("../../../node_modules/.cache/gateway/", import.meta.url));
const MAKE_TIMEOUT_MS = 60_000;
const MAKER = fileURLToPath(new URL("./make-template.ts", import.meta.url));

/** The dump, which is made where there is none; null where that fails: the database then starts without it. */
export async function cachedTemplate(folder = FOLDER): Promise<Dump | null> {
  try {
    const file = templateFile(folder);
    const cached = read(file);
    if (cached) return cached;
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    await make(folder, file);
    return read(file);
  } catch {
    // The database starts without a template, more slowly.
    return null;
  }
}

/** The name changes with the migrations, with what applies them and makes the dump, and with the version of the database. */
export function templateFile(folder: string): string {
  const hash = createHash("sha256").update(JSON.stringify(readMigrations()));
  const pglite = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"));
  for (const path of ["./migrate.ts", "./migration-header.ts", "./embedded.ts", "./template.ts", pglite]) {
    hash.update(readFileSync(fileURLToPath(new URL(path, import.meta.url))));
  }
  return join(folder, `template-${hash.digest("hex").slice(0, 16)}.tar.zst`);
}

/** The dump; null where its checksum says that the file is damaged. */
function read(file: string): Dump | null {
  try {
    return readDump(readFileSync(file));
  } catch {
    // A file that is missing or cut off is made again.
    return null;
  }
}

/** Makes the dump in another process: initdb takes several hundred MB, which only the process's end frees. */
function make(folder: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const maker = spawn(process.execPath, ["--no-install", MAKER, file], {
      cwd: folder,
      stdio: "ignore",
      timeout: MAKE_TIMEOUT_MS,
    });
    maker.once("error", reject);
    maker.once("exit", () => resolve());
  });
}
