// Runs many small requests a few at a time, for lists that hold bare ids.

/** Gmail limits the concurrent requests of one user: developers.google.com/workspace/gmail/api/reference/quota. */
const MAX_CONCURRENT = 5;

/** Maps every item with `work`, five at a time, and keeps the order; the first error rejects and starts nothing more. */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
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
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return results;
}
