// Schemas of single fields that nearly every plugin needs: fields that may be null or missing, closed lists and tables of words.
import { type TSchema, Type as t } from "@sinclair/typebox";

/** A field of ours that can be null. What is said of the schema is said of the whole, where readers look for it. */
export const nullable = <S extends TSchema>(schema: S, description: string | undefined = schema.description) =>
  t.Union([schema, t.Null()], description === undefined ? {} : { description });

/** A field that an answer may leave out or give as null. */
export const maybe = <S extends TSchema>(schema: S) => t.Optional(nullable(schema));
export const maybeText = maybe(t.String());
export const maybeNumber = maybe(t.Number());
/** A count, or another number without a fraction. */
export const maybeInteger = maybe(t.Integer());
export const maybeFlag = maybe(t.Boolean());

/** What a table says of a provider's word. A plain index would find `constructor` in every table. */
export function entryOf<V>(table: Readonly<Record<string, V>>, word: string | null | undefined): V | undefined {
  return typeof word === "string" && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** One of a few words. */
export function oneOf<const V extends string>(values: readonly V[], description: string) {
  const literals = values.map((value) => t.Literal(value));
  return t.Union(literals, { description });
}
