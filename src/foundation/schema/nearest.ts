// Finds the known name that a mistyped one most likely means.
import { editDistance } from "./edit-distance.ts";

/** Bounds the cost of a comparison. */
const MAX_LENGTH = 60;

/** The closest known name: one edit for every three letters, two at most; null where none is that close. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_LENGTH) return null;
  let best: string | null = null;
  let bestDistance = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(withoutSeparators(name), withoutSeparators(candidate), bestDistance - 1);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

const withoutSeparators = (name: string) => name.toLowerCase().replaceAll("-", "_");
