// The launcher behind the npm scripts: finds or fetches Bun, installs missing packages, runs the program.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, "node_modules");
/** Our changes to packages, which bun.lock names. */
const PATCHES = join(ROOT, "scripts", "patches");
/** The oldest supported version, and the one to fetch without any. */
const MIN_BUN = [1, 4];
const BUN_TO_FETCH = "1.4.4";
/** By default npm reports an unreachable registry after 70 seconds. */
const NPX_RETRIES = ["--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=1000"];
const BIOME = join("node_modules", "@biomejs", "biome", "bin", "biome");
const TEST_TIMEOUT_MS = 20_000;
/** Bun sends 256 requests at a time: a volley would wait for places that earlier files hold with bodies left unread. */
const TEST_VARIABLES = { BUN_CONFIG_MAX_HTTP_REQUESTS: "10000" };
/** More would leave no core to the servers that tests start, and tests would time out. */
const MAX_TEST_WORKERS = 2;
/** Suffix of the mark of an install without development packages. */
const PRODUCTION = " to run";
const INSTALL_WAIT_MS = 180_000;
const PARENT_CHECK_MS = 300;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const SHELL = /^-?(sh|ash|bash|busybox|dash|ksh|zsh)$/;
/** A process that a signal ended exits with this plus the signal's number. */
const SIGNAL_BASE = 128;

/** An error that is printed without a stack. */
class LaunchError extends Error {}

/** Prints a line to a terminal, never to a pipe or a log file. */
function printProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

function readIfExists(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** The executable behind `command` (a name, a link or a wrapper) if it is a supported Bun, else null. */
function resolveBun(command) {
  const code = "process.versions.bun + '\\n' + process.execPath";
  const { status, stdout } = spawnSync(command, ["-p", code], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0 || !stdout) return null;
  const [version, executable] = stdout.trim().split("\n");
  return executable && isSupported(version) ? realpathSync(executable) : null;
}

function isSupported(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > MIN_BUN[0] || (major === MIN_BUN[0] && minor >= MIN_BUN[1]);
}

// npx only unpacks the package: as the parent of the program it would swallow signals. Without `--allow-scripts` npm 12
// leaves a stub as the executable; so does `ignore-scripts`, and `repair` runs the install script then.
function fetchBun() {
  printProgress(`Fetching Bun ${BUN_TO_FETCH} ...`);
  const args = [
    "--yes",
    ...NPX_RETRIES,
    "--allow-scripts=bun",
    `--package=bun@${BUN_TO_FETCH}`,
    "--",
    "node",
    "-p",
    "process.env.PATH",
  ];
  const onWindows = process.platform === "win32";
  const { status, stdout, stderr, error } = spawnSync("npx", args, { cwd: ROOT, encoding: "utf8", shell: onWindows });
  const packages = (stdout ?? "")
    .trim()
    .split(delimiter)
    .map((bin) => join(dirname(bin), "bun"));
  const folder = packages.find((path) => existsSync(join(path, "install.js")));
  if (status !== 0 || !folder) {
    throw new LaunchError(
      `Bun 1.4 or newer is needed and could not be fetched with npx.\n${error?.message ?? explain(stderr)}`,
    );
  }
  const executable = join(folder, "bin", "bun.exe");
  if (!resolveBun(executable)) repair(folder);
  const bun = resolveBun(executable);
  if (!bun) throw new LaunchError(`The Bun that npx fetched does not run: ${executable}`);
  return bun;
}

/** Prepends what to do to an installer's output, if the user can fix its error. */
function explain(output) {
  const [certificate] =
    /\b(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w*CERT\w*|CERT_\w+)\b/.exec(output) ?? [];
  const [network] =
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ConnectionRefused|DNSLookupFailed)\b/.exec(output) ?? [];
  if (certificate) {
    return `The package registry's certificate is not trusted (${certificate}): set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.\n${output}`;
  }
  if (!network) return output;
  return `The package registry cannot be reached (${network}): look at the network, at HTTPS_PROXY and at "npm config get registry".\n${output}`;
}

