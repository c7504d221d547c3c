// One measurement: a load after a warm-up, with the CPU time that it took.
import { cpuOf, postgresCpu } from "./cpu.ts";
import type { LoadResult } from "./load.ts";

export interface Measured {
  result: LoadResult;
  /** CPU microseconds per request. */
  cpuUs: number;
  databaseUs: number;
}

/** The runtime needs some five seconds of the same load to compile a call's code. */
export async function measured(
  pid: number,
  { warmUp, seconds }: { warmUp: number; seconds: number },
  run: (seconds: number) => Promise<LoadResult>,
): Promise<Measured> {
  if (warmUp > 0) await run(warmUp);
  const before = [cpuOf(pid), postgresCpu()] as const;
  const result = await run(seconds);
  const [cpu, database] = [cpuOf(pid) - before[0], postgresCpu() - before[1]];
  return { result, cpuUs: (cpu * 1e6) / result.requests, databaseUs: (database * 1e6) / result.requests };
}
