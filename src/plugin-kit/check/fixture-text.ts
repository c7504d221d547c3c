// Fixtures as text: JSON with each object and list on one line where it fits, since a thing on one line is read at a glance.

/** As wide as the code. */
const WIDTH = 120;

/** The text of a fixture's file. */
export const fixtureText = (fixture: unknown): string => `${laidOut(fixture, 0, 0, 0)}\n`;

/** How many lines a value takes in a fixture. */
export const linesOf = (value: unknown): number => laidOut(value, 0, 0, 0).split("\n").length;

/**
 * `before` is how much stands before the value in its line, `after` how much behind it. What has a single part, such as a response
 * with its JSON, opens and closes in the lines of that part.
 */
function laidOut(value: unknown, indent: number, before: number, after: number): string {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || indent + before + line.length + after <= WIDTH) return line;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const parts = Array.isArray(value)
    ? value.map((item): [string, unknown] => ["", item])
    : Object.entries(value).map(([name, item]): [string, unknown] => [`${JSON.stringify(name)}: `, item]);
  if (parts.length === 0) return line;
  const [key, only] = parts[0] as [string, unknown];
  if (parts.length === 1)
    return open + key + laidOut(only, indent, before + open.length + key.length, after + close.length) + close;
  const inner = " ".repeat(indent + 2);
  const lines = parts.map(([key, item]) => inner + key + laidOut(item, indent + 2, key.length, 1));
  return `${open.trim()}\n${lines.join(",\n")}\n${" ".repeat(indent)}${close.trim()}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** A number in a JSON text that would be another one when it is written again; null without one. */
export function unsafeNumber(text: string): string | null {
  let changed: string | null = null;
  const watch = (_name: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value === "number" && source !== undefined && source !== String(value)) changed ??= source;
    return value;
  };
  (JSON.parse as (text: string, reviver: typeof watch) => unknown)(text, watch);
  return changed;
}
