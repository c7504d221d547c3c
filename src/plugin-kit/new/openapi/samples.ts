// Made-up values of schemas, for the fixtures of a new plugin. Examples of a description are not used: they may be somebody's.
import type { Description } from "./document.ts";
import { type Reduced, reduced } from "./schema.ts";

/** Objects within each other: as deep as records read, and a list's envelope. */
const MAX_OBJECTS = 4;
const MAX_DEPTH = 10;
const MAX_FIELDS = 60;
const MAX_TEXT = 64;

interface Position {
  name?: string;
  above?: readonly Reduced[];
  /** Whether a caller sends it: then without what a response alone has. */
  isInput?: boolean;
}

/** A value that the schema could have. */
export function sampleOf(description: Description, schema: unknown, position: Position = {}): unknown {
  const one = reduced(description, schema);
  const { name = "", above = [] } = position;
  switch (one.type) {
    case "string":
      return sampleText(one, name);
    case "integer":
      return within(one, 7);
    case "number":
      return within(one, 1.5);
    case "boolean":
      return true;
    case "array":
      return isEnd(one, above) ? [] : [sampleOf(description, one.items, { ...position, above: [...above, one] })];
    case "object":
      return isEnd(one, above) ? {} : sampleObject(description, one, position);
    case "unknown":
      return one.properties.size > 0 ? sampleObject(description, one, position) : "text";
  }
}

const isEnd = (one: Reduced, above: readonly Reduced[]) =>
  above.length >= MAX_DEPTH ||
  (one.type === "object" && above.filter(({ type }) => type === "object").length >= MAX_OBJECTS) ||
  (one.reference !== null && above.some(({ reference }) => reference === one.reference));

function sampleObject(
  description: Description,
  one: Reduced,
  { above = [], isInput = false }: Position,
): Record<string, unknown> {
  const fields = [...one.properties].slice(0, MAX_FIELDS);
  return Object.fromEntries(
    fields.flatMap(([name, { schema }]) => {
      if (name === "__proto__" || (isInput && reduced(description, schema).isReadOnly)) return [];
      return [[name, sampleOf(description, schema, { name, isInput, above: [...above, one] })]];
    }),
  );
}

function sampleText({ format, values, bounds }: Reduced, name: string): string {
  if (values?.[0] !== undefined) return values[0];
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  if (format === "date") return "2026-01-01";
  if (format === "uri" || format === "url") return "https://example.com/";
  if (format === "email") return "ada@example.com";
  if (format === "uuid") return "00000000-0000-4000-8000-000000000000";
  const text = /id$/i.test(name) ? "7" : "A text";
  const { minLength = 0, maxLength = MAX_TEXT } = bounds;
  return text.padEnd(Math.min(minLength, MAX_TEXT), "x").slice(0, Math.max(maxLength, 0));
}

function within({ bounds: { minimum, maximum } }: Reduced, value: number): number {
  const least = Math.max(value, minimum ?? value);
  return Math.min(least, maximum ?? least);
}
