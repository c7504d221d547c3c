// Says where a value differs from what a fixture expects: by path, and briefly.

/** More places than this are only counted. */
const MAX_PLACES = 4;
const MAX_VALUE = 80;

interface Difference {
  path: string;
  /** A long text begins shortly before the first character that differs. */
  actual: string;
  expected: string;
}

/**
 * One sentence, such as `The result differs at /title: it is "A", the fixture expects "B".`; none where the values are the same
 * JSON. An undefined field counts as missing.
 */
export function differenceFrom(what: string, actual: unknown, expected: unknown): string[] {
  const all = differences(asJson(actual), expected, "");
  if (all.length === 0) return [];
  const places = all
    .slice(0, MAX_PLACES)
    .map((one) => `${one.path && ` at ${one.path}`}: it is ${one.actual}, the fixture expects ${one.expected}`);
  const more = all.length - places.length;
  return [
    `${what} differs${places.join(";")}${more > 0 ? `; and at ${more} more ${more === 1 ? "place" : "places"}` : ""}.`,
  ];
}

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function differences(actual: unknown, expected: unknown, path: string): Difference[] {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const length = Math.max(actual.length, expected.length);
    return Array.from({ length }, (_, at) => differences(actual[at], expected[at], `${path}/${at}`)).flat();
  }
  if (isObject(actual) && isObject(expected)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return names.flatMap((name) => differences(own(actual, name), own(expected, name), `${path}/${name}`));
  }
  if (actual === expected) return [];
  const from = typeof actual === "string" && typeof expected === "string" ? firstDifference(actual, expected) : 0;
  return [{ path, actual: brief(actual, from) ?? "missing", expected: brief(expected, from) ?? "nothing" }];
}

const own = (value: Record<string, unknown>, name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Zero where all of it is brief enough. */
function firstDifference(a: string, b: string): number {
  if (Math.max(a.length, b.length) <= MAX_VALUE) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return Math.max(0, at - 10);
}

function brief(value: unknown, from: number): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(typeof value === "string" && from > 0 ? `…${value.slice(from)}` : value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
