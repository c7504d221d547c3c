// Reads a query of the tool search: which words and phrases it holds, and what each means in this catalogue.
import { baseForms, bitCount, editDistance, letterBits, plainWords, singular, wordsOf } from "./text.ts";
import {
  FOREIGN_STOPS,
  LEXICON,
  MARKERS,
  OTHER_SERVICES,
  PRODUCT_OF,
  QUOTE_MARKERS,
  type Senses,
  STOPS,
  VERB_WORDS,
} from "./words.ts";

/** `service`: a service that no tool here reaches; `stop`: says nothing; `unknown`: means nothing here. */
export type Kind = "thing" | "verb" | "provider" | "service" | "stop" | "unknown";
export interface Meaning {
  kind: Kind;
  senses: Senses;
  /** Whom the word names. */
  providers: readonly string[];
}
/** A word or phrase of the query with its share in what the query asks for. */
export interface Unit extends Meaning {
  weight: number;
}
export interface Dictionary {
  known: ReadonlyMap<string, Meaning>;
  /** The single words of `known` that misspelt and unfinished words are held against. */
  keys: readonly Key[];
}
interface Key {
  word: string;
  bits: number;
  /** The letters it takes before an unfinished word may mean it. */
  prefixFrom: number;
}
const NOT_OURS: Meaning = { kind: "service", senses: new Map(), providers: [] };
const UNKNOWN: Meaning = { kind: "unknown", senses: new Map(), providers: [] };
const LIST: Unit = listing([
  ["list", 0.8],
  ["search", 0.5],
  ["get", 0.5],
]);
const LIST_OF_MANY: Unit = listing([
  ["list", 1],
  ["search", 0.6],
  ["get", 0.4],
]);
const MAX_WORDS = 40;
const MAX_STEPS = 5;
const MAX_LETTERS = 24;
const SHARE: Record<Kind, number> = { thing: 1, verb: 0.5, provider: 0.8, service: 1, stop: 0, unknown: 1 };
/** Scripts that write no spaces, and Korean, which glues endings to its words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+$/u;
const STEP_ENDS = /[,;.!?\n]+|\s(?:and|then|und|et|y|e)\s/u;

interface Owner {
  provider: string;
  providerName: string;
}
interface Found {
  weight: number;
}

/** A verb that nobody typed: it costs nothing and tells lists from the rest. */
function listing(senses: [string, number][]): Unit {
  return { kind: "stop", senses: new Map(senses), providers: [], weight: 0 };
}

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
  const keys: Key[] = [];
  for (const [word, { kind }] of known) {
    if (word.includes(" ") || kind === "stop" || kind === "service") continue;
    const inNames = vocabulary.get(word)?.some(({ weight }) => weight > 0.7);
    keys.push({
      word,
      bits: letterBits(word),
      prefixFrom: kind === "provider" ? 3 : inNames ? 2 : vocabulary.has(word) ? 4 : 3,
    });
  }
  return { known, keys };
}

function kindOf(word: string): Kind {
  return STOPS.has(word) ? "stop" : VERB_WORDS.has(word) ? "verb" : "thing";
}

