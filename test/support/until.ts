// Waits for a condition or a promise within a bound, so that no test sleeps for a fixed time.

const POLL_MS = 5;

/** Resolves when the condition holds; rejects when it does not within `timeoutMs` of real time. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 1_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`The condition did not hold within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The promise's value; rejects with the text `event` after `timeoutMs`. */
export function within<T>(event: string, promise: Promise<T>, timeoutMs = 5_000): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Timed out after ${timeoutMs} ms: ${event}`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
