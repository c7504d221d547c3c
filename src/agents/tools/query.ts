// Parses a query of the tool search into weighted terms, and into steps where it names several things to do.
import type { Dictionary } from "./dictionary.ts";
import { parseTerms, type QueryTerm } from "./query-terms.ts";
import { fold, singularize, tokenize } from "./text.ts";
import { LIMITS } from "./weights.ts";
import { PRONOUNS } from "./word-lists.ts";

const STEP_SEPARATORS = /[,;:!?\n]+|\.(?:\s|$)|\s(?:and|then|after that|und|dann|et|y|e depois|और|फिर)\s/u;
/** Not "who's", which is "who is". */
const POSSESSORS = /(?<![\p{L}\p{M}])(?!who['’])([\p{L}\p{M}\p{N}]{1,40})(?:['’]s|(?<=s)['’])(?=\s)/giu;

export function parseQuery(dictionary: Dictionary, query: string): { terms: QueryTerm[]; steps: QueryTerm[][] } {
  const possessors = new Set(Array.from(query.matchAll(POSSESSORS), ([, word = ""]) => singularize(fold(word))));
  const parts = removeArguments(query)
    .split(STEP_SEPARATORS)
    .map(tokenize)
    .filter((part) => part.length > 0);
  const words = parts.flat().slice(0, LIMITS.queryWords);
  const terms = parseTerms(dictionary, words, possessors);
  if (parts.length < 2 || words.length < LIMITS.minWordsForSteps) return { terms, steps: [] };
  const steps = parseSteps(dictionary, parts, possessors);
  return { terms, steps: steps.length > 1 ? steps : [] };
}

/** A pronoun brings what the step before is about, at no weight: "find the mail and forward it". */
function parseSteps(
  dictionary: Dictionary,
  parts: readonly (readonly string[])[],
  possessors: ReadonlySet<string>,
): QueryTerm[][] {
  const steps: QueryTerm[][] = [];
  let objects: QueryTerm[] = [];
  for (const part of parts) {
    const words = part.slice(0, LIMITS.queryWords);
    const own = parseTerms(dictionary, words, possessors);
    const terms = words.some((word) => PRONOUNS.has(word)) ? [...own, ...objects] : own;
    const named = own.filter(({ kind }) => kind === "content" || kind === "provider");
    if (named.length === 0) continue;
    objects = named.map((term) => ({ ...term, weight: 0 }));
    if (steps.push(terms) === LIMITS.steps) break;
  }
  return steps;
}

/** Removes quoted texts, addresses and handles, and puts idioms in plain words. */
function removeArguments(query: string): string {
  const rest = query
    .replace(/["“][^"“”]*["”]/g, " ")
    .replace(/^\s*like\b/i, "react to")
    .replace(/\blet\s((?:\S+\s){1,6})know\b/i, "tell to $1")
    .split(/\s+/)
    .filter((word) => !/^[@#]|.@./.test(word))
    .join(" ");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : query;
}
