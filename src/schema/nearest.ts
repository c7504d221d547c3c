// Finds the known name that somebody who mistyped one has most likely meant.
import { editDistance } from "./edit-distance.ts";

/** Longer names are not compared: nobody mistypes them by a letter or two. */
const MAX_LENGTH = 60;

/** The known name closest to a given one: a letter off for every three, two at most; null where none is. */
export function nearest(given: string, known: readonly string[]): string | null {
  if (given.length > MAX_LENGTH) return null;
  let best: string | null = null;
  let bestDistance = Math.min(2, Math.floor(given.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(withoutSeparators(given), withoutSeparators(name), bestDistance - 1);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

const withoutSeparators = (name: string) => name.toLowerCase().replaceAll("-", "_");