function addTable(known: Map<string, Meaning>, vocabulary: ReadonlyMap<string, unknown>): void {
  for (const [word, all] of LEXICON) {
    const senses = new Map([...all].filter(([term]) => vocabulary.has(term)));
    if (senses.size === 0) continue;
    if (vocabulary.has(word)) senses.set(word, 1);
    known.set(word, { kind: VERB_WORDS.has(word) ? "verb" : "thing", senses, providers: [] });
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

/** What a query asks for; and, where it names several things to do, what each of them asks for. */
export function readQuery(dictionary: Dictionary, query: string): { units: Unit[]; steps: Unit[][] } {
  const parts = bare(query)
    .split(STEP_ENDS)
    .map(plainWords)
    .filter((part) => part.length > 0);
  const words = parts.flat().slice(0, MAX_WORDS);
  const units = readUnits(dictionary, words);
  if (parts.length < 2 || words.length < 4) return { units, steps: [] };
  const steps = parts.map((part) => readUnits(dictionary, part.slice(0, MAX_WORDS))).filter(isStep);
  return { units, steps: steps.length > 1 ? steps.slice(0, MAX_STEPS) : [] };
}

/** Without quoted texts, addresses and handles, which are what to send, never what to do. */
function bare(query: string): string {
  const rest = query
    .replace(/["“][^"”]*["”]/g, " ")
    .split(/\s+/)
    .filter((word) => !/^[@#]|.@./.test(word))
    .join(" ");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : query;
}

function isStep(units: readonly Unit[]): boolean {
  return units.some(({ kind }) => kind === "verb") && units.some(({ kind }) => kind === "thing");
}

function readUnits(dictionary: Dictionary, words: readonly string[]): Unit[] {
  const units: Unit[] = [];
  const singulars = words.map(singular);
  const long = words.length > 2;
  let unknowns = 0;
  let share = 1;
  let argument = false;
  let asked = false;
  for (let at = 0; at < words.length; ) {
    const { meanings, length } = meaningsAt(dictionary, singulars, at, long);
    for (const meaning of meanings) {
      let weight = SHARE[meaning.kind] * share;
      if (meaning.kind === "unknown") weight = argument && asked ? 0.15 : unknowns++ < 2 ? 1 : 0.3;
      if (meaning.kind === "stop" && !long) weight = 0.15;
      asked ||= meaning.kind === "thing" || meaning.kind === "provider";
      units.push({ ...meaning, weight });
    }
    const word = singulars[at] as string;
    at += length;
    if (length > 1 || !MARKERS.has(word)) continue;
    argument = true;
    if (asked && QUOTE_MARKERS.has(word)) share = 0.35;
  }
  const plural = words.some(
    (word, at) => word !== singulars[at] && dictionary.known.get(singulars[at] as string)?.kind === "thing",
  );
  return withListing(units, plural);
}

/** No verb asks for a list; to read things, in the plural, does so too. */
function withListing(units: Unit[], plural: boolean): Unit[] {
  if (!units.some(({ kind }) => kind === "verb")) return [...units, plural ? LIST_OF_MANY : LIST];
  if (!plural) return units;
  return units.map((unit) => {
    const { kind, senses } = unit;
    const [get, list] = [senses.get("get") ?? 0, senses.get("list") ?? 0];
    if (kind !== "verb" || get < 0.5 || list === 0) return unit;
    return {
      ...unit,
      senses: new Map([...senses, ["get", 0.8 * get], ["read", 0.8 * (senses.get("read") ?? 0)], ["list", 1]]),
    };
  });
}

/** The longest phrase that begins here, or what the word means alone, or two words that are one. */
function meaningsAt(
  { known, keys }: Dictionary,
  words: readonly string[],
  at: number,
  long: boolean,
): { meanings: Meaning[]; length: number } {
  for (let length = Math.min(3, words.length - at); length > 1; length--) {
    const phrase = known.get(words.slice(at, at + length).join(" "));
    if (phrase) return { meanings: [phrase], length };
  }
  const word = words[at] as string;
  const own = known.get(word);
  const small = STOPS.has(word) || (long && FOREIGN_STOPS.has(word)) || /^\p{N}/u.test(word);
  if (small && (long || !own)) return { meanings: [{ ...(own ?? UNKNOWN), kind: "stop" }], length: 1 };
  if (own) return { meanings: [own], length: 1 };
  const joined = known.get(`${word}${words[at + 1] ?? ""}`);
  if (joined) return { meanings: [joined], length: 2 };
  return { meanings: understand({ known, keys }, word), length: 1 };
}

/** What a word without an entry may mean: a form of another, several run together, misspelt or unfinished. */
function understand(dictionary: Dictionary, word: string): Meaning[] {
  const { known } = dictionary;
  if (UNSPACED.test(word)) return cut(dictionary, word);
  for (const base of baseForms(word)) {
    const meaning = known.get(base);
    if (meaning) return [meaning];
  }
  for (let at = 3; at <= Math.min(word.length - 3, MAX_LETTERS); at++) {
    const left = known.get(word.slice(0, at));
    const right = left && known.get(word.slice(at));
    if (left && right) return [left, right];
  }
  return [guess(dictionary, word)];
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
      begun.push({ word: key.word, fit: 0.6 + (0.35 * word.length) / key.word.length });
    }
    if (nearest === 0 || key.word.length < 4 || bitCount(bits ^ key.bits) > 2 * nearest) continue;
    const distance = editDistance(word, key.word, nearest);
    if (distance > nearest) continue;
    if (distance < nearest) near = [];
    nearest = distance;
    near.push({ word: key.word, fit: (distance === 1 ? 0.88 : 0.72) * (key.word[0] === word[0] ? 1 : 0.75) });
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
