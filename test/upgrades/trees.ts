// Work trees of the last release and of this version, as programs that a test starts.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder, type Program } from "../support/gateway-process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Tree {
  folder: string;
  version: string;
  program: Program;
}

function git(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", ROOT, ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const versionOf = (packageJson: string) => (JSON.parse(packageJson) as { version: string }).version;

/** The newest commit that released another version than this one. */
export function lastRelease(): string {
  const own = versionOf(readFileSync(join(ROOT, "package.json"), "utf8"));
  const commits = git("log", "--format=%H", "--grep=^release: ").trim().split("\n").filter(Boolean);
  const found = commits.find((commit) => versionOf(git("show", `${commit}:package.json`)) !== own);
  if (!found) throw new Error("There is no commit of a release: name one, such as HEAD~100.");
  return found;
}

function treeAt(folder: string): Tree {
  if (!existsSync(join(folder, "node_modules"))) symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const version = versionOf(readFileSync(join(folder, "package.json"), "utf8"));
  return { folder, version, program: [process.execPath, "--no-install", join(folder, "src/main.ts")] };
}

/** The files of a commit; its packages are those of this tree. */
export function treeOf(ref: string): Tree {
  const folder = newFolder();
  const archive = spawnSync("sh", ["-c", `git -C "${ROOT}" archive "${ref}" | tar -x -C "${folder}"`], {
    encoding: "utf8",
  });
  if (archive.status !== 0) throw new Error(archive.stderr);
  return treeAt(folder);
}

/** A copy of this tree as it stands, to which a try adds migrations. */
export function ownTree(): Tree {
  const folder = newFolder();
  for (const name of ["src", "plugins", "migrations", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  return treeAt(folder);
}

/** Adds a migration with the versions in its header. */
export function addMigration(tree: Tree, before: Tree, name: string, sql: string): void {
  const header = `-- A migration of the try.\n-- release: ${tree.version}, runs with: ${before.version}\n`;
  writeFileSync(join(tree.folder, "migrations", `${name}.sql`), `${header}${sql}\n`);
}
