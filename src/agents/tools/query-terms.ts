// Weighs the words of a query of the tool search by what stands around them.
import { type Dictionary, type Expansion, impliesVerb, OTHER_MATTER_WORD } from "./dictionary.ts";
import { expandAt, type Part, readPart } from "./query-words.ts";
import { verbStems } from "./text.ts";
import { LIMITS, WEIGHTS } from "./weights.ts";
import {
  ARGUMENT_MARKERS,
  ARTICLES,
  COLLECTIONS,
  DETAIL_MARKERS,
  DETERMINERS,
  FOREIGN_LOCATION_MARKERS,
  LOCATION_MARKERS,
  QUESTION_WORDS,
  QUOTE_MARKERS,
  READING_WORDS,
  RECIPIENT_MARKERS,
  RELATIVE_WORDS,
} from "./word-lists.ts";

/** A word or phrase of the query with its share in the whole. */
export interface QueryTerm extends Expansion {
  weight: number;
}

/** What the words so far say about the next one. */
interface State {
  unknowns: number;
  fuzzyMatches: number;
  marker: string;
  markerFactor: number;
  isQuoted: boolean;
  hasObject: boolean;
  /** Like `hasObject`, without words that are what to do rather than what to do it with: "move". */
  hasThing: boolean;
  /** Before the first marker. */
  hasVerb: boolean;
  isPlural: boolean;
}

/** Terms of words for those to whom one writes. */
const PEOPLE = ["user", "contact", "team"];
const IMPLIED_VERBS = impliedVerb(WEIGHTS.impliedVerbs, 0);
const READING_VERB: QueryTerm = {
  kind: "verb",
  terms: new Map(Object.entries(WEIGHTS.readingVerbs)),
  providers: [],
  weight: WEIGHTS.imperative,
};
const IMPLIED_VERBS_OF_PLURAL = impliedVerb(WEIGHTS.impliedVerbsOfPlural, WEIGHTS.impliedListVerb);

/** A stop word where nothing is said: without a weight it costs nothing when no tool fits it. */
function impliedVerb(weights: Record<string, number>, weight: number): QueryTerm {
  return { kind: "stopWord", terms: new Map(Object.entries(weights)), providers: [], weight };
}

export function parseTerms(
  dictionary: Dictionary,
  words: readonly string[],
  possessors: ReadonlySet<string>,
): QueryTerm[] {
  const part = readPart(dictionary, words, possessors);
  const state: State = {
    unknowns: 0,
    fuzzyMatches: 0,
    marker: "",
    markerFactor: 1,
    isQuoted: false,
    hasObject: false,
    hasThing: false,
    hasVerb: false,
    isPlural: false,
  };
  const terms: QueryTerm[] = [];
  const reading = isReading(part);
  for (let start = 0; start < words.length; ) {
    const word = part.words[start] as string;
    const mayGuess = !state.isQuoted && (part.isListed(word) || state.fuzzyMatches++ < LIMITS.fuzzyMatches);
    const { expansions, length } = expandAt(dictionary, part, start, mayGuess);
    for (const expansion of expansions) {
      if (expansion.kind === "verb" && (state.isQuoted || isAdjective(part, start, expansion))) continue;
      if (expansion.kind === "verb" && (isRelative(part, start, state) || (reading && changes(expansion)))) continue;
      terms.push(weigh(dictionary, reading ? asRead(expansion) : expansion, part, start, state));
      state.hasVerb ||= expansion.kind === "verb" && state.marker === "";
      const isObject = expansion.kind === "content" || expansion.kind === "provider";
      if (isObject && !part.possessors.has(word)) {
        state.hasObject = true;
        state.hasThing ||= !impliesVerb(expansion);
      }
      state.isPlural ||= expansion.kind === "content" && isSeveral(part, start + length - 1);
    }
    start += length;
    // "Tell ada": the word that follows is the recipient.
    if (state.marker === "" && expansions.some(({ terms }) => terms.has("+send"))) state.marker = "to";
    const last = part.words[start - 1] as string;
    if (ARGUMENT_MARKERS.has(last) || isForeignMarker(part, last)) passMarker(state, last);
  }
  if (reading && !state.hasVerb) terms.push(READING_VERB);
  return addImpliedVerb(isList(part, state) ? terms.map(withoutVerb) : terms, state);
}

