// Expands a word of a query to terms of one catalogue's index: synonyms, verb forms, misspellings and prefixes.
import { editDistance } from "../../foundation/schema/edit-distance.ts";
import { countBits, isUnspaced, letterMask, normalizedTokens, verbStems } from "./text.ts";
import { LIMITS, WEIGHTS } from "./weights.ts";
import {
  FOREIGN_WORDS,
  GENERIC_VERBS,
  ORDINARY_WORDS,
  OTHER_MATTERS,
  OTHER_SERVICES,
  PROVIDER_OF_PRODUCT,
  STOP_WORDS,
  SYNONYMS,
  type WeightedTerms,
} from "./word-lists.ts";

/** `otherService`: a service of no provider here; `unknown`: no term of the index. */
export type WordKind = "content" | "verb" | "provider" | "otherService" | "stopWord" | "unknown";
export interface Expansion {
  kind: WordKind;
  terms: WeightedTerms;
  /** Ids of the providers that the word names. */
  providers: readonly string[];
}
export interface Dictionary {
  /** Keyed by word or phrase. */
  expansions: ReadonlyMap<string, Expansion>;
  /** The single words of `expansions`, for fuzzy and prefix matches. */
  spellings: readonly Spelling[];
  /** Short words from outside the names, which may be prefixes of others. */
  possiblePrefixes: ReadonlySet<string>;
}
interface Spelling {
  word: string;
  letters: number;
  isForeign: boolean;
  minPrefix: number;
  maxEdits: number;
  /** Factor on a fuzzy match. */
  weight: number;
}
interface ProviderName {
  provider: string;
  providerName: string;
}
/** Index term → the weights of its postings. */
type Vocabulary = ReadonlyMap<string, { weights: Float64Array }>;

const NO_WEIGHTS = new Float64Array(0);
export const UNKNOWN_WORD: Expansion = { kind: "unknown", terms: new Map(), providers: [] };
/** An unknown thing that costs more than another. */
export const OTHER_MATTER_WORD: Expansion = { ...UNKNOWN_WORD, terms: new Map() };
const OTHER_SERVICE_WORD: Expansion = { kind: "otherService", terms: new Map(), providers: [] };

/** Without synonyms, only the index's own terms and the providers. */
export function buildDictionary(
  vocabulary: Vocabulary,
  providers: readonly ProviderName[],
  withSynonyms: boolean,
): Dictionary {
  const expansions = new Map<string, Expansion>();
  for (const term of vocabulary.keys()) {
    if (!term.startsWith("@")) expansions.set(term, { kind: kindOf(term), terms: new Map([[term, 1]]), providers: [] });
  }
  if (withSynonyms) addSynonyms(expansions, vocabulary);
  addProviders(expansions, vocabulary, providers, withSynonyms);
  for (const word of withSynonyms ? ORDINARY_WORDS : []) if (!expansions.has(word)) expansions.set(word, UNKNOWN_WORD);
  for (const matter of withSynonyms ? OTHER_MATTERS : [])
    if (!isProminent(vocabulary.get(matter))) expansions.set(matter, OTHER_MATTER_WORD);
  const spellings = [...expansions].flatMap(([word, { kind }]) => {
    if (word.includes(" ") || kind === "stopWord" || kind === "otherService" || kind === "unknown") return [];
    return [spellingOf(word, kind, vocabulary.get(word)?.weights ?? NO_WEIGHTS)];
  });
  const possiblePrefixes = new Set<string>();
  for (const [word, { weights }] of withSynonyms ? vocabulary : []) {
    const isShort = word.length < LIMITS.possiblePrefixLetters && !SYNONYMS.has(word);
    if (isShort && weights.every((weight) => weight < WEIGHTS.field.name)) possiblePrefixes.add(word);
  }
  return { expansions, spellings, possiblePrefixes };
}

function isProminent(list: { weights: Float64Array } | undefined): boolean {
  return list?.weights.some((weight) => weight >= LIMITS.prominentField) ?? false;
}

function spellingOf(word: string, kind: WordKind, weights: Float64Array): Spelling {
  const isForeign = FOREIGN_WORDS.has(word) && weights.length === 0;
  const isProminent = weights.some((weight) => weight >= LIMITS.prominentField);
  const mayHaveTwoEdits = isProminent || kind === "provider" || isForeign;
  return {
    word,
    letters: letterMask(word),
    isForeign,
    minPrefix: LIMITS.prefixLetters[originOf(kind, isForeign, weights)],
    maxEdits: word.length < LIMITS.oneEditLetters ? 0 : mayHaveTwoEdits ? LIMITS.prominentEdits : 1,
    weight: isForeign && /^[a-z]/.test(word) ? WEIGHTS.misspeltForeignWord : 1,
  };
}

