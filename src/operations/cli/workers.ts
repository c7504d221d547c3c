// `gateway serve --workers`: one process per core at one address, started again when one dies, stopped together.
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../foundation/config/config.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";
import { type OwnLog, openLog } from "../../foundation/log/log-target.ts";
import { portOf } from "../../foundation/network/url-port.ts";
import { ownProgram } from "../../foundation/platform/own-program.ts";
import { STUCK_MS, stopSignal, thisProcess } from "../../foundation/platform/stop-signal.ts";
import { removeServerFile, writeServerFile } from "../../server/server-file.ts";
import { reopenLog } from "./reopen-log.ts";
import { type Ready, type WorkerOptions, workerWords } from "./worker-channel.ts";
import { relayMetrics } from "./worker-metrics.ts";

const MAX_WORKERS = 64;
/** Waits before the next start of a worker that died; doubled each time. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** A worker that lived so long begins with the first wait again. */
const STEADY_MS = 60_000;
/** Deaths one after another, while no other worker serves, after which a supervisor of ours must decide. */
const MAX_DEATHS = 6;
/** A worker that is stuck for so long beyond its own limits is killed. */
const KILL_AFTER_MS = 5_000;

/** How many workers the operator wants; 1 is the process itself. */
export function workerCount(text: unknown, { databaseUrl }: Config): number {
  if (text === undefined) return 1;
  const count =
    text === "auto" ? Math.min(availableParallelism(), MAX_WORKERS) : /^\d+$/.test(String(text)) ? Number(text) : 0;
  if (count < 1 || count > MAX_WORKERS)
    throw new StartupError(`--workers must be a whole number from 1 to ${MAX_WORKERS}, or auto for one per core.`);
  if (count > 1 && databaseUrl === null)
    throw new StartupError("--workers needs Postgres (DATABASE_URL): the embedded database allows one process.");
  if (count > 1 && process.platform !== "linux")
    throw new StartupError("--workers needs Linux, which shares a port among processes. Run one process here.");
  return count;
}

interface End {
  /** Null if a signal ended it. */
  code: number | null;
  signal: string | null;
}

interface Worker {
  child: ChildProcess;
  /** Null where it ended before it served. */
  ready: Promise<Ready | null>;
  ended: Promise<End>;
  kill(signal: NodeJS.Signals): void;
}

interface Fleet {
  log: Log;
  /** The environment of further workers. */
  env: NodeJS.ProcessEnv;
  launch(options: WorkerOptions): Worker;
  /** Those that serve. */
  serving: Set<Worker>;
  stopping: AbortSignal;
  stopAll(): void;
}

/** Runs the workers until a stop signal and returns the exit code. `started` is called once, when all have begun. */
export async function superviseWorkers(
  config: Config,
  count: number,
  started: (ready: Ready) => void,
): Promise<number> {
  const fleet = createFleet(openLog(config));
  // Alone: it migrates, and finds what prevents a start.
  const first = fleet.launch({ number: 1, joins: false });
  const ready = await first.ready;
  if (!ready) return exitCodeOf(await first.ended);
  const serverFile = writeServerFile(config, ready.adminListening, {
    adminToken: config.adminToken as string,
    log: fleet.log,
  });
  fleet.env = { ...process.env, ...portsOf(ready, config) };
  const others = Array.from({ length: count - 1 }, (_, i) => fleet.launch({ number: i + 2, joins: true }));
  void Promise.all(others.map((worker) => worker.ready)).then(() => started(ready));
  const ends = [first, ...others].map((worker, i) => keepRunning(fleet, i + 1, worker));
  try {
    return Math.max(...(await Promise.all(ends)));
  } finally {
    removeServerFile(serverFile);
  }
}

function createFleet({ log, file }: OwnLog): Fleet {
  const living = new Set<Worker>();
  const stop = new AbortController();
  const signalAll = (signal: NodeJS.Signals) => {
    for (const worker of living) worker.kill(signal);
  };
  // A second Ctrl-C to this process alone must leave no worker behind.
  const exit = (code: number) => {
    signalAll("SIGKILL");
    thisProcess.exit(code);
  };
  const fleet: Fleet = {
    log,
    env: process.env,
    launch(options) {
      const worker = spawnWorker(options, fleet.env);
      living.add(worker);
      relayMetrics(worker.child, () => [...fleet.serving].filter((one) => one !== worker).map(({ child }) => child));
      void worker.ended.then(() => living.delete(worker));
      void worker.ready.then((ready) => ready && fleet.serving.add(worker));
      if (stop.signal.aborted) worker.kill("SIGTERM");
      return worker;
    },
    serving: new Set(),
    stopping: stop.signal,
    stopAll() {
      stop.abort();
      signalAll("SIGTERM");
      setTimeout(() => exit(1), STUCK_MS + KILL_AFTER_MS).unref();
    },
  };
  const hangUp = () => {
    reopenLog({ log, file });
    signalAll("SIGHUP");
  };
  void stopSignal({ ...thisProcess, exit }, hangUp).then(fleet.stopAll);
  return fleet;
}

/** Starts a worker again whenever it ends, until the stop; returns the exit code: 1 where no worker can be had. */
async function keepRunning(fleet: Fleet, number: number, started: Worker): Promise<number> {
  const { serving, stopping, log } = fleet;
  for (let [worker, deaths] = [started, 0]; ; ) {
    const startedAt = Date.now();
    const end = await worker.ended;
    serving.delete(worker);
    if (stopping.aborted) return exitCodeOf(end);
    const { code, signal } = end;
    deaths = Date.now() - startedAt < STEADY_MS ? deaths + 1 : 1;
    if (deaths >= MAX_DEATHS && serving.size === 0) {
      log.error("workers_given_up", { worker: number, exit_code: code, signal });
      fleet.stopAll();
      return 1;
    }
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (deaths - 1), LONGEST_WAIT_MS);
    log.error("worker_ended", { worker: number, exit_code: code, signal, starts_again_in_ms: waitMs });
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => {
      // The stop ends the wait.
    });
    if (stopping.aborted) return 0;
    worker = fleet.launch({ number, joins: true });
  }
}

function spawnWorker(options: WorkerOptions, env: NodeJS.ProcessEnv): Worker {
  // A worker that joins has nothing to print: its errors are in the log.
  const words = [
    "serve",
    ...workerWords(options),
    ...(options.joins ? [] : process.argv.filter((word) => word === "--json")),
  ];
  const child = spawn(process.execPath, [...ownProgram(), ...words], {
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<End>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: 1, signal: null }));
  });
  const ready = new Promise<Ready | null>((resolve) => {
    child.on("message", (message) => {
      if ("listening" in (message as object)) resolve(message as Ready);
    });
    void ended.then(() => resolve(null));
  });
  return { child, ready, ended, kill: (signal) => void child.kill(signal) };
}

/** SIGTERM ends a worker whose program has not begun, which has nothing to lose. */
function exitCodeOf({ code, signal }: End): number {
  return code ?? (signal === "SIGTERM" ? 0 : 1);
}

/** The ports that the first worker got, for the others to share. */
function portsOf({ listening, adminListening }: Ready, { adminPort }: Config): Record<string, string> {
  return {
    PORT: String(portOf(listening)),
    ...(adminPort !== null && { ADMIN_PORT: String(portOf(adminListening)) }),
  };
}
