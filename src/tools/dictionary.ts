// What the words of a query mean in one catalogue, also where they are misspelt or unfinished.
import { editDistance } from "../schema/edit-distance.ts";
import { baseForms, bitCount, isUnspaced, letterBits, wordsOf } from "./text.ts";
import { LEXICON, LOAN_WORDS, OTHER_SERVICES, PRODUCT_OF, type Senses, STOPS, VERB_WORDS } from "./words.ts";

/** `service`: a service that no tool here reaches; `stop`: says nothing; `unknown`: means nothing here. */
export type Kind = "thing" | "verb" | "provider" | "service" | "stop" | "unknown";
export interface Meaning {
  kind: Kind;
  senses: Senses;
  /** Whom the word names. */
  providers: readonly string[];
}
export interface Dictionary {
  known: ReadonlyMap<string, Meaning>;
  /** The single words of `known` that misspelt and unfinished words are held against. */
  keys: readonly Key[];
  /** Short words from outside the names, which may as well be unfinished ones. */
  minor: ReadonlySet<string>;
}
interface Key {
  word: string;
  bits: number;
  /** The letters it takes before an unfinished word may mean it. */
  prefixFrom: number;
  /** The most letters that a misspelling of it may have wrong. */
  most: number;
  /** What a near spelling counts; less for words of other languages, which lie near too many of ours. */
  fit: number;
}
interface Owner {
  provider: string;
  providerName: string;
}
interface Found {
  weight: number;
}

export const UNKNOWN: Meaning = { kind: "unknown", senses: new Map(), providers: [] };
const NOT_OURS: Meaning = { kind: "service", senses: new Map(), providers: [] };
const MAX_LETTERS = 24;

/** Every word and phrase that a query may hold; `everyday` adds the word table to the catalogue's own words. */
export function buildDictionary(
  vocabulary: ReadonlyMap<string, readonly Found[]>,
  owners: readonly Owner[],
  everyday: boolean,
): Dictionary {
  const known = new Map<string, Meaning>();
  for (const term of vocabulary.keys()) {
    if (!term.startsWith("@")) known.set(term, { kind: kindOf(term), senses: new Map([[term, 1]]), providers: [] });
  }
  if (everyday) addTable(known, vocabulary);
  addProviders(known, vocabulary, owners, everyday);
  const keys = [...known].flatMap(([word, { kind }]) => {
    if (word.includes(" ") || kind === "stop" || kind === "service" || kind === "unknown") return [];
    return [keyOf(word, kind, vocabulary.get(word) ?? [])];
  });
  const isMinor = ([word, found]: [string, readonly Found[]]) =>
    everyday && word.length < 5 && !LEXICON.has(word) && found.every(({ weight }) => weight < 1);
  const minor = new Set([...vocabulary].filter(isMinor).map(([word]) => word));
  return { known, keys, minor };
}

function keyOf(word: string, kind: Kind, found: readonly Found[]): Key {
  const loan = LOAN_WORDS.has(word) && found.length === 0;
  const prominent = found.some(({ weight }) => weight > 0.7);
  const prefixFrom = loan ? 5 : kind === "provider" ? 3 : prominent ? 2 : found.length > 0 ? 4 : 3;
  const most = word.length < 4 ? 0 : found.some(({ weight }) => weight >= 0.7) || kind === "provider" || loan ? 2 : 1;
  return { word, bits: letterBits(word), prefixFrom, most, fit: loan && /^[a-z]/.test(word) ? 0.75 : 1 };
}

function kindOf(word: string): Kind {
  return STOPS.has(word) ? "stop" : VERB_WORDS.has(word) ? "verb" : "thing";
}

function addTable(known: Map<string, Meaning>, vocabulary: ReadonlyMap<string, unknown>): void {
  for (const [word, all] of LEXICON) {
    const senses = new Map([...all].filter(([term]) => vocabulary.has(term) || term.startsWith("+")));
    if ([...senses.keys()].every((term) => term.startsWith("+"))) {
      // A real word, only none of ours: it must not pass for a misspelling of another.
      if (!word.includes(" ") && !known.has(word)) known.set(word, UNKNOWN);
      continue;
    }
    if (vocabulary.has(word)) senses.set(word, 1);
    known.set(word, { kind: VERB_WORDS.has(word) ? "verb" : "thing", senses, providers: [] });
  }
  for (const word of vocabulary.keys()) {
    const base = LEXICON.has(word) ? undefined : baseForms(word).find((form) => known.has(form));
    const meaning = base === undefined ? undefined : known.get(base);
    if (!meaning) continue;
    const less = [...meaning.senses].map(([term, fit]) => [term, 0.8 * fit] as const);
    known.set(word, { ...meaning, senses: new Map([...less, [word, 1]]) });
  }
}

