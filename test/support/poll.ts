// Waits for a condition instead of for a time.

const LOOK_EVERY_MS = 5;

/** Resolves when `holds` is true; rejects after `withinMs` with what was waited for. */
export async function until(what: string, holds: () => boolean, withinMs = 5_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The promise's value, or an error after `withinMs`. */
export function within<T>(what: string, promise: Promise<T>, withinMs = 5_000): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Waited ${withinMs} ms in vain: ${what}`)), withinMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
