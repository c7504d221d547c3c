// Reads a query of the tool search: what it asks for, and how much each of its words counts.
import { type Dictionary, type Kind, type Meaning, UNKNOWN, understand } from "./dictionary.ts";
import { plainWords, singular } from "./text.ts";
import {
  DETAIL_MARKERS,
  FOREIGN_STOPS,
  MARKERS,
  PLACE_MARKERS,
  QUOTE_MARKERS,
  RECIPIENT_MARKERS,
  STOPS,
} from "./words.ts";

/** A word or phrase of the query with its share in what the query asks for. */
export interface Unit extends Meaning {
  weight: number;
}

const MAX_WORDS = 40;
const MAX_STEPS = 5;
/** The most words held against every spelling known; the rest of a long sentence is arguments. */
const MAX_GUESSES = 8;
const STEP_ENDS = /[,;!?\n]+|\.(?:\s|$)|\s(?:and|then|und|et|y)\s/u;
const SHARE: Record<Kind, number> = { thing: 1, verb: 0.5, provider: 0.8, service: 1, stop: 0, unknown: 1 };
/** What a place, a detail and a quoted text count against the thing itself. */
const PLACE = 0.75;
const DETAIL = 0.5;
const QUOTED = 0.35;
const LIST = listing([
  ["list", 0.8],
  ["search", 0.5],
  ["get", 0.5],
]);
const LIST_OF_MANY = listing([
  ["list", 1],
  ["search", 0.6],
  ["get", 0.4],
]);

/** A verb that nobody typed: it costs nothing and tells lists from the rest. */
function listing(senses: [string, number][]): Unit {
  return { kind: "stop", senses: new Map(senses), providers: [], weight: 0 };
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
    .replace(/^\s*like\b/i, "react to")
    .replace(/\blet\s(?:\S+\s){1,6}know\b/i, "tell")
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
  let strangers = 0;
  let share = 1;
  let marker = "";
  let asked = false;
  let plural = false;
  for (let at = 0; at < words.length; ) {
    const quoted = share === QUOTED;
    const word = singulars[at] as string;
    const guessing = !quoted && (dictionary.known.has(word) || STOPS.has(word) || strangers++ < MAX_GUESSES);
    const { meanings, length } = meaningsAt(dictionary, singulars, at, long, guessing);
    for (const meaning of meanings) {
      const { kind, senses } = meaning;
      let weight = SHARE[kind] * (kind === "provider" ? 1 : share);
      if (kind === "thing" && RECIPIENT_MARKERS.has(marker) && senses.has("user")) weight *= 0.5;
      if (kind === "unknown") weight = marker && asked ? 0.15 : costOfUnknown(unknowns++, asked && words.length > 4);
      if (kind === "stop" && !long) weight = 0.15;
      asked ||= kind === "thing" || kind === "provider";
      plural ||= kind === "thing" && words[at + length - 1] !== singulars[at + length - 1];
      if (!quoted || kind !== "verb") units.push({ ...meaning, weight });
    }
    at += length;
    if (length > 1 || !MARKERS.has(word)) continue;
    marker = word;
    if (asked) share = Math.min(share, shareAfter(word));
  }
  return withListing(units, plural);
}

function shareAfter(marker: string): number {
  if (QUOTE_MARKERS.has(marker)) return QUOTED;
  return DETAIL_MARKERS.has(marker) ? DETAIL : PLACE_MARKERS.has(marker) ? PLACE : 1;
}

/** Unknown words say that nothing fits; in a sentence that named a thing they may be its arguments. */
function costOfUnknown(before: number, inSentence: boolean): number {
  if (before > 1) return 0.3;
  return inSentence ? 0.7 : 1;
}

/** No verb asks for a list; to read things, in the plural, does so too. */
function withListing(units: Unit[], plural: boolean): Unit[] {
  if (!units.some(({ kind }) => kind === "verb")) {
    if (plural) return [...units, LIST_OF_MANY];
    const acts = units.some(({ senses }) => [...senses.keys()].some((sense) => sense.startsWith("+")));
    return acts ? units : [...units, LIST];
  }
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
  dictionary: Dictionary,
  words: readonly string[],
  at: number,
  long: boolean,
  guessing: boolean,
): { meanings: Meaning[]; length: number } {
  const { known } = dictionary;
  for (let length = Math.min(3, words.length - at); length > 1; length--) {
    const phrase = known.get(words.slice(at, at + length).join(" "));
    if (phrase) return { meanings: [phrase], length };
  }
  const word = words[at] as string;
  const own = known.get(word);
  const small = STOPS.has(word) || (long && FOREIGN_STOPS.has(word)) || /^\p{N}/u.test(word);
  if (small && (long || !own)) return { meanings: [{ ...(own ?? UNKNOWN), kind: "stop" }], length: 1 };
  if (own && !(guessing && dictionary.minor.has(word))) return { meanings: [own], length: 1 };
  const joined = known.get(`${word}${words[at + 1] ?? ""}`);
  if (joined) return { meanings: [joined], length: 2 };
  return { meanings: guessing ? understand(dictionary, word) : [UNKNOWN], length: 1 };
}
