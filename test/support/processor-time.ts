// Processor time of a piece of work, for tests that compare the times of two sizes.

/** Times below it are the clock's steps. */
const NO_TIME_US = 40_000;

/** Microseconds; the least of seven runs, since other work on the machine only adds. */
async function processorTimeOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    const before = process.cpuUsage();
    await work();
    times.push(process.cpuUsage(before).user);
  }
  return Math.min(...times);
}

/**
 * The growths of a work's time, as texts, if it takes more than ten times as long for four times the size: the square takes
 * sixteen. Empty for linear work. A machine that is busy during one of the two sizes is measured again: a square fails each time.
 */
export async function growthsOfSquare(workOf: (size: number) => () => unknown, size: number): Promise<string[]> {
  const timeOf = (length: number) => processorTimeOf(workOf(length));
  await timeOf(2_000);
  const growths: string[] = [];
  while (growths.length < 4) {
    const [short, long] = [await timeOf(size), await timeOf(size * 4)];
    if (long < Math.max(short * 10, NO_TIME_US)) return [];
    growths.push(`${short} µs to ${long} µs`);
  }
  return growths;
}
