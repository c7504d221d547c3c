// Finds regular expressions that may take exponential time: those that can match one text in two ways, again and again.

/** One character of the pattern, or an edge of it between two. */
interface Fragment {
  first: readonly number[];
  last: readonly number[];
  /** Whether it matches the empty text. */
  isOptional: boolean;
}

/** Longer patterns, and those of more characters, take the check itself too long. */
const MAX_LENGTH = 1_000;
const MAX_POSITIONS = 300;
/** A bounded repetition of so many is taken for an unbounded one. */
const MANY = 10;
/** Every ASCII character, and some beyond. */
const ALPHABET = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  "é",
  "ß",
  "Ж",
  "中",
  "\u2028",
  "😀",
];

const cache = new Map<string, string | null>();

/** Why the pattern must not be used, as the rest of a sentence; null for a safe one. */
export function unsafePattern({ source, flags }: RegExp): string | null {
  const key = `/${source}/${flags}`;
  let reason = cache.get(key);
  if (reason === undefined) {
    reason = reasonOf(source, flags);
    if (cache.size < 10_000) cache.set(key, reason);
  }
  return reason;
}

function reasonOf(source: string, flags: string): string | null {
  if (source.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters.`;
  // Only the repetition of a group can hold another repetition.
  if (!/\)[*+{]/.test(source)) return null;
  const automaton = new Automaton(source, flags);
  try {
    automaton.build();
  } catch {
    return "cannot be checked: write its characters one by one, without nested sets.";
  }
  if (automaton.positions.length > MAX_POSITIONS) return `has more than ${MAX_POSITIONS} characters to match.`;
  const ambiguous = automaton.ambiguity();
  return ambiguous === null
    ? null
    : `may take exponential time: it can match repetitions of "${ambiguous}" in more than one way.`;
}

/** Glushkov's automaton: a state for each character of the pattern, and which may follow which. */
class Automaton {
  /** The characters that each position matches, as indices of the alphabet. */
  readonly positions: Set<number>[] = [];
  /** How often one position follows another: twice is two ways at once. */
  readonly #follow: Map<number, number>[] = [];
  /** The first character of a bounded loop over something that may be empty. */
  #emptyLoop: number | null = null;
  #at = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  build(): void {
    while (this.#at < this.source.length) {
      this.#alternatives();
      // A stray parenthesis is no valid pattern; go on behind it.
      this.#at++;
    }
  }

  #alternatives(): Fragment {
    let all = this.#sequence();
    while (this.source[this.#at] === "|") {
      this.#at++;
      const other = this.#sequence();
      all = {
        first: [...all.first, ...other.first],
        last: [...all.last, ...other.last],
        isOptional: all.isOptional || other.isOptional,
      };
    }
    return all;
  }

  #sequence(): Fragment {
    let all: Fragment = { first: [], last: [], isOptional: true };
    while (this.#at < this.source.length && this.source[this.#at] !== "|" && this.source[this.#at] !== ")") {
      const next = this.#quantified(this.#atom());
      this.#connect(all.last, next.first);
      all = {
        first: all.isOptional ? [...all.first, ...next.first] : all.first,
        last: next.isOptional ? [...all.last, ...next.last] : next.last,
        isOptional: all.isOptional && next.isOptional,
      };
    }
    return all;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const a of from) {
      const edges = this.#follow[a] as Map<number, number>;
      for (const b of to) edges.set(b, (edges.get(b) ?? 0) + 1);
    }
  }

  #quantified(atom: Fragment): Fragment {
    const [quantifier, , min, comma, max] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.#at, this.#at + 30)) ?? [];
    if (quantifier === undefined) return atom;
    this.#at += quantifier.length;
    const sign = quantifier[0];
    const least = min === undefined ? (sign === "+" ? 1 : 0) : Number(min);
    const unbounded = sign === "*" || sign === "+" || (comma === "," && max === "");
    const most = unbounded ? Number.POSITIVE_INFINITY : sign === "?" ? 1 : Number(max || min);
    if (most >= MANY) this.#connect(atom.last, atom.first);
    // The runtime ends an unbounded loop over nothing, but tries a bounded one in all ways.
    if (most >= MANY && most !== Number.POSITIVE_INFINITY)
      this.#emptyLoop ??= atom.isOptional ? (atom.first[0] ?? null) : null;
    return least === 0 ? { ...atom, isOptional: true } : atom;
  }

  #atom(): Fragment {
    const { source } = this;
    const empty: Fragment = { first: [], last: [], isOptional: true };
    if (source[this.#at] === "(") {
      const look = /^\((?:\?(?:[=!]|<[=!]))/.exec(source.slice(this.#at, this.#at + 4));
      const head = look ?? /^\((?:\?(?::|<[^>]*>|[a-z-]*:))?/.exec(source.slice(this.#at, this.#at + 100));
      this.#at += (head as RegExpExecArray)[0].length;
      const inner = this.#alternatives();
      this.#at++;
      // What is ahead or behind takes no text of its own.
      return look ? empty : inner;
    }
    const [text = source[this.#at] as string] =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[pP]\{[^}]*\}|\\c[A-Z]|\\k<[^>]*>|\\.|.)/is.exec(
        source.slice(this.#at),
      ) ?? [];
    this.#at += text.length;
    if (/^(?:[\^$]|\\[bBk1-9])/.test(text)) return empty;
    return this.#position(text);
  }

  #position(text: string): Fragment {
    const one = new RegExp(`^(?:${text})$`, this.flags.replace(/[gy]/g, ""));
    const index =
      this.positions.push(new Set([...ALPHABET.keys()].filter((at) => one.test(ALPHABET[at] as string)))) - 1;
    this.#follow.push(new Map());
    return { first: [index], last: [index], isOptional: false };
  }

  /** A character with which one repeated text is matched in two ways; null without any. */
  ambiguity(): string | null {
    if (this.#emptyLoop !== null) return this.#example(this.#emptyLoop);
    const followers = this.positions.map((_, from) => this.#reachable(from));
    for (const [from, edges] of this.#follow.entries()) {
      for (const [to, count] of edges)
        if (count > 1 && followers[to]?.has(from)) return this.#example(from) ?? this.#example(to);
    }
    for (const start of this.positions.keys()) {
      if (followers[start]?.has(start) && this.#isAmbiguousLoop(start, followers)) return this.#example(start);
    }
    return null;
  }

  #example(position: number): string | null {
    const [...characters] = this.positions[position] as Set<number>;
    const printable = characters.map((at) => ALPHABET[at] as string);
    return (
      printable.find((one) => /[a-z0-9]/i.test(one)) ?? printable.find((one) => /[!-~]/.test(one)) ?? printable[0] ?? ""
    );
  }

  #reachable(from: number): Set<number> {
    const found = new Set<number>();
    const pending = [from];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      for (const to of (this.#follow[at] as Map<number, number>).keys()) {
        if (found.has(to)) continue;
        found.add(to);
        pending.push(to);
      }
    }
    return found;
  }

  /** Whether two different paths with the same text lead from `start` back to it. */
  #isAmbiguousLoop(start: number, followers: readonly Set<number>[]): boolean {
    const size = this.positions.length;
    const seen = new Set<number>();
    const pending: [number, number, boolean][] = [[start, start, false]];
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      const [a, b, hasParted] = pair;
      for (const toA of (this.#follow[a] as Map<number, number>).keys()) {
        if (toA !== start && !followers[toA]?.has(start)) continue;
        for (const toB of (this.#follow[b] as Map<number, number>).keys()) {
          if (toB !== start && !followers[toB]?.has(start)) continue;
          if (!this.#overlaps(toA, toB)) continue;
          const parted = hasParted || toA !== toB;
          if (toA === start && toB === start && parted) return true;
          const key = (toA * size + toB) * 2 + (parted ? 1 : 0);
          if (seen.has(key)) continue;
          seen.add(key);
          pending.push([toA, toB, parted]);
        }
      }
    }
    return false;
  }

  #overlaps(a: number, b: number): boolean {
    const others = this.positions[b] as Set<number>;
    return a === b || [...(this.positions[a] as Set<number>)].some((character) => others.has(character));
  }
}
