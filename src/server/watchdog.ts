// A thread that ends the process when a plugin's code holds the event loop, and puts the plugin out of use after the next start.
//
// Guards stop what runs too long (providers/guard/guard.ts), but for code after an `await` in a plugin, a module while it is
// imported, and a pattern, which the engine does not interrupt. Nothing within the thread that hangs could end those.
import { Worker } from "node:worker_threads";
import { CELLS, watchPlugins } from "../providers/guard/watch.ts";
import { quarantineFile, type StoppedBy } from "./quarantine-file.ts";

export interface WatchdogTimes {
  /** Milliseconds between two looks. */
  everyMs: number;
  /** Milliseconds of processor time without a turn of the event loop: a machine that is busy or asleep is no plugin's doing. */
  cpuMs: number;
  /** The longest hang without it, in milliseconds. */
  longestMs: number;
}

const TIMES: WatchdogTimes = { everyMs: 500, cpuMs: 5_000, longestMs: 20_000 };
const BEAT_MS = 250;

interface WatchdogData {
  cells: Int32Array;
  folder: string;
  file: string;
  /** The log's file; null where it goes to standard error. */
  logFile: string | null;
  times: WatchdogTimes;
  indexes: typeof CELLS;
  fields: Record<string, unknown>;
}

/** Watches from now on, until the process ends. `fields` are in the line of the log; resolves when the thread runs. */
export async function startWatchdog(
  dataDir: string,
  fields: Record<string, unknown> = {},
  times: WatchdogTimes = TIMES,
  logFile: string | null = null,
): Promise<void> {
  const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const file = quarantineFile(dataDir);
  const data: WatchdogData = { cells, folder: dataDir, file, logFile, times, indexes: CELLS, fields };
  const thread = new Worker(`(${watch})(${noteHang})`, { eval: true, workerData: data });
  // A plugin may hang as soon as it is imported.
  await new Promise<void>((resolve, reject) => thread.once("message", () => resolve()).once("error", reject));
  thread.unref();
  const beat = () => {
    cells[CELLS.beat] = ((cells[CELLS.beat] as number) + 1) | 0;
  };
  setInterval(beat, BEAT_MS).unref();
  watchPlugins({ cells, added: (running) => thread.postMessage(running) });
}

type Running = Pick<StoppedBy, "plugin" | "phase">;

/** The thread's program. Its text is all that the thread gets, so that it uses nothing from outside of itself. */
function watch(note: typeof noteHang): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { appendFileSync, writeSync } = process.getBuiltinModule("node:fs");
  const { cells, folder, file, logFile, times, indexes, fields } = workerData as WatchdogData;
  const plugins: Running[] = [];
  parentPort?.on("message", (running: Running) => plugins.push(running));
  parentPort?.postMessage("ready");

  const end = (running: Running) => {
    let quarantinedS = 0;
    try {
      quarantinedS = note(folder, file, running);
    } catch {
      // A full disk must not keep the process from its end; the line below says 0.
    }
    const head = { time: new Date().toISOString(), level: "error", event: "plugin_hung" };
    const line = `${JSON.stringify({ ...head, ...fields, ...running, quarantined_s: quarantinedS })}\n`;
    try {
      if (logFile === null) writeSync(2, line);
      else appendFileSync(logFile, line, { mode: 0o600 });
    } catch {
      // A full disk must not keep the process from its end.
    }
    process.kill(process.pid, "SIGKILL");
  };

  let last = { beat: -1, running: 0 };
  let ticks = 0;
  let cpu = process.cpuUsage();
  setInterval(() => {
    const seen = { beat: Atomics.load(cells, indexes.beat), running: Atomics.load(cells, indexes.running) };
    const isSame = seen.beat === last.beat && seen.running === last.running && seen.running !== 0;
    last = seen;
    if (!isSame) {
      ticks = 0;
      cpu = process.cpuUsage();
      return;
    }
    ticks++;
    const { user, system } = process.cpuUsage(cpu);
    const isOver = (user + system) / 1_000 >= times.cpuMs || ticks * times.everyMs >= times.longestMs;
    const running = plugins[seen.running - 1];
    if (isOver && running) end(running);
  }, times.everyMs);
}

/** Notes who held the process: out of use for ten minutes, twice as long each further time, a day at most. Gives the seconds. */
function noteHang(folder: string, file: string, { plugin, phase }: Running): number {
  const fs = process.getBuiltinModule("node:fs");
  let entries: StoppedBy[] = [];
  try {
    const found: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    if (Array.isArray(found)) entries = found;
  } catch {
    // The first one makes the file, also in place of one that is spoilt.
  }
  const isSame = (one: StoppedBy | null) => one?.plugin === plugin && one.phase === phase;
  const times = (entries.find(isSame)?.times ?? 0) + 1;
  const minutes = Math.min(10 * 2 ** (times - 1), 24 * 60);
  const now = Date.now();
  const [at, until] = [new Date(now).toISOString(), new Date(now + minutes * 60_000).toISOString()];
  const next = [...entries.filter((one) => !isSame(one)), { plugin, phase, at, until, times }];
  // A first start has no folder yet.
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return minutes * 60;
}
