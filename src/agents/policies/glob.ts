// Globs: `*` matches any run of characters, `?` one character, and a backslash takes the next character as it is. No matcher
// goes back in the text, so that its time grows with the text's length and nothing else.

/** Characters of a glob. */
export const MAX_GLOB = 200;

const ANY_RUN = Symbol("*");
const ANY_ONE = Symbol("?");
type Token = string | typeof ANY_RUN | typeof ANY_ONE;

/** Why a text is not a glob, as the end of a sentence; null where it is one. */
export function globError(glob: string): string | null {
  if (glob.length === 0) return "must not be empty";
  if (glob.length > MAX_GLOB) return `must have at most ${MAX_GLOB} characters`;
  if (!glob.isWellFormed() || glob.includes("\0")) return "must not contain a NUL character or half a surrogate pair";
  return tokensOf(glob) === null ? "must not end with a backslash; write two for one" : null;
}

/** One token for each character; null where a backslash takes nothing. */
function tokensOf(glob: string): Token[] | null {
  const tokens: Token[] = [];
  let isTaken = false;
  for (const character of glob) {
    if (isTaken || !"\\*?".includes(character)) tokens.push(character);
    else if (character === "*") tokens.push(ANY_RUN);
    else if (character === "?") tokens.push(ANY_ONE);
    isTaken = character === "\\" && !isTaken;
  }
  return isTaken ? null : tokens;
}

/** The test of a glob without an error. A backslash at its end stands for itself. */
export function compileGlob(glob: string): (text: string) => boolean {
  const tokens = tokensOf(glob) ?? tokensOf(`${glob}\\`) ?? [];
  return tokens.includes(ANY_ONE) ? bitParallel(tokens) : bySegments(tokens);
}

/** Each segment at its first place behind the one before: no later place would leave more room for the rest. */
function bySegments(tokens: readonly Token[]): (text: string) => boolean {
  const segments = [""];
  for (const token of tokens) {
    if (token === ANY_RUN) segments.push("");
    else segments[segments.length - 1] += token as string;
  }
  const first = segments[0] as string;
  if (segments.length === 1) return (text) => text === first;
  const last = segments.at(-1) as string;
  const inner = segments.slice(1, -1).filter((segment) => segment !== "");
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let from = first.length;
    for (const segment of inner) {
      const at = text.indexOf(segment, from);
      if (at < 0 || at + segment.length > end) return false;
      from = at + segment.length;
    }
    return true;
  };
}

const WORD = 31;

/**
 * Bit `i` says that the first `i` tokens match the text so far (Baeza-Yates and Gonnet, 1992; a run keeps its bit). Words of 31
 * bits hold the states.
 */
function bitParallel(all: readonly Token[]): (text: string) => boolean {
  const tokens = all.filter((token) => token !== ANY_RUN) as (string | typeof ANY_ONE)[];
  const words = Math.floor(tokens.length / WORD) + 1;
  const row = () => new Uint32Array(words);
  const set = (bits: Uint32Array, at: number) => {
    const word = Math.floor(at / WORD);
    bits[word] = (bits[word] as number) | (1 << (at % WORD));
  };
  const runs = row();
  let before = 0;
  for (const token of all) {
    if (token === ANY_RUN) set(runs, before);
    else before++;
  }
  const others = row();
  tokens.forEach((token, at) => {
    if (token === ANY_ONE) set(others, at);
  });
  const masks = new Map<string, Uint32Array>();
  tokens.forEach((token, at) => {
    if (token === ANY_ONE) return;
    const mask = masks.get(token) ?? others.slice();
    set(mask, at);
    masks.set(token, mask);
  });
  const [lastWord, lastBit] = [Math.floor(tokens.length / WORD), 1 << (tokens.length % WORD)];
  return (text) => {
    const states = row();
    states[0] = 1;
    for (const character of text) step(states, masks.get(character) ?? others, runs);
    return ((states[lastWord] as number) & lastBit) !== 0;
  };
}

function step(states: Uint32Array, mask: Uint32Array, runs: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < states.length; word++) {
    const state = states[word] as number;
    const moved = state & (mask[word] as number);
    states[word] = ((moved << 1) & 0x7fffffff) | carry | (state & (runs[word] as number));
    carry = (moved >>> (WORD - 1)) & 1;
  }
}