/** "Which file did ada send me": she has sent it, and nothing is to be sent. "How do I send" asks for the tool. */
function isReading({ written }: Part): boolean {
  const [first = "", second = "", third = ""] = written;
  if (written.length < LIMITS.minSentenceWords - 1 || !READING_WORDS.has(first)) return false;
  return !(second === "to" || ((second === "do" || second === "can") && third === "i" && first !== "what"));
}

function isRelative({ words }: Part, start: number, { hasVerb, hasObject }: State): boolean {
  return RELATIVE_WORDS.has(words[start] as string) && (hasVerb || hasObject);
}

/** Verbs that change nothing. */
const READS = ["list", "get", "search", "find", "read"];

function changes({ terms }: Expansion): boolean {
  return !READS.some((verb) => terms.has(verb));
}

function asRead(expansion: Expansion): Expansion {
  if (!impliesVerb(expansion)) return expansion;
  const terms = [...expansion.terms].filter(([term]) => !term.startsWith("+") || READS.includes(term.slice(1)));
  return { ...expansion, terms: new Map(terms) };
}

/** "My direct messages": no verb, so a noun that could be one, such as "message", is none. */
function isList({ written }: Part, { hasVerb, isPlural }: State): boolean {
  return !hasVerb && isPlural && DETERMINERS.has(written[0] ?? "");
}

function withoutVerb(term: QueryTerm): QueryTerm {
  return { ...term, terms: new Map([...term.terms].filter(([one]) => !one.startsWith("+"))) };
}

function isSeveral({ words, written }: Part, at: number): boolean {
  return written[at] !== words[at] || COLLECTIONS.has(words[at] as string);
}

/** Or a noun: "open" in "my open issues" and in "are there open issues", "update" in "post an update". */
function isAdjective({ words, written }: Part, start: number, { terms }: Expansion): boolean {
  const isQuestion = QUESTION_WORDS.has(written[0] ?? "") && terms.has("create") && !terms.has("send");
  const before = written[start - 1] ?? "";
  const isNoun = ARTICLES.has(before) && !terms.has("create");
  return (start + 1 < words.length && (isQuestion || DETERMINERS.has(before))) || isNoun;
}

/** "Closed" in "closed deals". */
function isParticiple({ expansions }: Dictionary, { words, written }: Part, start: number): boolean {
  return /[^e]ed$/.test(written[start] as string) && expansions.get(words[start + 1] ?? "")?.kind === "content";
}

function weigh(dictionary: Dictionary, expansion: Expansion, part: Part, start: number, state: State): QueryTerm {
  const { kind, terms } = expansion;
  const isPossessor = part.possessors.has(part.words[start] as string);
  if (expansion === OTHER_MATTER_WORD) return { ...expansion, weight: otherMatterWeight(state) };
  if (kind === "unknown") return { ...expansion, weight: unknownWeight(dictionary, part, start, state) };
  if (kind === "stopWord") return { ...expansion, weight: part.isShort ? WEIGHTS.stopWordInShortQuery : 0 };
  let weight = WEIGHTS.kind[kind] * (kind === "provider" ? 1 : state.markerFactor);
  if (kind !== "content") return { ...expansion, weight };
  if (RECIPIENT_MARKERS.has(state.marker) && PEOPLE.some((term) => terms.has(term))) weight *= WEIGHTS.recipient;
  if (isPossessor) weight *= WEIGHTS.possessor;
  if (!isParticiple(dictionary, part, start)) return { ...expansion, weight };
  const forms = [part.words[start] as string, ...verbStems(part.words[start] as string)];
  const ownTerms = new Map([...terms].filter(([term]) => forms.includes(term)));
  return { ...expansion, terms: ownTerms, weight: weight * WEIGHTS.participle };
}

