// How text becomes words, and how near two words are to each other.

const LETTERS: Record<string, string> = { ß: "ss", ł: "l", ø: "o", ı: "i", æ: "ae", đ: "d" };

/** Letters of scripts that write no spaces, and Korean, which glues endings to its words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+/gu;

/** Lower case without Latin accents; marks of other scripts belong to their words and stay. */
export function fold(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
  return plain.replace(/[\u0300-\u036f]/g, "").replace(/[ßłøıæđ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text, folded, as they stand. */
export function plainWords(text: string): string[] {
  const plain = fold(text)
    .replace(/(\p{L})['’]\p{L}{1,2}(?!\p{L})/gu, "$1")
    // A pull request is one thing in two words; alone, the second means other things.
    .replace(/pull[\s_-]request/g, "pull")
    .replace(UNSPACED, " $& ");
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

export function isUnspaced(word: string): boolean {
  return word.search(UNSPACED) === 0;
}

/** The words of a text, folded and in the singular. */
export function wordsOf(text: string): string[] {
  return plainWords(text).map(singular);
}

export function singular(word: string): string {
  if (/^[^aeiou]{2}s$/.test(word)) return word.slice(0, -1);
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|news)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ss|sh|ch|x|z)es$/.test(word) ? -2 : -1);
}

/** What a word without an entry might be a form of: "creating", "created", "planned". */
export function baseForms(word: string): string[] {
  const stem = word.match(/^(.{3,})(?:ing|ed)$/u)?.[1];
  if (!stem) return [];
  return [stem, `${stem}e`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
}

/** The letters of a word as bits: words whose bits differ much cannot be near each other. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
