// JSON as pages show it: indented, and cut where it is long.

/** Characters that a page shows. */
const MAX_CHARACTERS = 64 * 1024;

export function prettyJson(value: unknown): { text: string; isCut: boolean } {
  return bounded(JSON.stringify(value, null, 2) ?? "null");
}

export function bounded(text: string): { text: string; isCut: boolean } {
  const isCut = text.length > MAX_CHARACTERS;
  return { text: isCut ? text.slice(0, MAX_CHARACTERS).toWellFormed() : text, isCut };
}
