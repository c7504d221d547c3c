// Finds what the words of a query of the tool search stand for: phrases, verbs with particles, cut words, compounds.
import { type Dictionary, type Expansion, expandCutWord, expandWord, UNKNOWN_WORD } from "./dictionary.ts";
import { singularize } from "./text.ts";
import { LIMITS } from "./weights.ts";
import {
  FINAL_PARTICLES,
  FOREIGN_STOP_WORDS,
  FOREIGN_WORDS,
  GENERIC_VERBS,
  PARTICLES,
  STOP_WORDS,
} from "./word-lists.ts";

/** A query, or a step of one, and what is known of it as a whole. */
export interface Part {
  /** In the singular. */
  words: readonly string[];
  written: readonly string[];
  /** Words in the possessive: "ada" in "ada's calendar". */
  possessors: ReadonlySet<string>;
  isShort: boolean;
  isSentence: boolean;
  /** True if one of two or three words is cut to a few letters: each of them may then be cut. */
  isCut: boolean;
  isForeign: boolean;
  /** Words of other languages are not guessed. */
  isEnglish: boolean;
  isListed(word: string): boolean;
  /** Positions of particles that an earlier verb has taken. */
  taken: Set<number>;
}

export function readPart(
  { expansions }: Dictionary,
  written: readonly string[],
  possessors: ReadonlySet<string>,
): Part {
  const words = written.map(singularize);
  const isForeign = words.some((word) => FOREIGN_WORDS.has(word));
  const isListed = (word: string) =>
    expansions.has(word) || STOP_WORDS.has(word) || (isForeign && FOREIGN_STOP_WORDS.has(word));
  const isCutWord = (word: string) => word.length <= LIMITS.cutWordLetters && /^[a-z]/.test(word) && !isListed(word);
  return {
    words,
    written,
    possessors,
    isShort: words.length <= LIMITS.shortQueryWords,
    isSentence: words.length >= LIMITS.minSentenceWords,
    isCut: words.length > 1 && words.length <= LIMITS.cutQueryWords && words.some(isCutWord),
    isForeign,
    isEnglish: !isForeign && words.some(isEnglishWord),
    isListed,
    taken: new Set(),
  };
}

function isEnglishWord(word: string): boolean {
  return (STOP_WORDS.has(word) || GENERIC_VERBS.has(word)) && !FOREIGN_STOP_WORDS.has(word);
}

/**
 * Expands the longest phrase that begins at `start`, else a verb with a particle that stands apart, else the word, else it
 * and the next one as a compound.
 */
export function expandAt(
  dictionary: Dictionary,
  part: Part,
  start: number,
  mayGuess: boolean,
): { expansions: Expansion[]; length: number } {
  const { expansions, possiblePrefixes } = dictionary;
  const { words, isShort } = part;
  if (part.taken.has(start)) return { expansions: [], length: 1 };
  for (let length = Math.min(LIMITS.phraseWords, words.length - start); length > 1; length--) {
    const phrase = expansions.get(words.slice(start, start + length).join(" "));
    if (phrase) return { expansions: [phrase], length };
  }
  const word = words[start] as string;
  const match = withParticle(dictionary, part, start) ?? (mayGuess ? asCutWord(dictionary, part, word) : undefined);
  if (match) return { expansions: [match], length: 1 };
  const own = expansions.get(word);
  if (isStopWord(part, word) && !(isShort && own)) {
    return { expansions: [{ ...(own ?? UNKNOWN_WORD), kind: "stopWord" }], length: 1 };
  }
  if (own && !(mayGuess && possiblePrefixes.has(word))) return { expansions: [own], length: 1 };
  const compound = expansions.get(`${word}${words[start + 1] ?? ""}`);
  if (compound) return { expansions: [compound], length: 2 };
  return { expansions: mayGuess ? expandWord(dictionary, word, part.isEnglish) : [UNKNOWN_WORD], length: 1 };
}

/** A short foreign stop word may be a prefix in a short query: "mes". */
function isStopWord({ isShort, isForeign }: Part, word: string): boolean {
  if (STOP_WORDS.has(word) || /^\p{N}/u.test(word)) return true;
  return FOREIGN_STOP_WORDS.has(word) && (!isShort || isForeign || word.length >= LIMITS.foreignStopWordLetters);
}

/** "Take that message down", "leite die Mail weiter". */
function withParticle({ expansions }: Dictionary, part: Part, start: number): Expansion | undefined {
  const end = Math.min(part.words.length, start + LIMITS.particleDistance + 1);
  for (let at = start + 2; at < end; at++) {
    const particle = part.words[at] as string;
    const isLast = at === part.words.length - 1;
    const isParticle = PARTICLES.has(particle) || (isLast && FINAL_PARTICLES.has(particle));
    const expansion = isParticle && expansions.get(`${part.words[start]} ${particle}`);
    if (!expansion) continue;
    part.taken.add(at);
    return expansion;
  }
}

/** "Sl" in "sl msg". */
function asCutWord(dictionary: Dictionary, part: Part, word: string): Expansion | undefined {
  if (!part.isCut || word.length > LIMITS.cutWordLetters || word.length < 2) return;
  if (part.isForeign && FOREIGN_STOP_WORDS.has(word)) return;
  const expansion = expandCutWord(dictionary, word);
  return expansion.kind === "unknown" ? undefined : expansion;
}
