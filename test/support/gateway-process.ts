// Runs the program's commands and servers as processes in a clean environment, and leaves none behind.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEmbedded } from "../../src/foundation/db/embedded.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { runCommandLine } from "../../src/operations/cli/program.ts";
import { atTerminal, type Terminal } from "../../src/operations/cli/terminal.ts";
import { embeddedTemplate } from "./database.ts";
import { until } from "./until.ts";

/** The command before the arguments; tests of the binary pass another. */
export type Program = readonly [file: string, ...words: string[]];
const runs = (script: string): Program => [process.execPath, "--no-install", script];
export const FROM_SOURCE = runs(fileURLToPath(new URL("../../src/main.ts", import.meta.url)));
const BUNDLER = fileURLToPath(new URL("../../scripts/test-program.ts", import.meta.url));
/** The launcher of the npm scripts, with the program as its child. */
export const BY_LAUNCHER: Program = [
  process.execPath,
  fileURLToPath(new URL("../../scripts/run.mjs", import.meta.url)),
];
/** The embedded database's first start is slow on a busy machine. */
export const START_MS = 30_000;

export type Variables = Record<string, string | undefined>;

export interface Ended {
  /** Null if a signal ended the process. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface GatewayProcess {
  pid: number;
  /** Output so far. */
  readonly written: { stdout: string; stderr: string };
  ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
  /** Sends a signal to the whole process group, as terminals, `timeout` and supervisors do. */
  killGroup(signal: NodeJS.Signals): void;
}

export interface GatewayServer extends GatewayProcess {
  /** The base URL. */
  url: string;
  adminToken: string;
}

/** State shared by all test files of a run, outside the module, which each test file may load anew. */
interface Run {
  root: string;
  /** The program as one bundle, which starts in two thirds of the time. */
  bundle?: Program;
  migrated?: Promise<string>;
}
const SHARED = Symbol.for("gateway.processes");
const shared = globalThis as { [SHARED]?: Run };

// Kills the processes and removes the folders when the test process ends in any way, which closes its end of the pipe
// to this script's standard input. The script ignores terminal signals, which reach it too.
const KEEPER = `trap '' INT TERM HUP
read -r _
for process in "$1"/pids/*; do [ -e "$process" ] && kill -9 "-\${process##*/}"; done
rm -rf "$1"`;

const running = new Set<ChildProcess>();
const folders = new Set<string>();