function originOf(kind: WordKind, isForeign: boolean, weights: Float64Array): keyof typeof LIMITS.prefixLetters {
  if (isForeign) return "foreign";
  if (kind === "provider") return "provider";
  if (weights.length === 0) return "synonym";
  return weights.some((weight) => weight > LIMITS.prominentField) ? "prominent" : "indexed";
}

function kindOf(word: string): WordKind {
  return STOP_WORDS.has(word) ? "stopWord" : GENERIC_VERBS.has(word) ? "verb" : "content";
}

function addSynonyms(expansions: Map<string, Expansion>, vocabulary: Vocabulary): void {
  for (const [word, synonyms] of SYNONYMS) {
    const terms = new Map([...synonyms].filter(([term]) => vocabulary.has(term) || term.startsWith("+")));
    if ([...terms.keys()].every((term) => term.startsWith("+"))) {
      // A correct word without a tool here must not pass for a misspelling of another.
      if (!word.includes(" ") && !expansions.has(word)) expansions.set(word, UNKNOWN_WORD);
      continue;
    }
    if (vocabulary.has(word)) terms.set(word, 1);
    expansions.set(word, { kind: GENERIC_VERBS.has(word) ? "verb" : "content", terms, providers: [] });
  }
  for (const word of vocabulary.keys()) {
    const stem = SYNONYMS.has(word) ? undefined : verbStems(word).find((form) => expansions.has(form));
    const expansion = stem === undefined ? undefined : expansions.get(stem);
    if (!expansion) continue;
    const ofStem = [...expansion.terms].map(([term, weight]) => [term, WEIGHTS.stem * weight] as const);
    expansions.set(word, { ...expansion, terms: new Map([...ofStem, [word, 1]]) });
  }
}

function addProviders(
  expansions: Map<string, Expansion>,
  vocabulary: Vocabulary,
  providers: readonly ProviderName[],
  withSynonyms: boolean,
): void {
  const ids = new Map<string, string>();
  for (const { provider, providerName } of providers)
    ids.set(provider, provider).set(normalizedTokens(providerName).join(" "), provider);
  for (const [name, id] of ids)
    expansions.set(name, { kind: "provider", terms: new Map([[`@${id}`, 1]]), providers: [id] });
  if (!withSynonyms) return;
  const present = new Set(ids.values());
  for (const [product, id] of PROVIDER_OF_PRODUCT) {
    if (ids.has(product)) continue;
    const isMentioned = vocabulary.has(product);
    if (present.has(id)) {
      const terms = new Map(expansions.get(product)?.terms);
      if (isMentioned) terms.set(product, WEIGHTS.productInText);
      terms.set(`@${id}`, isMentioned ? WEIGHTS.providerOfMentionedProduct : WEIGHTS.providerOfProduct);
      expansions.set(product, { kind: "provider", terms, providers: [id] });
    } else if (!isMentioned) expansions.set(product, OTHER_SERVICE_WORD);
  }
  for (const name of OTHER_SERVICES) if (!vocabulary.has(name)) expansions.set(name, OTHER_SERVICE_WORD);
}

/** Expands a word without an entry of its own, as a verb form, a compound, a misspelling or a prefix. */
export function expandWord(dictionary: Dictionary, word: string, isEnglishQuery: boolean): Expansion[] {
  const { expansions } = dictionary;
  if (expansions.has(word)) return [fuzzyMatch(dictionary, word, isEnglishQuery)];
  if (isUnspaced(word)) return segment(dictionary, word);
  for (const stem of verbStems(word)) {
    const expansion = expansions.get(stem);
    if (expansion) return [expansion];
  }
  const shortest = LIMITS.compoundPartLetters;
  for (let end = shortest; end <= Math.min(word.length - shortest, LIMITS.wordLetters); end++) {
    const left = expansions.get(word.slice(0, end));
    const right = left && expansions.get(word.slice(end));
    const isOneLanguage = FOREIGN_WORDS.has(word.slice(0, end)) === FOREIGN_WORDS.has(word.slice(end));
    if (left && right && isOneLanguage && !impliesVerb(left) && !impliesVerb(right)) return [left, right];
  }
  const match = fuzzyMatch(dictionary, word, isEnglishQuery);
  // A misspelt plural keeps its "s" when it is singularized: "isseus".
  return [
    match.kind === "unknown" && /.{4}s$/.test(word) ? fuzzyMatch(dictionary, word.slice(0, -1), isEnglishQuery) : match,
  ];
}

/** Whether it is something to do: "announce", and not only something to do it with. */
export function impliesVerb({ terms }: Pick<Expansion, "terms">): boolean {
  return [...terms.keys()].some((term) => term.startsWith("+"));
}

