// Schemas of single fields: nullable, optional and enumerated ones, and a safe look-up in tables of words.
import { type TSchema, Type as t } from "@sinclair/typebox";

/** A field of a shape that can be null. The description moves from the schema to the union, where readers look for it. */
export function nullable<S extends TSchema>(schema: S, description: string | undefined = schema.description) {
  const { description: _, ...undescribed } = schema;
  return t.Union([undescribed as S, t.Null()], description === undefined ? {} : { description });
}

/** A field of a response that may be missing or null. */
export const maybe = <S extends TSchema>(schema: S) => t.Optional(nullable(schema));
export const maybeText = maybe(t.String());
export const maybeNumber = maybe(t.Number());
export const maybeInteger = maybe(t.Integer());
export const maybeFlag = maybe(t.Boolean());

/** An id in a response or an event: a number, or text, as it also comes where a number is beyond 2^53. */
export const rawId = t.Union([t.String({ minLength: 1 }), t.Integer()]);

/** A table's entry for a provider's word. A plain index would find `constructor` in every table. */
export function entryOf<V>(table: Readonly<Record<string, V>>, word: string | null | undefined): V | undefined {
  return typeof word === "string" && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** An enumeration of words. */
export function oneOf<const V extends string>(values: readonly V[], description: string) {
  const literals = values.map((value) => t.Literal(value));
  return t.Union(literals, { description });
}
