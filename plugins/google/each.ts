// Runs many small requests a few at a time, for lists that a provider gives as bare ids.

/** Gmail also limits how many requests of one user run at once: developers.google.com/workspace/gmail/api/reference/quota. */
const AT_ONCE = 5;

/** Does `work` on every item, at most five at a time, and gives the results in the items' order; the first error ends it. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index] as T);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
