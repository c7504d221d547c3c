// The steps of an upgrade: find, verify, try, confirm, put in place, restart, and go back where the new version is not ready.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { compareVersions } from "../../foundation/version.ts";
import { openStage, putBack, putInPlace } from "./in-place.ts";
import { assertSettings, assertVersion, planOf, type Variables } from "./new-program.ts";
import { type Archive, fetchProgram, findArchive, type Wanted } from "./release.ts";
import { type ReleaseFiles, releaseFiles } from "./release-files.ts";
import { UpgradeError } from "./upgrade-error.ts";

const RESTART_MS = 5 * 60_000;
const PROBE_EVERY_MS = 500;

/** The gateway that runs from the program, as far as this process sees it. */
export interface Running {
  pid: number;
  isReady: boolean;
}

export interface UpgradeRequest extends Wanted {
  /** The program's file, and its version. */
  program: string;
  current: string;
  from: string;
  allowsOlder: boolean;
  /** Restarts the service, in a shell; null: the operator does it. */
  restartCommand: string | null;
  waitMs: number;
  env: Variables;
  /** What the settings name: `busy` is an embedded database that a running gateway has open, `none` none at all. */
  database: "free" | "busy" | "none";
  running(): Promise<Running | null>;
  /** Whether to go on; throws where nobody can be asked. */
  confirm(): Promise<boolean>;
  say(text: string): void;
}

export interface Upgraded {
  from: string;
  to: string;
  program: string;
  /** Null where nothing was to do. */
  former: string | null;
  restarted: boolean;
}

export async function upgrade(request: UpgradeRequest): Promise<Upgraded> {
  const { program, current, say } = request;
  const files = releaseFiles(request.from, request.version);
  const archive = await findArchive(files, request);
  const { version } = archive;
  const order = compareVersions(version, current);
  if (order === 0) {
    say(`This is ${version} already.`);
    return { from: current, to: version, program, former: null, restarted: false };
  }
  if (order < 0 && !request.allowsOlder)
    throw new UpgradeError(
      "OLDER_VERSION",
      `${version} is older than ${current}: to step back, read docs/operate/upgrades.md and repeat with --older.`,
    );
  const before = request.restartCommand === null ? null : await runningBefore(request);
  const stage = openStage(program);
  try {
    const fresh = await prepared(request, files, archive, stage);
    if (!(await request.confirm())) throw new UpgradeError("NOT_CONFIRMED", "Nothing was changed.");
    const former = putInPlace(fresh, program, current);
    say(`${version} is in place; ${current} is ${former}.`);
    if (before !== null) await restart(request, { former, version, pid: before.pid });
    return { from: current, to: version, program, former, restarted: before !== null };
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
    throw new UpgradeError(
      "FOLDER_NOT_WRITABLE",
      `There is no room beside ${program}: free 300 MB. Nothing was changed.`,
    );
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Without a gateway to be seen, a restart could not be judged. */
async function runningBefore({ running }: UpgradeRequest): Promise<Running> {
  const found = await running();
  if (found !== null) return found;
  throw new UpgradeError(
    "NOT_READY",
    "No gateway runs on DATA_DIR, so it could not be said whether the restart succeeds: run the command with the settings of the service, or without --restart-command.",
  );
}

/** Downloads the new program, tries it and says what comes. */
async function prepared(
  request: UpgradeRequest,
  files: ReleaseFiles,
  archive: Archive,
  stage: string,
): Promise<string> {
  const { program, current, env, say, database } = request;
  const { version } = archive;
  say(`Fetching ${archive.name} from ${files.place} …`);
  const fresh = await fetchProgram(files, archive, stage);
  await assertVersion(fresh, version, env);
  if (database === "free") say(await planOf(fresh, version, env));
  else if (database === "busy") {
    await assertSettings(fresh, version, env);
    say(
      `${version} accepts the settings. Which migrations come cannot be seen while a gateway has the embedded database open.`,
    );
  } else say("The settings name no database that exists, so the new version was not tried with yours.");
  const restarts = request.restartCommand === null ? "" : `, and ${JSON.stringify(request.restartCommand)} is run`;
  const signed = request.isUnsigned ? "by its checksum, without a signature" : "by its signature";
  say(
    `${version}, verified ${signed}, takes the place of ${current} at ${program}${restarts}. The former program stays beside it.`,
  );
  return fresh;
}

interface Replaced {
  former: string;
  version: string;
  /** The process before. */
  pid: number;
}

async function restart(request: UpgradeRequest, { former, version, pid }: Replaced): Promise<void> {
  const { current, say, program } = request;
  const cause = await restarted(request, pid);
  if (cause === null) return say(`${version} is ready.`);
  say(`${version} is not ready: ${cause}. Going back to ${current} …`);
  putBack(former, program);
  const now = await request.running();
  // A restart that never happened has left the former process as it was.
  const isUntouched = now?.isReady && now.pid === pid;
  const again = isUntouched ? null : await restarted(request, now?.pid ?? pid);
  if (again === null)
    throw new UpgradeError(
      "UPGRADE_UNDONE",
      `${version} did not become ready (${cause}), so ${current} is back in its place and ready. The log of the service says why.`,
    );
  throw new UpgradeError(
    "NOT_READY",
    `${version} did not become ready (${cause}), and ${current}, which is back in its place, does not either (${again}): read the log of the service.`,
  );
}

/** Null when a new process is ready in time, else what is wrong. */
async function restarted(
  { restartCommand, waitMs, running, env }: UpgradeRequest,
  formerPid: number,
): Promise<string | null> {
  const failure = await runShell(restartCommand as string, env);
  if (failure !== null) return failure;
  const end = Date.now() + waitMs;
  for (;;) {
    const found = await running();
    if (found?.isReady && found.pid !== formerPid) return null;
    if (Date.now() >= end) return notReady(found, formerPid, waitMs);
    await sleep(Math.min(PROBE_EVERY_MS, end - Date.now()));
  }
}

function notReady(found: Running | null, formerPid: number, waitMs: number): string {
  const within = `within ${waitMs / 1_000} s`;
  if (found === null) return `no gateway came up ${within}`;
  return found.pid === formerPid
    ? `the process before was still running ${within}`
    : `its probe did not respond with 200 ${within}`;
}

function runShell(command: string, env: Variables): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { env, stdio: "inherit", timeout: RESTART_MS });
    child.once("error", (error) => resolve(`the restart command failed: ${error.message}`));
    child.once("close", (code) => resolve(code === 0 ? null : `the restart command ended with ${code ?? "a signal"}`));
  });
}
