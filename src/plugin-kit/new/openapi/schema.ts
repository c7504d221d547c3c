// A schema of a description, reduced to what a plugin can say: one type, whether it may be null, and its parts.
import { type Description, isObject, type Json, listOf, memberOf, objectOf } from "./document.ts";
import { describedAs } from "./words.ts";

export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "unknown";

export interface Reduced {
  type: SchemaType;
  isNullable: boolean;
  description: string | null;
  format: string | null;
  /** The allowed values of a string; null for any. */
  values: string[] | null;
  /** `minLength` and the like. */
  bounds: Record<string, number>;
  properties: Map<string, { schema: unknown; isRequired: boolean }>;
  /** Names that must be there, also of properties that another part of `allOf` has. */
  required: readonly string[];
  items: unknown;
  isReadOnly: boolean;
  isWriteOnly: boolean;
  /** The address of the schema, if it was referred to. */
  reference: string | null;
}

const TYPES: readonly string[] = ["string", "integer", "number", "boolean", "array", "object"];
const BOUNDS = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"];
/** The maximum depth of `allOf` within `allOf`, and the like. */
const MAX_NESTING = 10;
const MAX_PARTS = 50;
const MAX_VALUES = 50;
const MAX_VALUE = 100;

/** Reads a schema with its reference, `allOf`, alternatives and both ways of saying null. */
export function reduced(description: Description, schema: unknown, nesting = 0): Reduced {
  description.countSchema();
  const { value, reference } = description.resolve(schema);
  const own = { ...ownParts(value), reference };
  // OpenAPI 3.1 lets a description stand beside a reference.
  own.description = describedAs(memberOf(objectOf(schema), "description")) ?? own.description;
  if (nesting >= MAX_NESTING) return own;
  const parts = (name: string) => listOf(value[name]).slice(0, MAX_PARTS);
  const merged = parts("allOf").reduce<Reduced>((sum, part) => both(sum, reduced(description, part, nesting + 1)), own);
  const alternatives = [...parts("oneOf"), ...parts("anyOf")].map((part) => reduced(description, part, nesting + 1));
  return alternatives.length === 0 ? merged : both(merged, eitherOf(alternatives));
}

function ownParts(schema: Json): Reduced {
  const named = [schema.type].flat().filter((type) => typeof type === "string");
  const types = named.filter((type) => TYPES.includes(type));
  const listed = [...listOf(schema.enum), ...(schema.const === undefined ? [] : [schema.const])];
  const values = listed.filter((value) => typeof value === "string" && value.length <= MAX_VALUE) as string[];
  const isOfTexts = values.length > 0 && values.length === listed.filter((value) => value !== null).length;
  const required = listOf(schema.required).filter((name) => typeof name === "string");
  const properties = Object.entries(objectOf(schema.properties)).map(
    ([name, one]) => [name, { schema: one, isRequired: required.includes(name) }] as const,
  );
  return {
    type: typeOf(types, schema, isOfTexts),
    isNullable: schema.nullable === true || named.includes("null") || listed.includes(null),
    description: describedAs(schema.description),
    format: typeof schema.format === "string" ? schema.format : null,
    values: isOfTexts && values.length <= MAX_VALUES ? [...new Set(values)] : null,
    bounds: Object.fromEntries(
      BOUNDS.flatMap((name) => (Number.isFinite(schema[name]) ? [[name, schema[name] as number]] : [])),
    ),
    properties: new Map(properties),
    required,
    items: schema.items,
    isReadOnly: schema.readOnly === true,
    isWriteOnly: schema.writeOnly === true,
    reference: null,
  };
}

function typeOf(types: readonly string[], schema: Json, isOfTexts: boolean): SchemaType {
  if (types.length > 1) return types.every((type) => type === "integer" || type === "number") ? "number" : "unknown";
  if (types.length === 1) return types[0] as SchemaType;
  if (isObject(schema.properties)) return "object";
  if (isObject(schema.items)) return "array";
  return isOfTexts ? "string" : "unknown";
}

/** What two parts of `allOf` say together; the first one's words win. */
function both(a: Reduced, b: Reduced): Reduced {
  const required = [...new Set([...a.required, ...b.required])];
  const all = new Map([...b.properties, ...a.properties]);
  const inOrder = [...new Set([...a.properties.keys(), ...b.properties.keys()])];
  const properties = inOrder.map((name) => {
    return [name, { schema: all.get(name)?.schema, isRequired: required.includes(name) }] as const;
  });
  return {
    ...a,
    type: a.type === "unknown" ? b.type : a.type,
    isNullable: a.isNullable || b.isNullable,
    description: a.description ?? b.description,
    format: a.format ?? b.format,
    values: a.values ?? b.values,
    bounds: { ...b.bounds, ...a.bounds },
    properties: new Map(properties),
    required,
    items: a.items ?? b.items,
    isReadOnly: a.isReadOnly || b.isReadOnly,
    isWriteOnly: a.isWriteOnly || b.isWriteOnly,
    reference: a.reference ?? b.reference,
  };
}

/** What alternatives have in common: one type, and of objects every property, none of which must be there in all. */
function eitherOf(alternatives: readonly Reduced[]): Reduced {
  const isNull = (one: Reduced) => one.type === "unknown" && one.isNullable && one.properties.size === 0;
  const real = alternatives.filter((one) => !isNull(one));
  const [first = ownParts({}), ...others] = real;
  const isNullable = alternatives.some((one) => one.isNullable);
  if (others.length === 0) return { ...first, isNullable };
  if (others.some(({ type }) => type !== first.type)) return { ...ownParts({}), isNullable };
  const merged = others.reduce(both, first);
  const required = first.required.filter((name) => others.every((one) => one.required.includes(name)));
  const properties = [...merged.properties].map(([name, { schema }]) => {
    return [name, { schema, isRequired: required.includes(name) }] as const;
  });
  const values = real.every((one) => one.values) ? [...new Set(real.flatMap((one) => one.values ?? []))] : null;
  return { ...merged, isNullable, values, bounds: {}, reference: null, required, properties: new Map(properties) };
}
