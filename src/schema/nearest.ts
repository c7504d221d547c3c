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

/** Levenshtein's distance: letters to add, drop or replace. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
