// Parses a query of the tool search into weighted terms, and into steps where it names several things to do.
import { type Dictionary, type Expansion, expandWord, UNKNOWN } from "./dictionary.ts";
import { singularize, tokenize } from "./text.ts";
import { LIMITS, WEIGHTS } from "./weights.ts";
import {
  ARGUMENT_MARKERS,
  DETAIL_MARKERS,
  FOREIGN_STOP_WORDS,
  LOCATION_MARKERS,
  QUOTE_MARKERS,
  RECIPIENT_MARKERS,
  STOP_WORDS,
} from "./word-lists.ts";

/** A word or phrase of the query with its share in the whole. */
export interface QueryTerm extends Expansion {
  weight: number;
}

const STEP_SEPARATORS = /[,;!?\n]+|\.(?:\s|$)|\s(?:and|then|und|et|y)\s/u;
const IMPLIED_VERBS = impliedVerb(WEIGHTS.impliedVerbs);
const IMPLIED_VERBS_OF_PLURAL = impliedVerb(WEIGHTS.impliedVerbsOfPlural);

/** Without a weight: it costs nothing when no tool fits it. */
function impliedVerb(weights: Record<string, number>): QueryTerm {
  return { kind: "stopWord", terms: new Map(Object.entries(weights)), providers: [], weight: 0 };
}

export function parseQuery(dictionary: Dictionary, query: string): { terms: QueryTerm[]; steps: QueryTerm[][] } {
  const parts = removeArguments(query)
    .split(STEP_SEPARATORS)
    .map(tokenize)
    .filter((part) => part.length > 0);
  const words = parts.flat().slice(0, LIMITS.queryWords);
  const terms = parseTerms(dictionary, words);
  if (parts.length < 2 || words.length < LIMITS.minWordsForSteps) return { terms, steps: [] };
  const steps = parts.map((part) => parseTerms(dictionary, part.slice(0, LIMITS.queryWords))).filter(isStep);
  return { terms, steps: steps.length > 1 ? steps.slice(0, LIMITS.steps) : [] };
}

/** Removes quoted texts, addresses and handles, and puts idioms in plain words. */
function removeArguments(query: string): string {
  const rest = query
    .replace(/["“][^"”]*["”]/g, " ")
    .replace(/^\s*like\b/i, "react to")
    .replace(/\blet\s(?:\S+\s){1,6}know\b/i, "tell")
    .split(/\s+/)
    .filter((word) => !/^[@#]|.@./.test(word))
    .join(" ");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : query;
}

function isStep(terms: readonly QueryTerm[]): boolean {
  return terms.some(({ kind }) => kind === "verb") && terms.some(({ kind }) => kind === "content");
}

function parseTerms(dictionary: Dictionary, words: readonly string[]): QueryTerm[] {
  const terms: QueryTerm[] = [];
  const singulars = words.map(singularize);
  const isShort = words.length <= LIMITS.shortQueryWords;
  const isSentence = words.length >= LIMITS.minSentenceWords;
  let unknowns = 0;
  let fuzzyMatches = 0;
  let markerFactor = 1;
  let marker = "";
  let isQuoted = false;
  let hasObject = false;
  let isPlural = false;
  for (let start = 0; start < words.length; ) {
    const word = singulars[start] as string;
    const isListed = dictionary.expansions.has(word) || STOP_WORDS.has(word);
    const mayGuess = !isQuoted && (isListed || fuzzyMatches++ < LIMITS.fuzzyMatches);
    const { expansions, length } = expandAt(dictionary, singulars, start, isShort, mayGuess);
    for (const expansion of expansions) {
      const { kind } = expansion;
      let weight = WEIGHTS.kind[kind] * (kind === "provider" ? 1 : markerFactor);
      if (kind === "content" && RECIPIENT_MARKERS.has(marker) && expansion.terms.has("user"))
        weight *= WEIGHTS.recipient;
      if (kind === "unknown") {
        const isArgument = marker !== "" && hasObject;
        weight = isArgument ? WEIGHTS.unknownArgument : unknownWeight(unknowns++, hasObject && isSentence);
      }
      if (kind === "stopWord" && isShort) weight = WEIGHTS.stopWordInShortQuery;
      hasObject ||= kind === "content" || kind === "provider";
      isPlural ||= kind === "content" && words[start + length - 1] !== singulars[start + length - 1];
      if (!isQuoted || kind !== "verb") terms.push({ ...expansion, weight });
    }
    start += length;
    if (length > 1 || !ARGUMENT_MARKERS.has(word)) continue;
    marker = word;
    if (!hasObject) continue;
    markerFactor = Math.min(markerFactor, factorAfter(word));
    isQuoted ||= QUOTE_MARKERS.has(word);
  }
  return addImpliedVerb(terms, isPlural);
}

function factorAfter(marker: string): number {
  const { quote, detail, location } = WEIGHTS.afterMarker;
  if (QUOTE_MARKERS.has(marker)) return quote;
  return DETAIL_MARKERS.has(marker) ? detail : LOCATION_MARKERS.has(marker) ? location : 1;
}

function unknownWeight(unknownsBefore: number, isInSentence: boolean): number {
  if (unknownsBefore >= LIMITS.fullyCountedUnknowns) return WEIGHTS.unknownLater;
  return isInSentence ? WEIGHTS.unknownInSentence : WEIGHTS.kind.unknown;
}

/** A query without a verb asks for a list, and so does "get" before a plural. */
function addImpliedVerb(terms: QueryTerm[], isPlural: boolean): QueryTerm[] {
  if (!terms.some(({ kind }) => kind === "verb")) {
    if (isPlural) return [...terms, IMPLIED_VERBS_OF_PLURAL];
    const hasImpliedVerb = terms.some((term) => [...term.terms.keys()].some((name) => name.startsWith("+")));
    return hasImpliedVerb ? terms : [...terms, IMPLIED_VERBS];
  }
  if (!isPlural) return terms;
  return terms.map((term) => {
    const [get = 0, list = 0, read = 0] = ["get", "list", "read"].map((verb) => term.terms.get(verb));
    if (term.kind !== "verb" || get < LIMITS.genericGet || list === 0) return term;
    const asList = new Map(term.terms).set("get", WEIGHTS.getOfPlural * get).set("read", WEIGHTS.getOfPlural * read);
    return { ...term, terms: asList.set("list", 1) };
  });
}

/** Expands the longest phrase that begins at `start`, else its first word, else its first two words as a compound. */
function expandAt(
  dictionary: Dictionary,
  words: readonly string[],
  start: number,
  isShort: boolean,
  mayGuess: boolean,
): { expansions: Expansion[]; length: number } {
  const { expansions, possiblePrefixes } = dictionary;
  for (let length = Math.min(LIMITS.phraseWords, words.length - start); length > 1; length--) {
    const phrase = expansions.get(words.slice(start, start + length).join(" "));
    if (phrase) return { expansions: [phrase], length };
  }
  const word = words[start] as string;
  const own = expansions.get(word);
  const isStopWord = STOP_WORDS.has(word) || (!isShort && FOREIGN_STOP_WORDS.has(word)) || /^\p{N}/u.test(word);
  if (isStopWord && !(isShort && own)) return { expansions: [{ ...(own ?? UNKNOWN), kind: "stopWord" }], length: 1 };
  if (own && !(mayGuess && possiblePrefixes.has(word))) return { expansions: [own], length: 1 };
  const compound = expansions.get(`${word}${words[start + 1] ?? ""}`);
  if (compound) return { expansions: [compound], length: 2 };
  return { expansions: mayGuess ? expandWord(dictionary, word) : [UNKNOWN], length: 1 };
}
