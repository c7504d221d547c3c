// Cuts what is longer than its schema allows, so that telling what is wrong with a value costs no more than a valid one does.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";

/** The value with texts and lists cut right behind the longest that their schema takes: each is as wrong as before. */
export function cutToBounds(schema: TSchema, value: unknown): unknown {
  if (typeof value === "string") {
    const most = mostOf(schema, "String", "maxLength");
    return value.length > most ? cutText(value, most) : value;
  }
  if (Array.isArray(value)) {
    const most = mostOf(schema, "Array", "maxItems");
    const items = onlyAlternative(schema, "Array")?.items as TSchema | undefined;
    const fitting = value.length > most ? value.slice(0, most + 1) : value;
    return items ? fitting.map((item) => cutToBounds(items, item)) : fitting;
  }
  if (typeof value !== "object" || value === null) return value;
  const properties = (onlyAlternative(schema, "Object") as TObject | undefined)?.properties;
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, field ? cutToBounds(field, inner) : inner];
    }),
  );
}

/** Half a surrogate pair at the end would be a fault of its own. */
function cutText(text: string, most: number): string {
  const cut = text.slice(0, most + 1);
  return cut.isWellFormed() || !text.isWellFormed() ? cut : text.slice(0, most + 2);
}

const alternativesOf = (schema: TSchema, kind: string): TSchema[] =>
  schema[Kind] === "Union"
    ? (schema.anyOf as TSchema[]).flatMap((one) => alternativesOf(one, kind))
    : schema[Kind] === kind
      ? [schema]
      : [];

/** The bound of the alternative that takes the most. */
function mostOf(schema: TSchema, kind: string, bound: "maxLength" | "maxItems"): number {
  const bounds = alternativesOf(schema, kind).map(
    (one) => (one[bound] as number | undefined) ?? Number.POSITIVE_INFINITY,
  );
  return bounds.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...bounds);
}

function onlyAlternative(schema: TSchema, kind: string): TSchema | undefined {
  const [only, ...others] = alternativesOf(schema, kind);
  return others.length === 0 ? only : undefined;
}
