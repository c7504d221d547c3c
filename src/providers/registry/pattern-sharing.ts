// Finds patterns that may take the square of a text's length: a text of many repetitions that two loops of the pattern, or the
// search for a beginning and one loop, can divide between them in as many ways as it is long.
import { reachableFrom } from "./pattern-ambiguity.ts";
import { type Automaton, EVERY, exampleOf } from "./pattern-automaton.ts";

/** A text that takes so long: `pump` many times between the other two. */
export interface Attack {
  before: string;
  pump: string;
  after: string;
}

/** What stands for the search from one character on to the next. */
const SEARCH = -1;
const MAX_STEPS = 300_000;

/** States of both loops and of the way between them, with the text that leads there. */
interface Step {
  first: number;
  between: number;
  last: number;
  text: string;
}

/** The attack on a pattern; null without any, "unknown" where there are too many ways to look at. */
export function attackOn(automaton: Automaton): Attack | "unknown" | null {
  const { positions, unbounded, sure, isSticky } = automaton;
  const reachable = unbounded.map((_, from) => reachableFrom(unbounded, from));
  const looping = [...positions.keys()].filter((at) => reachable[at]?.has(at));
  const starts = isSticky ? looping : [SEARCH, ...looping];
  let steps = 0;
  for (const start of starts) {
    for (const end of looping) {
      // If nothing can fail any more, only the first way is tried.
      if (sure.has(end) || start === end) continue;
      // Two positions of one loop would be exponential, which is looked for by itself.
      if (start !== SEARCH && (!reachable[start]?.has(end) || reachable[end]?.has(start))) continue;
      const found = sharedPump(automaton, reachable, start, end);
      steps += found.steps;
      if (steps > MAX_STEPS) return "unknown";
      if (found.pump !== null) return attackWith(automaton, start, found.pump);
    }
  }
  return null;
}

/** A text that leads from `start` to itself, from `start` to `end`, and from `end` to itself. */
function sharedPump(
  automaton: Automaton,
  reachable: readonly ReadonlySet<number>[],
  start: number,
  end: number,
): { pump: string | null; steps: number } {
  const { positions, unbounded, follow, first } = automaton;
  const inLoop = (at: number, of: number) => at === of || (reachable[at]?.has(of) && reachable[of]?.has(at)) === true;
  const loopOf = (of: number) => (at: number) => [...(unbounded[at] ?? [])].filter((to) => inLoop(to, of));
  const ofStart = start === SEARCH ? () => [SEARCH] : loopOf(start);
  const ofEnd = loopOf(end);
  const onwards = (at: number) =>
    at === SEARCH ? first : [...(follow[at]?.keys() ?? [])].filter((to) => to === end || reachesEnd(to));
  const reachesEnd = (at: number) => reachableFrom(follow, at).has(end);
  const charactersOf = (at: number) => (at === SEARCH ? EVERY : (positions[at] as bigint));
  const seen = new Set<string>();
  const pending: Step[] = [{ first: start, between: start, last: end, text: "" }];
  for (let at = 0; at < pending.length && at < MAX_STEPS; at++) {
    const step = pending[at] as Step;
    for (const a of ofStart(step.first)) {
      for (const b of onwards(step.between)) {
        const ab = charactersOf(a) & charactersOf(b);
        if (ab === 0n) continue;
        for (const c of ofEnd(step.last)) {
          const common = ab & charactersOf(c);
          if (common === 0n) continue;
          const text = step.text + exampleOf(automaton, common);
          if (a === start && b === end && c === end) return { pump: text, steps: at };
          const key = `${a} ${b} ${c}`;
          if (seen.has(key)) continue;
          seen.add(key);
          pending.push({ first: a, between: b, last: c, text });
        }
      }
    }
  }
  return { pump: null, steps: pending.length };
}

function attackWith(automaton: Automaton, start: number, pump: string): Attack {
  return { before: start === SEARCH ? "" : wayTo(automaton, start), pump, after: failing(automaton) };
}

/** The shortest text that leads to a position. */
function wayTo(automaton: Automaton, to: number): string {
  const { positions, follow, first } = automaton;
  const example = (at: number) => exampleOf(automaton, positions[at] as bigint);
  const seen = new Set(first);
  const pending = first.map((at): [number, string] => [at, example(at)]);
  for (let index = 0; index < pending.length; index++) {
    const [at, text] = pending[index] as [number, string];
    if (at === to) return text;
    for (const next of follow[at]?.keys() ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push([next, text + example(next)]);
    }
  }
  return "";
}

/** A character that most positions refuse, behind which the pattern fails. */
function failing({ positions }: Automaton): string {
  const candidates = ["\n", "\u0000", "!", " ", "é"];
  const refusals = (text: string) => positions.filter((one) => !isIn(one, text)).length;
  return candidates.reduce((best, one) => (refusals(one) > refusals(best) ? one : best));
}

const isIn = (characters: bigint, text: string) =>
  text.charCodeAt(0) < 128 && ((characters >> BigInt(text.charCodeAt(0))) & 1n) === 1n;