/** Segments a text without spaces by longest match; letters between entries are endings. */
function segment({ expansions }: Dictionary, text: string): Expansion[] {
  const letters = [...text].slice(0, LIMITS.segmentedLetters);
  const segments: Expansion[] = [];
  for (let start = 0; start < letters.length; ) {
    let length = Math.min(LIMITS.segmentLetters, letters.length - start);
    while (length > 0 && !expansions.has(letters.slice(start, start + length).join(""))) length--;
    const expansion = expansions.get(letters.slice(start, start + length).join(""));
    if (expansion) segments.push(expansion);
    start += Math.max(1, length);
  }
  return segments.length > 0 ? segments : [UNKNOWN_WORD];
}

/** Expands the first two or three letters of words; unlike in other queries, of providers and synonyms too. */
export function expandCutWord(dictionary: Dictionary, word: string): Expansion {
  const candidates = dictionary.spellings
    .filter((spelling) => spelling.minPrefix <= LIMITS.prefixLetters.provider && spelling.word.startsWith(word))
    .map((spelling) => ({ word: spelling.word, weight: prefixWeight(word, spelling) }));
  const { terms, ...rest } = mergeExpansions(dictionary.expansions, candidates);
  // What a word implies is too much to guess from two letters.
  return { ...rest, terms: new Map([...terms].filter(([term]) => !term.startsWith("+"))) };
}

interface Candidate {
  word: string;
  weight: number;
}

/** Merges the entries at the smallest edit distance and those that the word is a prefix of. */
function fuzzyMatch({ expansions, spellings }: Dictionary, word: string, isEnglishQuery: boolean): Expansion {
  const isEntry = expansions.has(word);
  const letters = letterMask(word);
  let distance = isEntry ? 0 : maxEditsOf(word);
  let nearest: Candidate[] = [];
  const prefixed: Candidate[] = [];
  for (const spelling of spellings) {
    if (word.length >= spelling.minPrefix && spelling.word.startsWith(word)) {
      prefixed.push({ word: spelling.word, weight: prefixWeight(word, spelling) });
    }
    const allowed = Math.min(distance, spelling.isForeign && isEnglishQuery ? 0 : spelling.maxEdits);
    if (allowed === 0 || Math.abs(word.length - spelling.word.length) > allowed) continue;
    if (countBits(letters ^ spelling.letters) > 2 * allowed) continue;
    const edits = editDistance(word, spelling.word, allowed);
    if (edits > allowed) continue;
    if (edits < distance) nearest = [];
    distance = edits;
    nearest.push({ word: spelling.word, weight: editWeight(word, spelling, edits) });
  }
  // A misspelling is one of a word in use here before it is one of a foreign word.
  const native = nearest.filter((candidate) => !FOREIGN_WORDS.has(candidate.word));
  if (native.length > 0) nearest = native;
  const isShort = word.length < LIMITS.providerPrefixLetters;
  const others = prefixed.filter((candidate) => !isShort || expansions.get(candidate.word)?.kind !== "provider");
  return mergeExpansions(expansions, [...nearest, ...(others.length > 0 ? others : prefixed)]);
}

function maxEditsOf(word: string): number {
  if (word.length < LIMITS.oneEditLetters || word.length > LIMITS.wordLetters) return 0;
  return word.length < LIMITS.twoEditLetters ? 1 : 2;
}

function prefixWeight(word: string, spelling: Spelling): number {
  const { base, typed } = WEIGHTS.prefix;
  const weight = base + (typed * word.length) / spelling.word.length;
  const isMinor = spelling.minPrefix > LIMITS.prefixLetters.prominent && spelling.word !== word;
  return isMinor ? WEIGHTS.minorPrefix * weight : weight;
}

function editWeight(word: string, spelling: Spelling, edits: number): number {
  const weight = spelling.weight * (edits === 1 ? WEIGHTS.oneEdit : WEIGHTS.twoEdits);
  return weight * (spelling.word[0] === word[0] ? 1 : WEIGHTS.otherFirstLetter);
}

/** Keeps each term's best weight: a sum would favour words with many near spellings. */
function mergeExpansions(expansions: ReadonlyMap<string, Expansion>, candidates: readonly Candidate[]): Expansion {
  const terms = new Map<string, number>();
  const kinds = new Set<WordKind>();
  const providers = new Set<string>();
  for (const candidate of candidates) {
    const expansion = expansions.get(candidate.word) ?? UNKNOWN_WORD;
    kinds.add(expansion.kind);
    for (const provider of expansion.providers) providers.add(provider);
    for (const [term, weight] of expansion.terms)
      terms.set(term, Math.max(candidate.weight * weight, terms.get(term) ?? 0));
  }
  const kind = (["content", "provider", "verb"] as const).find((one) => kinds.has(one)) ?? "unknown";
  return { kind, terms, providers: kind === "provider" ? [...providers] : [] };
}