function addProviders(
  known: Map<string, Meaning>,
  vocabulary: ReadonlyMap<string, unknown>,
  owners: readonly Owner[],
  everyday: boolean,
): void {
  const ids = new Map<string, string>();
  for (const { provider, providerName } of owners)
    ids.set(provider, provider).set(wordsOf(providerName).join(" "), provider);
  for (const [name, id] of ids)
    known.set(name, { kind: "provider", senses: new Map([[`@${id}`, 1]]), providers: [id] });
  if (!everyday) return;
  const present = new Set(ids.values());
  for (const [name, id] of PRODUCT_OF) {
    if (ids.has(name)) continue;
    // A product's own tools come before others of its provider, even where only their descriptions name it.
    const own: [string, number][] = vocabulary.has(name) ? [[name, 1.5]] : [];
    const senses = new Map([
      ...(known.get(name)?.senses ?? []),
      ...own,
      [`@${id}`, own.length > 0 ? 0.5 : 0.9] as const,
    ]);
    if (present.has(id)) known.set(name, { kind: "provider", senses, providers: [id] });
    else if (!vocabulary.has(name)) known.set(name, NOT_OURS);
  }
  for (const name of OTHER_SERVICES) if (!vocabulary.has(name)) known.set(name, NOT_OURS);
}

/** What a word without an entry may mean: a form of another, several run together, misspelt or unfinished. */
export function understand(dictionary: Dictionary, word: string): Meaning[] {
  const { known } = dictionary;
  if (known.has(word)) return [guess(dictionary, word)];
  if (isUnspaced(word)) return cut(dictionary, word);
  for (const base of baseForms(word)) {
    const meaning = known.get(base);
    if (meaning) return [meaning];
  }
  for (let at = 3; at <= Math.min(word.length - 3, MAX_LETTERS); at++) {
    const left = known.get(word.slice(0, at));
    const right = left && known.get(word.slice(at));
    if (left && right) return [left, right];
  }
  const guessed = guess(dictionary, word);
  // A plural that is misspelt may not look like one: "isseus".
  return [guessed.kind === "unknown" && /.{4}s$/.test(word) ? guess(dictionary, word.slice(0, -1)) : guessed];
}

/** Cuts off the longest entry again and again; letters between entries are endings and say nothing. */
function cut(dictionary: Dictionary, text: string): Meaning[] {
  const letters = [...text].slice(0, 100);
  const found: Meaning[] = [];
  for (let at = 0; at < letters.length; ) {
    let length = Math.min(10, letters.length - at);
    while (length > 0 && !dictionary.known.has(letters.slice(at, at + length).join(""))) length--;
    const meaning = dictionary.known.get(letters.slice(at, at + length).join(""));
    if (meaning) found.push(meaning);
    at += Math.max(1, length);
  }
  return found.length > 0 ? found : [UNKNOWN];
}

interface Candidate {
  word: string;
  fit: number;
}

/** The nearest spellings and the words that begin so, taken together. */
function guess({ known, keys }: Dictionary, word: string): Meaning {
  const most = word.length < 4 || word.length > MAX_LETTERS ? 0 : word.length < 7 ? 1 : 2;
  const bits = letterBits(word);
  let nearest = most;
  let near: Candidate[] = [];
  const begun: Candidate[] = [];
  for (const key of keys) {
    if (word.length >= key.prefixFrom && key.word.startsWith(word)) {
      const fit = 0.6 + (0.35 * word.length) / key.word.length;
      begun.push({ word: key.word, fit: key.prefixFrom > 2 && key.word !== word ? 0.85 * fit : fit });
    }
    const allowed = known.has(word) ? 0 : Math.min(nearest, key.most);
    if (allowed === 0 || Math.abs(word.length - key.word.length) > allowed) continue;
    if (bitCount(bits ^ key.bits) > 2 * allowed) continue;
    const distance = editDistance(word, key.word, allowed);
    if (distance > allowed) continue;
    if (distance < nearest) near = [];
    nearest = distance;
    near.push({ word: key.word, fit: key.fit * (distance === 1 ? 0.88 : 0.72) * (key.word[0] === word[0] ? 1 : 0.75) });
  }
  // Three letters of a provider are three letters of too much else.
  const own = begun.filter((candidate) => word.length > 3 || known.get(candidate.word)?.kind !== "provider");
  return together(known, [...near, ...(own.length > 0 ? own : begun)]);
}

function together(known: ReadonlyMap<string, Meaning>, candidates: readonly Candidate[]): Meaning {
  const senses = new Map<string, number>();
  const kinds = new Set<Kind>();
  const providers = new Set<string>();
  for (const { word, fit } of candidates) {
    const meaning = known.get(word) ?? UNKNOWN;
    kinds.add(meaning.kind);
    for (const provider of meaning.providers) providers.add(provider);
    for (const [term, weight] of meaning.senses) senses.set(term, Math.max(fit * weight, senses.get(term) ?? 0));
  }
  const kind = (["thing", "provider", "verb"] as const).find((one) => kinds.has(one)) ?? "unknown";
  return { kind, senses, providers: kind === "provider" ? [...providers] : [] };
}
