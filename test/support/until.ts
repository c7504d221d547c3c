// Waits for a condition that comes true by itself, within a bound; for what arrives through the database's notifications.

const STEP_MS = 5;

/** Resolves as soon as the condition holds; throws when it does not within `withinMs` of real time. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 1_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`The condition did not come true within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
