// Predicates on the arguments of a call: what a rule or a constraint says of them, as data. `admits` holds only if all values
// certainly satisfy it; `restricts` holds if one value perhaps does. Neither can be escaped by a value of another form.
import { type ArgumentPath, type ArgumentReader, argumentPath, readArguments } from "./argument-values.ts";
import type { Compared } from "./compared-value.ts";
import { numberComparison, oneOfScalars, type Scalar, timeComparison } from "./comparisons.ts";
import { textComparison } from "./text-comparison.ts";
import { and, type Comparison, NO, not, type Verdict, YES } from "./verdict.ts";

/** Every operator that is given must hold for a value. */
export interface Predicate {
  /** Globs, one of which the text matches: `*` takes any run of characters, `?` one. */
  readonly matches?: string | readonly string[];
  readonly not_matches?: string | readonly string[];
  readonly equals?: Scalar;
  readonly not_equals?: Scalar;
  readonly in?: readonly Scalar[];
  readonly not_in?: readonly Scalar[];
  readonly at_most?: number;
  readonly at_least?: number;
  readonly above?: number;
  readonly below?: number;
  /** A time with its offset, or a day. */
  readonly before?: string;
  readonly after?: string;
  /** How many values there are. */
  readonly count_at_most?: number;
  readonly count_at_least?: number;
  /** true: the argument may be missing; alone, it must be. false: it must be there. */
  readonly absent?: boolean;
}

/** One for each argument path; all must hold. */
export type ArgumentPredicates = Readonly<Record<string, Predicate>>;

export interface CompiledPredicates {
  /** The first argument path that does not certainly satisfy its predicate in all its values; null where all do. */
  unmet(args: ArgumentReader): string | null;
  /** Whether every predicate is met, certainly and by all values: for what allows. */
  admits(args: ArgumentReader): boolean;
  /** Whether every predicate is perhaps met, by one value at least: for what forbids. */
  restricts(args: ArgumentReader): boolean;
}

/** Compiles predicates without errors (`predicateErrors`). */
export function compilePredicates(predicates: ArgumentPredicates): CompiledPredicates {
  const all = Object.entries(predicates).map(([path, predicate]) => compileOne(argumentPath(path), predicate));
  const unmet = (args: ArgumentReader) => all.find((one) => !one.admits(args))?.path.text ?? null;
  return {
    unmet,
    admits: (args) => unmet(args) === null,
    restricts(args) {
      for (const one of all) if (!one.restricts(args)) return false;
      return true;
    },
  };
}

/** The first argument path of a single call whose predicate is not met; null where all are. */
export function unmetPredicate(compiled: CompiledPredicates, args: Readonly<Record<string, unknown>>): string | null {
  return compiled.unmet(readArguments(args));
}

function compileOne(path: ArgumentPath, predicate: Predicate) {
  const comparisons = comparisonsOf(predicate);
  const { count_at_most = Number.POSITIVE_INFINITY, count_at_least = 0, absent } = predicate;
  const isOnlyAbsent = absent === true && Object.keys(predicate).length === 1;
  const ofMissing = absent === true ? YES : NO;
  const ofValue = (value: Compared): Verdict => {
    if (isOnlyAbsent) return NO;
    let verdict: Verdict = YES;
    for (const compare of comparisons) {
      verdict = and(verdict, compare(value));
      if (verdict === NO) return NO;
    }
    return verdict;
  };
  const isCounted = (count: number) => count === 0 || (count <= count_at_most && count >= count_at_least);
  return {
    path,
    admits(args: ArgumentReader): boolean {
      const { values, isMissing } = args.at(path);
      if (isMissing && ofMissing !== YES) return false;
      return isCounted(values.length) && values.every((value) => ofValue(value) === YES);
    },
    restricts(args: ArgumentReader): boolean {
      const { values, isMissing } = args.at(path);
      if (isMissing && ofMissing !== NO) return true;
      if (!isCounted(values.length)) return false;
      for (const value of values) if (ofValue(value) !== NO) return true;
      return false;
    },
  };
}

function comparisonsOf(predicate: Predicate): Comparison[] {
  const { matches, not_matches, equals, not_equals, at_most, at_least, above, below, before, after } = predicate;
  const globs = (given: string | readonly string[]) => textComparison([given].flat(), "glob");
  return [
    ...(matches !== undefined ? [globs(matches)] : []),
    ...(not_matches !== undefined ? [negated(globs(not_matches))] : []),
    ...(equals !== undefined ? [oneOfScalars([equals])] : []),
    ...(not_equals !== undefined ? [negated(oneOfScalars([not_equals]))] : []),
    ...(predicate.in !== undefined ? [oneOfScalars(predicate.in)] : []),
    ...(predicate.not_in !== undefined ? [negated(oneOfScalars(predicate.not_in))] : []),
    ...(at_most !== undefined ? [numberComparison((value) => value <= at_most)] : []),
    ...(at_least !== undefined ? [numberComparison((value) => value >= at_least)] : []),
    ...(above !== undefined ? [numberComparison((value) => value > above)] : []),
    ...(below !== undefined ? [numberComparison((value) => value < below)] : []),
    ...(before !== undefined ? [timeComparison(before, (value, bound) => value < bound)] : []),
    ...(after !== undefined ? [timeComparison(after, (value, bound) => value > bound)] : []),
  ];
}

const negated =
  (compare: Comparison): Comparison =>
  (value) =>
    not(compare(value));
