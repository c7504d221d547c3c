// What two sequences have in common, as in a diff: pairs of places with equal keys, in the order of both.

/** Deeper, only the beginning and the end of a part are compared; this bounds the time. */
const MAX_DEPTH = 8;

interface Part {
  from: number;
  to: number;
  at: number;
  end: number;
  depth: number;
}

/**
 * Places in `before` with their places in `after`: both ends as far as they are equal, then between keys that are unique in both
 * ("patience diff"). The time grows with the length, not with its square.
 */
export function aligned(before: readonly string[], after: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: Part[] = [{ from: 0, to: before.length, at: 0, end: after.length, depth: 0 }];
  for (let part = open.pop(); part; part = open.pop()) {
    let { from, to, at, end } = part;
    for (; from < to && at < end && before[from] === after[at]; from++, at++) pairs.set(from, at);
    for (; from < to && at < end && before[to - 1] === after[end - 1]; to--, end--) pairs.set(to - 1, end - 1);
    if (from === to || at === end || part.depth === MAX_DEPTH) continue;
    const anchors = longestIncreasing(uniquePairs(before, after, { ...part, from, to, at, end }));
    if (anchors.length === 0) continue;
    for (const [x, y] of [...anchors, [to, end] as const]) {
      open.push({ from, to: x, at, end: y, depth: part.depth + 1 });
      if (x < to) pairs.set(x, y);
      [from, at] = [x + 1, y + 1];
    }
  }
  return pairs;
}

type Pair = readonly [before: number, after: number];

/** The places of keys that each of both has once in this part, in the order of the first. */
function uniquePairs(before: readonly string[], after: readonly string[], { from, to, at, end }: Part): Pair[] {
  const once = (keys: readonly string[], start: number, stop: number) => {
    const places = new Map<string, number>();
    for (let i = start; i < stop; i++) places.set(keys[i] as string, places.has(keys[i] as string) ? -1 : i);
    return places;
  };
  const theirs = once(after, at, end);
  return [...once(before, from, to)].flatMap(([key, x]): Pair[] => {
    const y = theirs.get(key) ?? -1;
    return x < 0 || y < 0 ? [] : [[x, y]];
  });
}

/** The longest run of pairs whose second places increase as well. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous: number[] = [];
  const second = (i: number) => (pairs[i] as Pair)[1];
  for (let i = 0; i < pairs.length; i++) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (second(tails[middle] as number) < second(i)) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = i;
  }
  const run: Pair[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i] as number) run.push(pairs[i] as Pair);
  return run.reverse();
}
