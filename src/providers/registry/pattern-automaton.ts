// Reads a regular expression as Glushkov's automaton: a state for each character that it names, and which may follow which.

/** What one part of the pattern begins and ends with. */
interface Fragment {
  first: readonly number[];
  last: readonly number[];
  /** Those of `last` behind which nothing of the part can fail any more. */
  sure: readonly number[];
  /** Whether it matches the empty text. */
  isOptional: boolean;
  /** Whether the empty text passes without a condition, such as `$`. */
  isSurelyOptional: boolean;
}

export interface Automaton {
  /** Every ASCII character, some beyond, and those that the pattern names. */
  alphabet: readonly string[];
  /** The characters that each position matches, as a bit of the alphabet each. */
  positions: readonly bigint[];
  /** How often one position follows another: twice is two ways at once. Bounded repetitions of `MANY` are loops here. */
  follow: readonly ReadonlyMap<number, number>[];
  /** The same with loops for what repeats without a bound, or more than `BOUNDED` times. */
  unbounded: readonly ReadonlySet<number>[];
  first: readonly number[];
  /** Positions with which a match is certain, whatever follows. */
  sure: ReadonlySet<number>;
  /** Whether it is tried at only one place of a text. */
  isSticky: boolean;
  /** The first character of a bounded loop over something that may be empty. */
  emptyLoop: number | null;
}

/** A bounded repetition of so many is taken for an unbounded one where it may be exponential. */
const MANY = 10;
/** A repetition of up to so many costs each character a constant. */
const BOUNDED = 128;
const ALPHABET: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  "é",
  "ß",
  "Ж",
  "中",
  "\u2028",
  "😀",
];
/** Every character of any alphabet. */
export const EVERY = -1n;
const NEWLINE = 1n << 10n;

