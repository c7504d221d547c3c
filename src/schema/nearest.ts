// Finds the known name that somebody who mistyped one has most likely meant.

/** Longer names are not compared: nobody mistypes them by a letter or two. */
const MAX_LENGTH = 60;

/** The known name closest to a given one: a letter off for every three, two at most; null where none is. */
export function nearest(given: string, known: readonly string[]): string | null {
  if (given.length > MAX_LENGTH) return null;
  let best: string | null = null;
  let bestDistance = Math.min(2, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - given.length) >= bestDistance) continue;
    const distance = lettersApart(plain(given), plain(name));
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

const plain = (name: string) => name.toLowerCase().replaceAll("-", "_");

/** Letters to add, drop, replace or swap with their neighbour (optimal string alignment). */
function lettersApart(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
