// Waits for a promise that must be rejected, without the runner's `expect(…).rejects`.

/**
 * Gives what a promise is rejected with; throws where it is fulfilled. `.rejects` and `.resolves` run an event loop within the
 * loop, in which callbacks of `setImmediate` that are already due never run: what waits for one hangs until its time-out.
 */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([work]);
  if (result.status === "fulfilled") throw new Error("The promise was fulfilled.");
  return result.reason;
}
