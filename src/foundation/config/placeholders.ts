// Recognises values that stand in examples in the place of an operator's own.

const PLACEHOLDER =
  /^(?:your|my)[-_ ]|change[-_ ]?(?:me|this)|replace[-_ ]?(?:me|this|with)|placeholder|^(?:todo|tbd|fixme|x{3,}|example)$/i;

export const isPlaceholder = (value: string | undefined): boolean => value !== undefined && PLACEHOLDER.test(value);

const COMMON = /password|123456|qwerty|^admin[-_]?(?:admin|token)?[-_]?(?:admin|token)?$/i;
/** Random text of the shortest length has more, but for one in a billion. */
const FEWEST_CHARACTERS = 5;

/** Whether anybody who tries the usual ones finds it. */
export const isGuessable = (token: string): boolean =>
  isPlaceholder(token) || COMMON.test(token) || new Set(token).size < FEWEST_CHARACTERS;
