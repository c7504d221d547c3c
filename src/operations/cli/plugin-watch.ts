// `gateway plugin check --watch`: checks a plugin again whenever a file of its folder changes, until Ctrl-C.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, statSync, watch } from "node:fs";
import { resolve } from "node:path";
import { StartupError } from "../../foundation/errors.ts";
import { ownProgram } from "../../foundation/platform/own-program.ts";
import { stopSignal } from "../../foundation/platform/stop-signal.ts";
import { printNote, printText } from "./print.ts";

/** An editor writes a file in several steps, and several files at once. */
const SETTLE_MS = 150;
const CHECK_TIMEOUT_MS = 60_000;
const WATCHED = /\.(ts|json)$/;
const UNWATCHED = /(^|[/\\])(\.[^/\\]*|node_modules)([/\\]|$)/;

export const isWatched = (file: string): boolean => WATCHED.test(file) && !UNWATCHED.test(file);

/** `words`: the options of each check. Each runs in a process of its own: a module that is loaded stays as it is. */
export async function watchPlugin(path: string | undefined, words: readonly string[]): Promise<number> {
  const folder = path === undefined ? null : resolve(path);
  if (folder === null || !existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new StartupError("--watch needs the folder of a plugin.");
  }
  const checks = checksOf(["plugin", "check", folder, ...words]);
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (file === null || isWatched(file)) checks.request();
  });
  const failed = new Promise<never>((_, reject) => {
    watcher.once("error", (error) => reject(new StartupError(`${folder} cannot be watched: ${error.message}`)));
  });
  checks.run();
  try {
    await Promise.race([stopSignal(), failed]);
    return 0;
  } finally {
    watcher.close();
    checks.stop();
  }
}

export interface Checks {
  /** Checks once the folder has come to rest, and after a check that is running. */
  request(): void;
  run(): void;
  stop(): void;
}

/** Checks in processes of their own, one at a time. */
export function checksOf(words: readonly string[]): Checks {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: ChildProcess | null = null;
  let isRequested = false;
  let isStopped = false;
  const run = (): void => {
    if (isStopped) return;
    if (running) {
      isRequested = true;
      return;
    }
    isRequested = false;
    running = spawn(process.execPath, [...ownProgram(), ...words], { stdio: "inherit", timeout: CHECK_TIMEOUT_MS });
    running.once("error", (error) => printNote(`The check could not be started: ${error.message}`));
    running.once("close", () => {
      running = null;
      if (isStopped) return;
      printText("── Waiting for changes; press Ctrl-C to end.");
      if (isRequested) run();
    });
  };
  return {
    run,
    request() {
      clearTimeout(timer);
      timer = setTimeout(run, SETTLE_MS);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      running?.kill("SIGTERM");
    },
  };
}