function repair(folder) {
  const { status, stderr } = spawnSync(process.execPath, ["install.js"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new LaunchError(`Bun's install script failed: ${stderr}`);
}

/** Tries the running Bun, the PATH's, the project's and the one fetched before; else fetches one. */
async function findBun() {
  if (process.versions.bun && isSupported(process.versions.bun)) return realpathSync(process.execPath);
  const note = join(MODULES, ".gateway-bun");
  const fetched = () => {
    const path = readIfExists(note);
    return path && resolveBun(path);
  };
  const bun = resolveBun("bun") ?? resolveBun(join(MODULES, ".bin", "bun")) ?? fetched();
  if (bun) return bun;
  return withLock(() => {
    const path = fetched() || fetchBun();
    writeFileSync(note, path);
    return path;
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Runs `work` under a lock of this folder; takes over the lock of a dead process. */
async function withLock(work) {
  const lock = join(MODULES, ".gateway-lock");
  const deadline = Date.now() + INSTALL_WAIT_MS;
  mkdirSync(MODULES, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = Number(readIfExists(lock));
    if (holder && !isAlive(holder)) removeStaleLock(lock, holder);
    else if (Date.now() > deadline) {
      throw new LaunchError(
        `Another start has been installing packages for too long. If there is none, remove ${lock}.`,
      );
    } else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Removes a dead holder's lock; the rename lets one of several launchers succeed. */
function removeStaleLock(lock, holder) {
  const aside = `${lock}-${process.pid}`;
  try {
    if (Number(readIfExists(lock)) !== holder) return;
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

/**
 * Installs the packages of bun.lock unless the last install was of the same file and patches: production packages (90 MB,
 * without the types that some name as peers), or with `isFull` development packages too (420 MB). A full install stays full.
 */
async function installPackages(bun, isFull) {
  const mark = join(MODULES, ".gateway-installed");
  const patches = existsSync(PATCHES) ? readdirSync(PATCHES).map((name) => join(PATCHES, name)) : [];
  const hash = createHash("sha256");
  for (const file of [join(ROOT, "bun.lock"), ...patches.sort()]) hash.update(readFileSync(file));
  const wanted = hash.digest("hex");
  const wantedProduction = `${wanted}${PRODUCTION}`;
  const isInstalled = (marked) => marked === wanted || (!isFull && marked === wantedProduction);
  if (isInstalled(readIfExists(mark))) return;
  await withLock(() => {
    const marked = readIfExists(mark);
    if (isInstalled(marked)) return;
    const isProduction = !isFull && (marked === null || marked.endsWith(PRODUCTION));
    printProgress("Installing packages ...");
    const args = ["install", "--frozen-lockfile", ...(isProduction ? ["--production", "--omit=peer"] : [])];
    const { status, stdout, stderr } = spawnSync(bun, args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new LaunchError(`The packages could not be installed.\n${explain(`${stdout}${stderr}`)}`);
    writeFileSync(mark, isProduction ? wantedProduction : wanted);
  });
}

/** A process's name and parent, from /proc or `ps`; null when unknown. */
function describeProcess(pid) {
  const stat = readIfExists(`/proc/${pid}/stat`);
  const [, linuxName, linuxParent] = /\((.*)\) \S+ (\d+)/s.exec(stat ?? "") ?? [];
  if (linuxName) return { name: linuxName, parent: Number(linuxParent) };
  const { status, stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [, parent, path] = /^\s*(\d+)\s+(.*\S)/.exec(status === 0 ? stdout : "") ?? [];
  return path ? { name: path.split("/").at(-1), parent: Number(parent) } : null;
}

/**
 * Returns a check for a dead parent. npm dies without a signal to its script, and the script's shell may live on: then
 * the shell's parent counts.
 */
function orphanWatch() {
  const parent = process.ppid;
  const shell = process.env.npm_lifecycle_event === undefined ? null : describeProcess(parent);
  if (!shell || !SHELL.test(shell.name)) return () => process.ppid !== parent;
  const isNpmGone =
    process.platform === "linux"
      ? () => describeProcess(parent)?.parent !== shell.parent
      : () => !isAlive(shell.parent);
  return () => process.ppid !== parent || isNpmGone();
}

/** Forwards signals to `child` and stops it when this process is orphaned; returns the undo. */
function forwardSignals(child) {
  // Always SIGTERM: a signal to the process group reaches the child twice, and only SIGTERM may repeat. A second Ctrl-C
  // at a terminal reaches the child directly and ends it.
  // SIGHUP passes as it is where no terminal holds us: a supervisor sends it for the log file.
  const isInteractive = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const pass = (signal) => child.kill(signal === "SIGHUP" && !isInteractive ? signal : "SIGTERM");
  for (const signal of SIGNALS) process.on(signal, pass);
  const isOrphaned = orphanWatch();
  const watch = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, PARENT_CHECK_MS);
  return () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, pass);
  };
}

/** Runs `bun` and returns its exit code. */
function run(bun, args, variables = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(bun, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...variables } });
    const stopForwarding = forwardSignals(child);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      stopForwarding();
      resolve(code ?? SIGNAL_BASE + constants.signals[signal]);
    });
  });
}

/** Runs all type checks and lint, even when one fails. */
async function check(bun) {
  const tsc = join("node_modules", "typescript", "bin", "tsc");
  const checks = {
    "types of the core, tests and scripts": [tsc, "-p", "tsconfig.json", "--noEmit"],
    "types of the plugins": [tsc, "-p", "plugins/tsconfig.json", "--noEmit"],
    "lint and format": [BIOME, "check"],
  };
  const failed = [];
  for (const [name, args] of Object.entries(checks)) {
    const code = await run(bun, ["--bun", ...args]);
    if (code > SIGNAL_BASE) return code;
    if (code !== 0) failed.push(name);
  }
  console.log(failed.length ? `Check failed: ${failed.join("; ")}.` : "Check passed: types, lint and format.");
  return failed.length ? 1 : 0;
}

/**
 * Two workers on two cores, each with its own Postgres. The files of a worker share modules (`--no-isolate`): loading
 * them for each file costs more than the second worker gains.
 */
function testArguments(rest) {
  const workers = Math.min(MAX_TEST_WORKERS, availableParallelism());
  const parallel = workers > 1 ? [`--parallel=${workers}`, "--no-isolate"] : [];
  return ["--no-install", "test", `--timeout=${TEST_TIMEOUT_MS}`, ...parallel, ...rest];
}

async function main([first, ...rest]) {
  const bun = await findBun();
  await installPackages(bun, ["--check", "--fix", "--build", "--release", "--sign-release", "--test"].includes(first));
  if (first === "--check") return check(bun);
  if (first === "--dev") return run(bun, ["--no-install", "scripts/dev.ts"]);
  if (first === "--build") return run(bun, ["--no-install", "scripts/build.ts", ...rest]);
  if (first === "--release") return run(bun, ["--no-install", "scripts/release.ts", ...rest]);
  if (first === "--sign-release") return run(bun, ["--no-install", "scripts/sign-release.ts", ...rest]);
  if (first === "--test" && rest[0] === "--for") {
    return run(
      bun,
      ["--no-install", "scripts/tests-for.ts", ...rest.slice(1), "--", ...testArguments([])],
      TEST_VARIABLES,
    );
  }
  if (first === "--test") return run(bun, testArguments(rest), TEST_VARIABLES);
  if (first === "--fix") return run(bun, ["--bun", BIOME, "check", "--write"]);
  return run(bun, ["--no-install", "src/main.ts", ...(first === undefined ? [] : [first]), ...rest]);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
