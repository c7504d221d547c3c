// A text that a regular expression matches, written from its parts and tried.

const ATOM = /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[pP]\{[^{}]*\}|\\.|.)/isu;
const QUANTIFIER = /^(?:([*+?])|\{(\d{1,4})(,?)(\d{0,4})\})\??/;
const LOOK = /^\(\?<?[=!]/;
const GROUP = /^\((?:\?(?::|<[^>]*>))?/;
/** The most natural ones first. */
const CHARACTERS = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.@:/+=# ,;!?$%&*()[]{}<>|~^'\"`\\é",
];
const DIGITS = /\d/;
const MAX_TRIES = 60;
const MAX_LENGTH = 5_000;

/** A short text that the pattern matches, which `number` varies where it can; null where none was found. */
export function matchOf(pattern: string, number: number): string | null {
  let matcher: RegExp;
  try {
    matcher = new RegExp(pattern, "u");
  } catch {
    // The contract's own check says that the pattern is none.
    return null;
  }
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const text = textOf(pattern, number + tried, tried);
    if (matcher.test(text)) return text;
  }
  return null;
}

/** `variant` chooses the alternatives and how often something optional comes. */
function textOf(pattern: string, number: number, variant: number): string {
  let at = 0;
  let choices = variant;
  const digits = [...String(number)];
  const choose = (count: number): number => {
    const chosen = choices % count;
    choices = Math.floor(choices / count);
    return chosen;
  };
  const alternatives = (): (() => string) => {
    const all = [sequence()];
    while (pattern[at] === "|") {
      at++;
      all.push(sequence());
    }
    return () => (all[all.length === 1 ? 0 : choose(all.length)] as () => string)();
  };
  const sequence = (): (() => string) => {
    const parts: (() => string)[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") parts.push(quantified(atom()));
    return () => parts.map((part) => part()).join("");
  };
  const quantified = (part: () => string): (() => string) => {
    const [text, sign, min, comma, max] = QUANTIFIER.exec(pattern.slice(at, at + 16)) ?? [];
    if (text === undefined) return part;
    at += text.length;
    const least = min === undefined ? (sign === "+" ? 1 : 0) : Number(min);
    const most = sign === "?" ? 1 : sign || (comma && max === "") ? MAX_LENGTH : Number(max || min);
    return () => {
      const count = Math.min(most, Math.max(least, most > least ? ([2, 1, 0, 6][choose(4)] as number) : least));
      return Array.from({ length: count }, part).join("");
    };
  };
  const atom = (): (() => string) => {
    if (pattern[at] === "(") {
      const look = LOOK.exec(pattern.slice(at, at + 4))?.[0];
      at += (look ?? (GROUP.exec(pattern.slice(at)) as RegExpExecArray)[0]).length;
      const inner = alternatives();
      at++;
      return look === undefined ? inner : () => "";
    }
    const [text = ""] = ATOM.exec(pattern.slice(at)) ?? [];
    at += text.length || 1;
    if (/^(?:[\^$]|\\[bB])$/.test(text)) return () => "";
    const matcher = new RegExp(`^(?:${text})$`, "u");
    const fitting = CHARACTERS.filter((one) => matcher.test(one));
    const first = fitting[0] ?? "";
    const hasDigits = fitting.some((one) => DIGITS.test(one)) && !/[a-z]/i.test(first);
    return () => {
      const digit = hasDigits ? digits.shift() : undefined;
      return digit !== undefined && matcher.test(digit)
        ? digit
        : (fitting[(number + variant) % Math.min(fitting.length, 6)] ?? first);
    };
  };
  return alternatives()().slice(0, MAX_LENGTH);
}
