// `npm test -- --for <plugin or room>`: runs the tests that a change there can break; without a name, for what git says changed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What holds for every file, in a few seconds. */
const ALWAYS = ["test/architecture.test.ts", "test/names.test.ts"];
/** Holds every plugin to the contract; its tests name the plugin. */
const OF_ALL_PLUGINS = [
  "test/plugin-kit/check/built-in-plugins.test.ts",
  "test/guarantees/every-provider-oauth.test.ts",
  "test/guarantees/wrong-responses.test.ts",
];
/** Where a change of a folder or file outside of src/ and plugins/ shows. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "client/": ["test/client"],
  "demo/": ["test/demo"],
  "docs/": ["test/docs"],
  "emulators/": ["test/demo"],
  "migrations/": ["test/foundation/db", "test/guarantees/retention.test.ts"],
  "scripts/": ["test/scripts/launcher.test.ts", "test/docs"],
  ".md": ["test/docs"],
};

/** One run of `bun test`: files or folders, and a pattern that the names of tests must match. */
export interface TestRun {
  paths: readonly string[];
  pattern?: string;
}

/** The project's files that each test file imports. */
const imports = new Map<string, readonly string[]>();

function importsOfTests(): ReadonlyMap<string, readonly string[]> {
  if (imports.size > 0) return imports;
  const names = readdirSync(join(ROOT, "test"), { recursive: true }).map((name) => `test/${name}`);
  for (const file of names.filter((name) => name.endsWith(".test.ts"))) {
    const found = readFileSync(join(ROOT, file), "utf8").matchAll(/ from "(\.[^"]+)"/g);
    imports.set(
      file,
      [...found].map(([, from = ""]) => relative(ROOT, join(ROOT, dirname(file), from))),
    );
  }
  return imports;
}

/** The test files that import a file below `folder`, or that file. */
function importersOf(folder: string): string[] {
  const isOf = (target: string) => target === folder || target.startsWith(`${folder}/`);
  return [...importsOfTests()].filter(([, targets]) => targets.some(isOf)).map(([file]) => file);
}

/** What is meant by a plugin's id, a wing, or a room with or without its wing; throws where it is none. */
function foldersNamed(name: string): string[] {
  const given = name.replace(/\/$/, "");
  if (existsSync(join(ROOT, "plugins", given))) return [`plugins/${given}`];
  const wings = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const places = ["src", ...wings.map((wing) => `src/${wing.name}`)].map((folder) => `${folder}/${given}`);
  const found = [given, ...places].filter((folder) => folder.startsWith("src/") && existsSync(join(ROOT, folder)));
  if (found.length > 0) return found;
  throw new Error(
    `There is no plugin, wing or room "${name}". Say a folder of plugins/ or src/, such as slack or events/ingest.`,
  );
}

/** The folder whose tests a changed file concerns: its plugin, its room, or the file itself. */
export function concerned(file: string): readonly string[] {
  const [top = "", second = "", third = "", ...rest] = file.split("/");
  if (top === "plugins") return [`plugins/${second}`];
  if (top === "src") return [rest.length > 0 ? `src/${second}/${third}` : `src/${second}`];
  return [file];
}

/** The runs for folders of src/ and plugins/, and for changed files elsewhere. */
export function runsFor(places: readonly string[]): TestRun[] {
  const plugins = places.filter((place) => place.startsWith("plugins/"));
  const paths = new Set(plugins);
  for (const place of places.filter((one) => !plugins.includes(one))) {
    if (/\.test\.tsx?$/.test(place)) paths.add(place);
    else if (place.startsWith("test/")) for (const file of importersOf(place)) paths.add(file);
    else if (place.startsWith("src/")) for (const file of testsOf(place)) paths.add(file);
    else {
      const tests = Object.entries(ELSEWHERE).filter(([key]) => place.startsWith(key) || place.endsWith(key));
      for (const [, files] of tests) for (const file of files) paths.add(file);
    }
  }
  const present = [...paths].filter((path) => existsSync(join(ROOT, path)));
  const runs: TestRun[] = [
    { paths: [...ALWAYS, ...present.map((path) => path.replace(/\/?$/, /\.ts$/.test(path) ? "" : "/"))] },
  ];
  if (plugins.length === 0) return runs;
  const ids = plugins.map((plugin) => plugin.slice("plugins/".length));
  return [...runs, { paths: OF_ALL_PLUGINS, pattern: `\\b(${ids.join("|")})\\b` }];
}

/** Rooms that the tests of another try. */
const TRIED_BY: Readonly<Record<string, string>> = {
  "src/main.ts": "test/operations/cli/local-commands.test.ts",
  "src/identity/sign-in": "test/identity/people",
  "src/plugin-kit/try": "test/operations/cli/plugin-try.test.ts",
};
/** What tests that start processes import; each of these takes seconds. */
const PROCESSES = "test/support/gateway-process.ts";

/**
 * The tests that mirror a room, and those elsewhere that import its files, but for what runs in the whole suite: tests over
 * everything, and tests that start processes.
 */
function testsOf(room: string): string[] {
  const own = mirroring(room);
  const wide = /^test\/(guarantees|faults|scripts|upgrades|client|demo)\//;
  const isElsewhere = (file: string) => !own.some((path) => file === path || file.startsWith(`${path}/`));
  const imports = importsOfTests();
  const others = importersOf(room).filter((file) => !wide.test(file) && !imports.get(file)?.includes(PROCESSES));
  return [...own, ...others.filter(isElsewhere)];
}

/** The folder or file with the room's name; else the tests of its wing that have the name in theirs; else all of its wing. */
function mirroring(room: string): string[] {
  const mirrored = room.replace(/^src/, "test").replace(/\.tsx?$/, ".test.ts");
  if (existsSync(join(ROOT, mirrored))) return [mirrored];
  const elsewhere = TRIED_BY[room];
  if (elsewhere !== undefined) return [elsewhere];
  const [, wing = "", ...names] = mirrored.split("/");
  const name = names.join("-").replace(".test.ts", "");
  const ofWing = [...importsOfTests().keys()].filter((file) => file.startsWith(`test/${wing}/`));
  const named = ofWing.filter((file) => file.replaceAll("/", "-").includes(`-${name}`));
  if (named.length > 0 && name !== "") return named;
  return existsSync(join(ROOT, "test", wing)) ? [`test/${wing}`] : [];
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split("\n").filter((line) => line !== "");
}

/** What differs from the last commit; in a clean tree, what the last commit changed. */
function changedFiles(): string[] {
  const changed = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return changed.length > 0 ? changed : git("diff", "--name-only", "HEAD~1", "HEAD");
}

function main(given: readonly string[]): number {
  const end = given.indexOf("--");
  const [names, command] = [given.slice(0, end), given.slice(end + 1)];
  const places = names.length > 0 ? names.flatMap(foldersNamed) : [...new Set(changedFiles().flatMap(concerned))];
  for (const { paths, pattern } of runsFor(places)) {
    console.log(`Tests for ${places.slice(0, 5).join(", ")}${places.length > 5 ? ", …" : ""}: ${paths.join(" ")}`);
    const args = [...command, ...paths, ...(pattern === undefined ? [] : ["--test-name-pattern", pattern])];
    // Both databases run in the whole suite.
    const env = { TEST_LANES: "embedded", ...process.env };
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit", env });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

if (import.meta.main) {
  try {
    process.exitCode = main(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 2;
  }
}
