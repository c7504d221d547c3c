// Tokenizes and normalizes text for the tool search.

const LETTERS: Record<string, string> = { ß: "ss", ł: "l", ø: "o", ı: "i", æ: "ae", đ: "d" };

/** Letters of scripts that write no spaces, and Korean, which glues endings to its words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+/gu;

/** Folds case, Latin accents and the dot of Devanagari, which many leave out; other marks belong to their words and stay. */
export function fold(text: string): string {
  const folded = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u093c]/g, "")
    .normalize("NFC")
    .toLowerCase();
  return folded.replace(/[\u0300-\u036f]/g, "").replace(/[ßłøıæđ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The folded words of a text. */
export function tokenize(text: string): string[] {
  const spaced = fold(text)
    .replace(/(\p{L})['’]\p{L}{1,2}(?!\p{L})/gu, "$1")
    // "pull request" is one term: "request" alone means other things.
    .replace(/pull[\s_-]request/g, "pull")
    .replace(UNSPACED, " $& ");
  return spaced.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

export function isUnspaced(word: string): boolean {
  return word.search(UNSPACED) === 0;
}

/** The folded words of a text in the singular, as the index holds them. */
export function normalizedTokens(text: string): string[] {
  return tokenize(text).map(singularize);
}

export function singularize(word: string): string {
  if (/^[^aeiou]{2}s$/.test(word)) return word.slice(0, -1);
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|ics|news)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ss|sh|ch|x|z)es$/.test(word) ? -2 : -1);
}

/** Possible stems of a verb form: "creating", "created", "planned". */
export function verbStems(word: string): string[] {
  const stem = word.match(/^(.{3,})(?:ing|ed)$/u)?.[1];
  if (!stem) return [];
  return [stem, `${stem}e`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
}

/** The letters of a word as a bit set: one edit changes at most two bits, which spares most edit distances. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31);
  return mask;
}

export function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
