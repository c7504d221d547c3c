// Schemas as the API document has them: plain JSON Schema, with enums for closed lists and short forms of nullable fields.
import type { TSchema } from "@sinclair/typebox";

export type Json = Record<string, unknown>;

/** The keywords whose values are schemas, by how they hold them. */
const ONE = ["items", "additionalProperties", "not"];
const LIST = ["anyOf", "allOf", "oneOf"];
const TABLE = ["properties", "patternProperties"];

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Gives the replacement of a schema's part; `name` is that of a property, null for other parts. */
type Replace = (part: Json, name: string | null, keyword: string) => Json;

/** A schema with each of its direct parts replaced. */
export function mapParts(schema: Json, replace: Replace): Json {
  const mapped: Json = { ...schema };
  for (const word of ONE) if (isObject(mapped[word])) mapped[word] = replace(mapped[word], null, word);
  for (const word of LIST)
    if (Array.isArray(mapped[word])) mapped[word] = mapped[word].map((part) => replace(part, null, word));
  for (const word of TABLE) {
    if (!isObject(mapped[word])) continue;
    mapped[word] = Object.fromEntries(
      Object.entries(mapped[word]).map(([name, part]) => [name, replace(part as Json, name, word)]),
    );
  }
  return mapped;
}

/** A schema of what a route takes, for the document; without TypeBox's symbols. */
export function documentedSchema(schema: TSchema): Json {
  return simplified(JSON.parse(JSON.stringify(schema)) as Json, { name: null, isItem: false, isInput: true });
}

/** A schema of what a route returns, which can name a provider that was loaded before, or the gateway itself. */
export function returnedSchema(schema: TSchema): Json {
  return simplified(JSON.parse(JSON.stringify(schema)) as Json, { name: null, isItem: false, isInput: false });
}

export const PROVIDER: Json = { $ref: "#/components/schemas/Provider" };

/** Declared as text, because a plugin may come and go; the document knows those that are loaded. A text `providers` is a list with commas. */
function isProviderField({ name, isItem }: Position, { type }: Json): boolean {
  return (name === "provider" || (name === "providers" && isItem)) && type === "string";
}

interface Position {
  /** The property's that the schema is of. */
  name: string | null;
  /** Whether it is of the property's items, or one of its forms. */
  isItem: boolean;
  isInput: boolean;
}

function simplified(schema: Json, position: Position): Json {
  const { name, isInput } = position;
  if (isInput && isProviderField(position, schema))
    return { ...PROVIDER, ...(schema.description !== undefined && { description: schema.description }) };
  const plain = mapParts(schema, (part, ofProperty, keyword) => {
    const inner = ofProperty ?? (name?.startsWith("provider") ? name : null);
    return simplified(part, { name: inner, isItem: keyword === "items", isInput });
  });
  const { anyOf, ...rest } = plain;
  if (!Array.isArray(anyOf)) return plain;
  const parts = anyOf as Json[];
  const texts = parts.filter((part) => typeof part.const === "string" && !("description" in part));
  if (texts.length === parts.length) return { ...rest, type: "string", enum: texts.map((part) => part.const) };
  const [some, other] = parts;
  // JSON Schema 2020-12, section 6.1.1: one keyword for a value of several types.
  if (parts.length === 2 && some && other?.type === "null" && typeof some.type === "string" && isPlain(some)) {
    const withNull = Array.isArray(some.enum) ? { enum: [...some.enum, null] } : {};
    return { ...some, ...rest, type: [some.type, "null"], ...withNull };
  }
  return plain;
}

/** Whether null beside it needs no branch of its own: text and numbers, whose further keywords ignore null. */
function isPlain(schema: Json): boolean {
  return schema.type !== "object" && schema.type !== "array" && !("const" in schema) && !("anyOf" in schema);
}
