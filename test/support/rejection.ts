// Waits for a promise that must be rejected, without the runner's `expect(…).rejects`.

/**
 * Returns a promise's rejection; throws if it is fulfilled. `.rejects` and `.resolves` run a nested event loop, in which
 * callbacks of `setImmediate` that are already due never run: code that awaits one hangs until its timeout.
 */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([work]);
  if (result.status === "fulfilled") throw new Error("The promise was fulfilled.");
  return result.reason;
}
