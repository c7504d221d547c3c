// Random cases that are the same in every run: a failure names its seed.

export interface Random {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  oneOf<T>(values: readonly T[]): T;
  /** Up to `most` values. */
  listOf<T>(most: number, make: () => T): T[];
}

/** Numbers of a linear congruential generator (Numerical Recipes' constants). */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    oneOf: (values) => values[below(values.length)] as (typeof values)[number],
    listOf: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
}

export const SEEDS = Array.from({ length: 300 }, (_, i) => i);