const ATOM =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[pP]\{[^{}]*\}|\\c[A-Z]|\\k<[^>]*>|\\[1-9]\d?|\\.|.)/is;
const QUANTIFIER = /^(?:([*+?])|\{(\d{1,9})(,?)(\d{0,9})\})\??/;
const LOOK = /^\(\?<?[=!]/;
const GROUP = /^\((?:\?(?::|<[^>]*>|[a-z-]{0,9}:))?/;

const CONDITION: Fragment = { first: [], last: [], sure: [], isOptional: true, isSurelyOptional: false };

const ESCAPE = /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi;

/** Characters beyond ASCII that a pattern names, by themselves or by their number. */
function namedIn(source: string): string[] {
  const byNumber = [...source.matchAll(ESCAPE)].map(([, braced, four, two]) => {
    const code = Number.parseInt(braced ?? four ?? two ?? "", 16);
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });
  return [...(source.match(/[^\0-\x7f]/gu) ?? []), ...byNumber].filter((one) => one !== "");
}

const charactersCache = new Map<string, bigint>();

/** Which characters one atom matches; throws where it is none that stands alone. */
function charactersOf(atom: string, flags: string, alphabet: readonly string[]): bigint {
  const key = `${flags}/${atom}/${alphabet.length > ALPHABET.length ? alphabet.join("") : ""}`;
  let found = charactersCache.get(key);
  if (found === undefined) {
    const one = new RegExp(`^(?:${atom})$`, flags);
    found = alphabet.reduce((all, character, at) => (one.test(character) ? all | (1n << BigInt(at)) : all), 0n);
    if (charactersCache.size < 10_000) charactersCache.set(key, found);
  }
  return found;
}

/** Throws for what cannot be read character by character, such as nested sets. */
export function automatonOf(source: string, flags: string): Automaton {
  const atomFlags = flags.replace(/[gym]/g, "");
  const isMultiline = flags.includes("m");
  const alphabet = [...new Set([...ALPHABET, ...namedIn(source)])];
  /** For each group, whether its match may have any length. */
  const hasLoop: boolean[] = [];
  const positions: bigint[] = [];
  const follow: Map<number, number>[] = [];
  const unbounded: Set<number>[] = [];
  let emptyLoop: number | null = null;
  let at = 0;

  const connect = (from: readonly number[], to: readonly number[], isBounded = false) => {
    for (const a of from) {
      const edges = follow[a] as Map<number, number>;
      for (const b of to) {
        edges.set(b, (edges.get(b) ?? 0) + 1);
        if (!isBounded) unbounded[a]?.add(b);
      }
    }
  };
  const position = (characters: bigint): Fragment => {
    const index = positions.push(characters) - 1;
    follow.push(new Map());
    unbounded.push(new Set());
    const one = [index];
    return { ...CONDITION, first: one, last: one, sure: one, isOptional: false };
  };
  const alternatives = (isBeginning: boolean): Fragment => {
    let all = sequence(isBeginning);
    while (source[at] === "|") {
      at++;
      all = either(all, sequence(isBeginning));
    }
    return all;
  };
  const sequence = (isBeginning: boolean): Fragment => {
    let all: Fragment = { ...CONDITION, isSurelyOptional: true };
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      const next = quantified(atom(isBeginning && all.first.length === 0));
      connect(all.last, next.first);
      all = inTurn(all, next);
    }
    return all;
  };
  const quantified = (part: Fragment): Fragment => {
    const [quantifier, , min, comma, max] = QUANTIFIER.exec(source.slice(at, at + 30)) ?? [];
    if (quantifier === undefined) return part;
    at += quantifier.length;
    const sign = quantifier[0];
    const least = min === undefined ? (sign === "+" ? 1 : 0) : Number(min);
    const isUnbounded = sign === "*" || sign === "+" || (comma === "," && max === "");
    const most = isUnbounded ? Number.POSITIVE_INFINITY : sign === "?" ? 1 : Number(max || min);
    if (most >= MANY) connect(part.last, part.first, most <= BOUNDED);
    // The runtime ends an unbounded loop over nothing, but tries a bounded one in all ways.
    if (most >= MANY && !isUnbounded) emptyLoop ??= part.isOptional ? (part.first[0] ?? null) : null;
    return least === 0 ? { ...part, isOptional: true, isSurelyOptional: true } : part;
  };
  const group = (isBeginning: boolean): Fragment => {
    const look = LOOK.exec(source.slice(at, at + 4))?.[0];
    const head = look ?? (GROUP.exec(source.slice(at, at + 100)) as RegExpExecArray)[0];
    at += head.length;
    const before = positions.length;
    const number = head === "(" || /^\(\?<[^=!]/.test(head) ? hasLoop.push(true) - 1 : null;
    const inner = alternatives(isBeginning && look === undefined);
    at++;
    const own = positions.map((_, index) => index).slice(before);
    if (number !== null) hasLoop[number] = own.some((from) => own.some((to) => to <= from && unbounded[from]?.has(to)));
    if (look === undefined) return inner;
    if (look !== "(?<!" || !isBeginning || own.length !== 1 || inner.isOptional)
      // What is behind is read backwards, so that any part of it may come first.
      return { ...CONDITION, first: look[2] === "<" ? own : inner.first };
    return behind(~(positions.pop() as bigint) & EVERY, () => [follow.pop(), unbounded.pop()]);
  };
  /** What has to stand before a match: a character of its own, so that no search begins within what lacks it. */
  const behind = (characters: bigint, undo = () => {}): Fragment => {
    undo();
    return { ...position(characters), sure: [] };
  };
  const atom = (isBeginning: boolean): Fragment => {
    if (source[at] === "(") return group(isBeginning);
    const [text = source[at] as string] = ATOM.exec(source.slice(at)) ?? [];
    at += text.length;
    if (text === "^") return isBeginning ? behind(isMultiline ? NEWLINE : 0n) : CONDITION;
    if (/^(?:\$|\\[bB])$/.test(text)) return CONDITION;
    if (/^\\(?:k<|[1-9])/.test(text)) {
      const copy = position(EVERY);
      if (hasLoop[Number(text.slice(1)) - 1] ?? true) connect(copy.last, copy.first);
      return { ...copy, sure: [], isOptional: true };
    }
    return position(charactersOf(text, atomFlags, alphabet));
  };

  let full: Fragment | null = null;
  while (at < source.length) {
    const part = alternatives(full === null);
    full = full ? inTurn(full, part) : part;
    // A stray parenthesis is no valid pattern; go on behind it.
    at++;
  }
  const { first, sure } = full ?? CONDITION;
  return {
    ...{ alphabet, positions, follow, unbounded, first, emptyLoop },
    sure: new Set(sure),
    isSticky: flags.includes("y"),
  };
}

const either = (one: Fragment, other: Fragment): Fragment => ({
  first: [...one.first, ...other.first],
  last: [...one.last, ...other.last],
  sure: [...one.sure, ...other.sure],
  isOptional: one.isOptional || other.isOptional,
  isSurelyOptional: one.isSurelyOptional || other.isSurelyOptional,
});

const inTurn = (one: Fragment, next: Fragment): Fragment => ({
  first: one.isOptional ? [...one.first, ...next.first] : one.first,
  last: next.isOptional ? [...one.last, ...next.last] : next.last,
  sure: next.isSurelyOptional ? [...one.sure, ...next.sure] : next.sure,
  isOptional: one.isOptional && next.isOptional,
  isSurelyOptional: one.isSurelyOptional && next.isSurelyOptional,
});

/** A character of a set, the most readable one; empty for none. */
export function exampleOf({ alphabet }: Pick<Automaton, "alphabet">, characters: bigint): string {
  const [letter, printable, any] = [/[a-z0-9]/i, /[!-~]/, /./s].map((form) =>
    alphabet.find((one, at) => ((characters >> BigInt(at)) & 1n) === 1n && form.test(one)),
  );
  return letter ?? printable ?? any ?? "";
}
