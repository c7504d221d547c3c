// Names and sentences out of what a description says: snake_case, camelCase, and one line without control characters.

const MAX_SENTENCE = 240;
const UNSAFE = ["__proto__", "constructor", "prototype"];

/** `listPets`, `issues/list-for-repo`, `filter[state]` as lower snake; empty where nothing is left. */
export function snake(text: string): string {
  const name = text
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/(?<=[A-Z])([A-Z][a-z])/g, "_$1")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|(?<!_)_+$/g, "");
  // The one member of every object that is written so, which TypeBox takes for its own.
  return name === "constructor" ? "constructor_value" : name;
}

/** Whether a property of this name means nothing else in an object literal or to TypeBox, which takes no control characters. */
export function isPlainName(name: string): boolean {
  return name !== "" && !UNSAFE.includes(name) && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name);
}

export function camel(text: string): string {
  return snake(text).replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** One line, cut at a word; null where there is none. */
export function oneLine(text: unknown, most = MAX_SENTENCE): string | null {
  if (typeof text !== "string") return null;
  const line = text
    .slice(0, 4_000)
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    // The check of a plugin's source, which does not look whether it is in a text, would take these for code.
    .replace(/;(?=\s*(?:import|export)\b)/g, ",")
    .replace(/\bimport\s*\(/g, "import, (")
    .trim();
  if (line.length <= most) return line === "" ? null : line;
  return `${line
    .slice(0, most)
    .replace(/(?<!\S)\S*$/, "")
    .trimEnd()} …`;
}

/** A description on one line, which ends as a sentence does; null where there is none. */
export function describedAs(text: unknown): string | null {
  const line = oneLine(text);
  return line === null || /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** The first sentence of a text, with its full stop. */
export function sentence(text: unknown): string | null {
  const line = oneLine(text, 2_000);
  if (line === null) return null;
  const first = oneLine(/^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line) as string;
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** The first of `name`, `name_2`, … that is free; takes it. */
export function freeName(name: string, taken: Set<string>, longest = 64, separator = "_"): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : `${separator}${count}`;
    const one = `${name.slice(0, longest - suffix.length)}${suffix}`;
    if (taken.has(one)) continue;
    taken.add(one);
    return one;
  }
}
