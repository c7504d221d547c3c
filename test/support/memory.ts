// Measures the memory growth of the process during some work.

const LOOK_EVERY_MS = 5;

/** Runs `work`; returns its result and the process's peak growth in bytes. */
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
