// CPU time of processes, from Linux' /proc.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export const TICKS_PER_SECOND = 100;

interface ProcessCpu {
  pid: number;
  parent: number;
  name: string;
  /** Seconds, with those of children that have ended. */
  total: number;
  /** Seconds of the process alone. */
  own: number;
}

function processCpu(pid: number): ProcessCpu {
  const [, name = "", rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) (.*)/s) ?? [];
  const fields = rest.split(" ");
  const seconds = (index: number) => Number(fields[index]) / TICKS_PER_SECOND;
  const own = seconds(11) + seconds(12);
  return { pid, parent: Number(fields[1]), name, own, total: own + seconds(13) + seconds(14) };
}

function allProcesses(): ProcessCpu[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [processCpu(Number(name))] : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

/** CPU seconds of a process (Linux). */
export function cpuOf(pid: number): number {
  return processCpu(pid).own;
}

/** Every Postgres process on this machine; those to come are pinned where the one that starts them is. */
export const postgresPids = (): number[] =>
  allProcesses()
    .filter(({ name }) => name.startsWith("postgres"))
    .map(({ pid }) => pid);

/** Keeps processes, with all of their threads, on one core (Linux, taskset of util-linux). */
export function pin(pids: readonly number[], core: number): void {
  for (const pid of pids) {
    const { status, stderr } = spawnSync("taskset", ["--all-tasks", "--pid", "--cpu-list", String(core), String(pid)]);
    if (status !== 0) throw new Error(`A process cannot be pinned: ${stderr}`);
  }
}

/** CPU seconds of every Postgres process on this machine; only the benchmark's is busy. */
export function postgresCpu(): number {
  return allProcesses()
    .filter(({ name }) => name.startsWith("postgres"))
    .reduce((sum, { own }) => sum + own, 0);
}

/** CPU seconds of this process, of all that it has started, and of Postgres. */
export function cpuOfBenchmark(): number {
  const all = allProcesses();
  const childrenOf = Map.groupBy(all, ({ parent }) => parent);
  const counted = new Map<number, number>();
  const add = ({ pid, total }: ProcessCpu) => {
    if (counted.has(pid)) return;
    counted.set(pid, total);
    childrenOf.get(pid)?.forEach(add);
  };
  all.filter(({ pid, name }) => pid === process.pid || name.startsWith("postgres")).forEach(add);
  return [...counted.values()].reduce((sum, total) => sum + total, 0);
}