/** As what a text is about it is an argument. */
function otherMatterWeight({ marker, hasThing }: State): number {
  if (marker === "" || !hasThing) return WEIGHTS.otherMatter;
  return DETAIL_MARKERS.has(marker) ? WEIGHTS.unknownArgument : WEIGHTS.otherMatterInLocation;
}

function unknownWeight(dictionary: Dictionary, part: Part, start: number, state: State): number {
  if (part.possessors.has(part.words[start] as string)) return WEIGHTS.unknownArgument;
  if (state.marker !== "" && state.hasThing) return WEIGHTS.unknownArgument;
  if (state.marker !== "" && state.hasObject) return WEIGHTS.unknownRecipient;
  const isModifier = dictionary.expansions.get(part.words[start + 1] ?? "")?.kind === "content";
  if (isModifier) return WEIGHTS.unknownModifier;
  if (!state.hasThing && hasArticle(part, start)) return WEIGHTS.unknownObject;
  if (state.unknowns++ >= LIMITS.fullyCountedUnknowns) return WEIGHTS.unknownLater;
  return state.hasObject && part.isSentence ? WEIGHTS.unknownInSentence : WEIGHTS.kind.unknown;
}

/** Whether an article or "my" stands before the word, or before the one before it: a thing, not a name. */
function hasArticle({ written }: Part, start: number): boolean {
  return [start - 1, start - 2].some((at) => ARTICLES.has(written[at] ?? "") || DETERMINERS.has(written[at] ?? ""));
}

function isForeignMarker({ isForeign }: Part, word: string): boolean {
  return isForeign && FOREIGN_LOCATION_MARKERS.has(word);
}

function passMarker(state: State, marker: string): void {
  state.marker = marker;
  if (!state.hasObject) return;
  state.markerFactor = Math.min(state.markerFactor, factorAfter(marker));
  state.isQuoted ||= QUOTE_MARKERS.has(marker);
}

function factorAfter(marker: string): number {
  const { quote, detail, location } = WEIGHTS.afterMarker;
  if (QUOTE_MARKERS.has(marker)) return quote;
  return DETAIL_MARKERS.has(marker)
    ? detail
    : LOCATION_MARKERS.has(marker) || FOREIGN_LOCATION_MARKERS.has(marker)
      ? location
      : 1;
}

/** A query without a verb asks for a list, and so does "get" before a plural. */
function addImpliedVerb(terms: QueryTerm[], { hasVerb, isPlural }: State): QueryTerm[] {
  const first = terms.find(({ kind }) => kind !== "stopWord");
  if (!hasVerb && first && impliesVerb(first) && terms.length > 1) return [...terms, verbImpliedBy(first)];
  if (!terms.some(({ kind }) => kind === "verb")) {
    if (isPlural) return [...terms, IMPLIED_VERBS_OF_PLURAL];
    return terms.some(impliesVerb) ? terms : [...terms, IMPLIED_VERBS];
  }
  if (!isPlural) return terms;
  return terms.map((term) => {
    const [get = 0, list = 0, read = 0] = ["get", "list", "read"].map((verb) => term.terms.get(verb));
    if (term.kind !== "verb" || get < LIMITS.genericGet || list === 0) return term;
    const asList = new Map(term.terms).set("get", WEIGHTS.getOfPlural * get).set("read", WEIGHTS.getOfPlural * read);
    return { ...term, terms: asList.set("list", 1) };
  });
}

/** "Announce dinner" sends: a tool that sends fits better than one that lists. */
function verbImpliedBy({ terms }: Expansion): QueryTerm {
  const verbs = [...terms].filter(([term]) => term.startsWith("+")).map(([term, fit]) => [term.slice(1), fit] as const);
  return { kind: "verb", terms: new Map(verbs), providers: [], weight: WEIGHTS.imperative };
}
