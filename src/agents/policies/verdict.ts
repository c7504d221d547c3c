// What a comparison of one value with one operand says, in three verdicts: what is not certain is `MAYBE`, which satisfies
// nothing and escapes nothing.
import type { Compared } from "./compared-value.ts";

export const NO = 0;
export const MAYBE = 1;
export const YES = 2;
export type Verdict = typeof NO | typeof MAYBE | typeof YES;

export const not = (verdict: Verdict): Verdict => (YES - verdict) as Verdict;
export const and = (one: Verdict, other: Verdict): Verdict => (one < other ? one : other);

export type Comparison = (value: Compared) => Verdict;

/** The surest of the verdicts. */
export function anyOf(comparisons: readonly Comparison[]): Comparison {
  return (value) => {
    let best: Verdict = NO;
    for (const compare of comparisons) {
      const verdict = compare(value);
      if (verdict === YES) return YES;
      if (verdict > best) best = verdict;
    }
    return best;
  };
}
