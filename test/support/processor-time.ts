// Processor time of a piece of work, for tests that compare the times of two sizes.

/** Microseconds; the least of seven runs, since other work on the machine only adds. */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    const before = process.cpuUsage();
    await work();
    times.push(process.cpuUsage(before).user);
  }
  return Math.min(...times);
}
