// Describes a regular expression in words where it is one character set, else by an example that matches.

/** One character set with its quantifier, perhaps after a look-ahead that excludes "." and "..". */
const ONE_SET =
  /^\^?(\(\?!\\\.\{1,2\}\$\))?(?:\[((?:\\.|[^\]\\])+)\]|(\\[Sd]))(?:\{(\d{1,9})(?:(,)(\d{1,9})?)?\}|([+*]))?\$$/;
const LONG_NUMBER = /^\^\[1-9\]\[0-9\]\{(\d+),(\d+)\}\$$/;

/** Character ranges as patterns write them, the longer ones first. */
const RANGES: readonly (readonly [written: string, name: string])[] = [
  ["\\u0000-\\u001f\\u007f", "control characters"],
  ["\\x00-\\x1f\\x7f", "control characters"],
  ["\\u0000-\\u001f", "control characters"],
  ["\\x21\\x23-\\x5B\\x5D-\\x7E", 'visible ASCII characters other than " and \\'],
  ["\\x21-\\x7E", "visible ASCII characters"],
  ["A-Za-z", "letters"],
  ["a-zA-Z", "letters"],
  ["a-fA-F", "letters from a to f"],
  ["A-Z", "upper-case letters"],
  ["a-z", "lower-case letters"],
  ["0-9", "digits"],
  ["\\d", "digits"],
  ["\\r\\n", "line breaks"],
  ["\\s", "spaces"],
];

/** Examples of forms; the first one that matches is shown. */
const EXAMPLES = [
  "ada@example.com",
  "https://example.com/page",
  "2026-11-22T09:00:00Z",
  "2026-11-22T09:00:00",
  "2026-11-22",
  "2026-11",
  "09:30:00",
  "09:30",
  "00:30",
  "123e4567-e89b-12d3-a456-426614174000",
  "text/plain",
  "<1234@mail.example.com>",
  "RRULE:FREQ=WEEKLY",
  "-7d",
  "customfield_10001",
  "owner",
  "ENG-7",
  "EUR",
  "name",
  "1",
  "12",
  "12345678",
  "123456789012345678",
  "1795169716.000004",
  "C0123456789",
  "Q29udGVudA==",
  "https://",
] as const;

/** The predicate of a sentence about a field: `must be 1 to 64 letters, digits, "_" or "-"`. */
export function wordsOfPattern(pattern: string): string | null {
  const number = pattern.match(LONG_NUMBER);
  if (number) return `must be a whole number of ${Number(number[1]) + 1} to ${Number(number[2]) + 1} digits`;
  const [, noDots, set, shorthand, least, comma, most, quantifier] = pattern.match(ONE_SET) ?? [];
  const written = set ?? (shorthand === "\\S" ? "^\\s" : shorthand);
  if (written === undefined) return formOf(pattern);
  const isNegated = written.startsWith("^");
  const names = namesIn(isNegated ? written.slice(1) : written);
  if (!names) return formOf(pattern);
  const dots = noDots ? ', and not be "." or ".."' : "";
  if (isNegated)
    return `must not ${least === "1" || quantifier === "+" ? "be empty or " : ""}contain ${listed(names)}${dots}`;
  const count = least === undefined ? "" : `${comma ? (most ? `${least} to ${most}` : `at least ${least}`) : least} `;
  return `must be ${count}${listed(names)}${dots}`;
}

/** A text that matches; null where the pattern has no form to show. */
export function exampleFor(pattern: string): string | null {
  const form = new RegExp(pattern);
  const fitting = EXAMPLES.filter((text) => form.test(text));
  // A pattern that matches nearly everything has no form.
  return fitting.length > EXAMPLES.length / 2 ? null : (fitting[0] ?? null);
}

function formOf(pattern: string): string | null {
  const example = exampleFor(pattern);
  return example === null ? null : `must have the form of ${JSON.stringify(example)}`;
}

/** Names of what a set holds, single characters in quotes; null for an unknown range. */
function namesIn(set: string): string[] | null {
  const names: string[] = [];
  for (let rest = set; rest !== ""; ) {
    const range = RANGES.find(([written]) => rest.startsWith(written));
    const single = rest.match(/^\\?([^A-Za-z0-9])/);
    if (!range && !single) return null;
    names.push(range ? range[1] : JSON.stringify(single?.[1]));
    rest = rest.slice(range ? range[0].length : (single?.[0].length ?? rest.length));
  }
  return [...new Set(names)];
}

/** `a, b or c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
