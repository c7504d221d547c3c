// How much memory a piece of work takes beyond what the process had.

const LOOK_EVERY_MS = 5;

/** Runs `work`; gives what it gave and by how many bytes the process grew at its largest. */
export async function measureGrowth<T>(work: () => Promise<T>): Promise<{ result: T; grownBytes: number }> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    const result = await work();
    look();
    return { result, grownBytes: peak - before };
  } finally {
    clearInterval(timer);
  }
}

export const MiB = 1024 * 1024;
