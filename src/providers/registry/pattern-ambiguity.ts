// Finds patterns that may take exponential time: those that can match one text in two ways, again and again.
import { type Automaton, exampleOf } from "./pattern-automaton.ts";

/** A character with which one repeated text is matched in two ways; null without any. */
export function ambiguity(automaton: Automaton): string | null {
  const { positions, follow, emptyLoop } = automaton;
  const example = (at: number) => exampleOf(automaton, positions[at] as bigint);
  if (emptyLoop !== null) return example(emptyLoop);
  const reachable = follow.map((_, from) => reachableFrom(follow, from));
  for (const [from, edges] of follow.entries()) {
    for (const [to, count] of edges) if (count > 1 && reachable[to]?.has(from)) return example(from) || example(to);
  }
  for (const start of positions.keys()) {
    if (reachable[start]?.has(start) && isAmbiguousLoop({ positions, follow }, start, reachable)) return example(start);
  }
  return null;
}

/** What follows a position sooner or later; itself where it stands in a loop. */
export function reachableFrom(follow: readonly { keys(): Iterable<number> }[], from: number): Set<number> {
  const found = new Set<number>();
  const pending = [from];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const to of follow[at]?.keys() ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      pending.push(to);
    }
  }
  return found;
}

/** Whether two different paths with the same text lead from `start` back to it. */
function isAmbiguousLoop(
  { positions, follow }: Pick<Automaton, "positions" | "follow">,
  start: number,
  reachable: readonly ReadonlySet<number>[],
): boolean {
  const next = (from: number) =>
    [...(follow[from]?.keys() ?? [])].filter((to) => to === start || reachable[to]?.has(start));
  const seen = new Set<number>();
  const pending: [number, number, boolean][] = [[start, start, false]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [a, b, hasParted] = pair;
    for (const toA of next(a)) {
      for (const toB of next(b)) {
        if (toA !== toB && ((positions[toA] as bigint) & (positions[toB] as bigint)) === 0n) continue;
        const parted = hasParted || toA !== toB;
        if (toA === start && toB === start && parted) return true;
        const key = (toA * positions.length + toB) * 2 + (parted ? 1 : 0);
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push([toA, toB, parted]);
      }
    }
  }
  return false;
}
