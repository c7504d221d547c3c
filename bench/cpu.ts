// CPU time of processes, from Linux' /proc.
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process (Linux). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** CPU seconds of every Postgres process on this machine; only the benchmark's is busy. */
export function postgresCpu(): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres") ? sum + cpuOf(Number(pid)) : sum;
      } catch {
        return sum;
      }
    }, 0);
}
