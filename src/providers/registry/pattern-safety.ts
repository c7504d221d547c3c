// Finds regular expressions whose time grows faster than the text: those that match a text in two ways again and again
// (exponential), and those that two repetitions, or a search from each character on, can share a text between (polynomial).
import { ambiguity } from "./pattern-ambiguity.ts";
import { type Automaton, automatonOf } from "./pattern-automaton.ts";
import { attackOn } from "./pattern-sharing.ts";

/** Longer patterns, and those of more characters, take the check itself too long. */
const MAX_LENGTH = 1_000;
const MAX_POSITIONS = 300;

const cache = new Map<string, string | null>();

/** Why the pattern must not be used, as the rest of a sentence; null for one whose time grows only with the text. */
export function unsafePattern({ source, flags }: Pick<RegExp, "source" | "flags">): string | null {
  const key = `/${source}/${flags}`;
  let reason = cache.get(key);
  if (reason === undefined) {
    reason = reasonOf(source, flags);
    if (cache.size < 10_000) cache.set(key, reason);
  }
  return reason;
}

/** A repetition without a bound, or with one of three digits. */
const REPETITION = /[*+]|\{\d{0,9},\}|\{(?:\d{0,9},)?\d{3,9}\}/g;

/** Whether a glance shows that nothing can be shared: one repetition at most, of one character, from the beginning on. */
function isPlainlyLinear(source: string, flags: string): boolean {
  // Only the repetition of a group can hold another repetition.
  if (/\)[*+{]/.test(source)) return false;
  const repetitions = source.match(REPETITION)?.length ?? 0;
  if (repetitions === 0 && !/\\[1-9k]/.test(source)) return true;
  return repetitions === 1 && source.startsWith("^") && !/[|m]|\(\?|\\[1-9k]/.test(source + flags);
}

function reasonOf(source: string, flags: string): string | null {
  if (source.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters.`;
  if (isPlainlyLinear(source, flags)) return null;
  let automaton: Automaton;
  try {
    automaton = automatonOf(source, flags);
  } catch {
    // The reason that is returned tells it.
    return "cannot be checked: write its characters one by one, without nested sets.";
  }
  if (automaton.positions.length > MAX_POSITIONS) return `has more than ${MAX_POSITIONS} characters to match.`;
  const ambiguous = ambiguity(automaton);
  if (ambiguous !== null)
    return `may take exponential time: it can match repetitions of "${ambiguous}" in more than one way.`;
  const attack = attackOn(automaton);
  if (attack === null) return null;
  if (attack === "unknown") return "is too ambiguous to check: write it with fewer repetitions.";
  const { before, pump, after } = attack;
  const start = before === "" ? "" : `${JSON.stringify(before)}, then `;
  return `takes time that grows with the square of a text's length: for example of ${start}many ${JSON.stringify(pump)}, then ${JSON.stringify(after)}.`;
}