function theRun(): Run {
  if (shared[SHARED]) return shared[SHARED];
  const root = mkdtempSync(join(tmpdir(), "gateway-test-"));
  for (const name of ["pids", "home"]) mkdirSync(join(root, name));
  const keeper = spawn("sh", ["-c", KEEPER, "sh", root], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  for (const handle of [keeper, keeper.stdin] as { unref?: () => void }[]) handle.unref?.();
  shared[SHARED] = { root };
  return shared[SHARED];
}

/** Kills this file's remaining processes and removes their folders; for afterAll. */
export async function endProcesses(): Promise<void> {
  const last = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  for (const child of running) killGroup(child, "SIGKILL");
  await Promise.all(last);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** Signals the group that each process leads; a process that has ended has none. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(pid as number), signal);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

/** A new empty folder, removed by `endProcesses`. */
export function newFolder(): string {
  const folder = mkdtempSync(join(theRun().root, "folder-"));
  folders.add(folder);
  return folder;
}

/** The path of a data folder that does not exist yet. */
export function newDataDir(): string {
  return join(newFolder(), "data");
}

function bundled(): Program {
  const run = theRun();
  if (run.bundle) return run.bundle;
  const folder = join(run.root, "program");
  const [file, ...words] = runs(BUNDLER);
  const { status, stderr } = spawnSync(file, [...words, folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The program cannot be bundled: ${stderr}`);
  run.bundle = runs(join(folder, "main.js"));
  return run.bundle;
}

/** The user of an image, which root may become and which file modes bind. */
const OTHER_USER = "65532";

/** Gives folders to the user by whom `asOtherUser` runs a program. */
export function giveToOtherUser(...paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  for (const path of paths) spawnSync("chown", ["-R", `${OTHER_USER}:${OTHER_USER}`, path]);
}

/** The program as a user whom file modes bind: root becomes another one, and needs a runtime that this one can read. */
export function asOtherUser(): Program {
  const program = bundled();
  if (process.getuid?.() !== 0) return program;
  const { root } = theRun();
  const [runtime, ...words] = program;
  const copy = join(root, "program", "runtime");
  if (!existsSync(copy)) cpSync(runtime, copy);
  chmodSync(root, 0o711);
  chmodSync(join(root, "home"), 0o777);
  const user = ["--reuid", OTHER_USER, "--regid", OTHER_USER, "--clear-groups"];
  return ["setpriv", ...user, copy, ...words];
}

/** Starts the program with only `env` and, by default, in an empty working folder. */
export function startProcess(
  words: readonly string[],
  env: Variables,
  cwd = newFolder(),
  [file, ...first] = bundled(),
): GatewayProcess {
  const child = spawn(file, [...first, ...words], {
    cwd,
    env: { PATH: process.env.PATH, HOME: join(theRun().root, "home"), TMPDIR: cwd, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const pidFile = join(theRun().root, "pids", String(child.pid));
  writeFileSync(pidFile, "");
  running.add(child);
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      rmSync(pidFile, { force: true });
      resolve({ code, ...written });
    });
  });
  return {
    pid: child.pid as number,
    written,
    ended,
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => killGroup(child, signal),
  };
}

/** Runs a command in a process of its own until it exits. */
export function runProcess(words: readonly string[], env: Variables, cwd?: string, program?: Program): Promise<Ended> {
  return startProcess(words, env, cwd, program).ended;
}

/** Commands that wait for signals or start processes. */
const OWN_PROCESS = /^(?:serve|demo|migrate|.* --watch)\b/;

/**
 * Runs a command until it ends: in this process, which saves the start of another. One that needs its own gets it, and so does one
 * with a working folder or a program.
 */
export async function run(words: readonly string[], env: Variables, cwd?: string, program?: Program): Promise<Ended> {
  if (cwd !== undefined || program !== undefined || OWN_PROCESS.test(words.join(" "))) {
    return runProcess(words, env, cwd, program);
  }
  const [output, errors] = [collector(), collector()];
  const terminal: Terminal = {
    env: { HOME: join(theRun().root, "home"), DATA_DIR: newDataDir(), PORT: "0", ...env },
    printLine: (text) => void output.write(`${text}\n`),
    noteLine: (text) => void errors.write(`${text}\n`),
    output,
    errors,
  };
  const code = await atTerminal(terminal, () => runCommandLine(words, platform));
  return { code, stdout: output.text(), stderr: errors.text() };
}

function collector() {
  const chunks: Buffer[] = [];
  return {
    write(chunk: string | Uint8Array, done?: unknown): boolean {
      chunks.push(Buffer.from(chunk as Uint8Array));
      if (typeof done === "function") done();
      return true;
    },
    text: () => Buffer.concat(chunks).toString(),
  };
}

/** Runs a command with --json; returns its exit code and output. */
export async function runJson(words: readonly string[], env: Variables, cwd?: string, program?: Program) {
  const { code, stdout, stderr } = await run([...words, "--json"], env, cwd, program);
  // A test reads what it expects; the assertion is the check.
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  const json: any = JSON.parse(stdout);
  return { code, json, stdout, stderr };
}

/** Starts `gateway serve` on a free port, and waits until it listens. */
export async function startServer(
  env: Variables & { DATA_DIR: string },
  cwd?: string,
  program?: Program,
): Promise<GatewayServer> {
  const server = startProcess(["serve"], { PORT: "0", LOG_LEVEL: "warn", ...env }, cwd, program);
  const file = join(env.DATA_DIR, "server.json");
  let early: Ended | null = null;
  server.ended.then((ended) => {
    early = ended;
  });
  const last = env.DATABASE_URL ? /Gateway at .*\n/ : /power loss\.\n/;
  await until(() => early !== null || last.test(server.written.stdout), START_MS);
  if (early) throw new Error(`The gateway did not start: ${JSON.stringify(early)}`);
  const { url, admin_token } = JSON.parse(readFileSync(file, "utf8")) as { url: string; admin_token: string };
  return Object.assign(server, { url, adminToken: admin_token });
}

/** A new data folder with a migrated embedded database, copied from one per run. */
export async function migratedDataDir(): Promise<string> {
  const run = theRun();
  run.migrated ??= makeMigrated(join(run.root, "migrated"));
  const dataDir = newDataDir();
  cpSync(await run.migrated, dataDir, { recursive: true });
  return dataDir;
}

async function makeMigrated(dataDir: string): Promise<string> {
  const database = await openEmbedded({ dataDir, template: embeddedTemplate });
  await database.close();
  return dataDir;
}
