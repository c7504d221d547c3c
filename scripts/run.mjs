// The launcher behind the npm scripts: finds or fetches Bun, installs the packages when needed, runs the program in it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, "node_modules");
/** The oldest that serves, and the one that is fetched where there is none. */
const MIN_BUN = [1, 4];
const BUN_TO_FETCH = "1.4.4";
/** npm waits 70 seconds before it tells of a registry that refuses it. */
const NPX_RETRIES = ["--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=1000"];
const TEST_TIMEOUT_MS = 20_000;
/** More would leave no core to the servers that tests start, and to their bounds of time. */
const MAX_TEST_WORKERS = 2;
/** Ends the mark of an install that has only what the program runs with. */
const TO_RUN = " to run";
const INSTALL_WAIT_MS = 180_000;
const PARENT_CHECK_MS = 300;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const SHELL = /^-?(sh|ash|bash|busybox|dash|ksh|zsh)$/;
/** Exit codes above it stand for signals. */
const SIGNAL_BASE = 128;

/** An error whose message is all that the person needs. */
class LaunchError extends Error {}

/** One line for a person at a terminal; pipes and log files stay free of it. */
function tell(text) {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** The real executable behind `command` (a name, a link or a wrapper) if it is a Bun that serves, else null. */
function bunBehind(command) {
  const code = "process.versions.bun + '\\n' + process.execPath";
  const { status, stdout } = spawnSync(command, ["-p", code], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0 || !stdout) return null;
  const [version, executable] = stdout.trim().split("\n");
  return executable && serves(version) ? realpathSync(executable) : null;
}

function serves(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > MIN_BUN[0] || (major === MIN_BUN[0] && minor >= MIN_BUN[1]);
}

// npx only unpacks the package. The program is started from the unpacked file itself: npx in between would swallow
// signals. `--allow-scripts` is for npm 12, which else leaves a stub in the executable's place; so does
// `ignore-scripts`, and there the package's own install script is run by hand.
function fetchBun() {
  tell(`Fetching Bun ${BUN_TO_FETCH} ...`);
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
  if (!bunBehind(executable)) repair(folder);
  const bun = bunBehind(executable);
  if (!bun) throw new LaunchError(`The Bun that npx fetched does not run: ${executable}`);
  return bun;
}

/** Leads an installer's output with what to do, where its error is one that the person can mend. */
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

/** The Bun to use: the running one, the PATH's, the project's, the one fetched last time, or a freshly fetched one. */
async function findBun() {
  if (process.versions.bun && serves(process.versions.bun)) return realpathSync(process.execPath);
  const note = join(MODULES, ".gateway-bun");
  const fetched = () => {
    const path = readIfThere(note);
    return path && bunBehind(path);
  };
  const bun = bunBehind("bun") ?? bunBehind(join(MODULES, ".bin", "bun")) ?? fetched();
  if (bun) return bun;
  return alone(() => {
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

/** Runs `work` while no other launcher of this folder does; a lock whose holder is dead is taken over. */
async function alone(work) {
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
    const holder = Number(readIfThere(lock));
    if (holder && !isAlive(holder)) takeAway(lock, holder);
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

/** Removes a dead holder's lock; of several that try, a rename lets one succeed. */
function takeAway(lock, holder) {
  const aside = `${lock}-${process.pid}`;
  try {
    if (Number(readIfThere(lock)) !== holder) return;
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

/**
 * Installs what bun.lock names, unless the last install was of this very bun.lock: the packages that the program runs
 * with (110 MB), or with `isWhole` those of the tests as well (420 MB). What was whole stays so.
 */
async function installPackages(bun, isWhole) {
  const mark = join(MODULES, ".gateway-installed");
  const wanted = createHash("sha256")
    .update(readFileSync(join(ROOT, "bun.lock")))
    .digest("hex");
  const wantedToRun = `${wanted}${TO_RUN}`;
  const isThere = (marked) => marked === wanted || (!isWhole && marked === wantedToRun);
  if (isThere(readIfThere(mark))) return;
  await alone(() => {
    const marked = readIfThere(mark);
    if (isThere(marked)) return;
    const isToRun = !isWhole && (marked === null || marked.endsWith(TO_RUN));
    tell("Installing packages ...");
    const args = ["install", "--frozen-lockfile", ...(isToRun ? ["--production"] : [])];
    const { status, stdout, stderr } = spawnSync(bun, args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new LaunchError(`The packages could not be installed.\n${explain(`${stdout}${stderr}`)}`);
    writeFileSync(mark, isToRun ? wantedToRun : wanted);
  });
}

/** A process's name and parent, where the system tells (Linux has /proc, others `ps`); else null. */
function describeProcess(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const [, linuxName, linuxParent] = /\((.*)\) \S+ (\d+)/s.exec(stat ?? "") ?? [];
  if (linuxName) return { name: linuxName, parent: Number(linuxParent) };
  const { status, stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [, parent, path] = /^\s*(\d+)\s+(.*\S)/.exec(status === 0 ? stdout : "") ?? [];
  return path ? { name: path.split("/").at(-1), parent: Number(parent) } : null;
}

/**
 * Tells whether what started us is gone. npm dies without a word to its script, and the shell that it runs the script
 * in may live on: there the shell's parent counts too.
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

/** Tells `child` to end when we are told, and when we are orphaned. Gives the undoing. */
function tie(child) {
  // Always SIGTERM: what reaches the whole process group reaches the child twice, and only SIGTERM may repeat. A second
  // Ctrl-C at a terminal, which ends the child at once, comes to it directly.
  const pass = () => child.kill("SIGTERM");
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

/** Runs `bun` and gives its exit code; 128 plus the signal's number where a signal ended it. */
function run(bun, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(bun, args, { cwd: ROOT, stdio: "inherit" });
    const untie = tie(child);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      untie();
      resolve(code ?? SIGNAL_BASE + constants.signals[signal]);
    });
  });
}

/** Type checks and lint, all of them also when one fails. */
async function check(bun) {
  const tsc = join("node_modules", "typescript", "bin", "tsc");
  const checks = {
    "types of the core, tests and scripts": [tsc, "-p", "tsconfig.json", "--noEmit"],
    "types of the plugins": [tsc, "-p", "plugins/tsconfig.json", "--noEmit"],
    "lint and format": [join("node_modules", "@biomejs", "biome", "bin", "biome"), "check"],
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
 * Two workers where there are two cores, each with a Postgres of its own. The files of a worker share its modules, as all
 * files do in a single process: loading them anew for each file costs more than the second worker gains.
 */
function testArguments(rest) {
  const workers = Math.min(MAX_TEST_WORKERS, availableParallelism());
  const parallel = workers > 1 ? [`--parallel=${workers}`, "--no-isolate"] : [];
  return ["--no-install", "test", `--timeout=${TEST_TIMEOUT_MS}`, ...parallel, ...rest];
}

async function main([first, ...rest]) {
  const bun = await findBun();
  await installPackages(bun, ["--check", "--build", "--test"].includes(first));
  if (first === "--check") return check(bun);
  if (first === "--build") return run(bun, ["--no-install", "scripts/build.ts", ...rest]);
  if (first === "--test") return run(bun, testArguments(rest));
  return run(bun, ["--no-install", "src/main.ts", ...(first === undefined ? [] : [first]), ...rest]);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
