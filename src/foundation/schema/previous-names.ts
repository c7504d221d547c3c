// Inputs that had another name before: callers may use it on, and see only today's. A field's schema says
// `previousNames`, and `previousValues` of words.
import { KindGuard, type TObject, type TSchema } from "@sinclair/typebox";

interface Renames {
  /** Today's name by each of before. */
  todays: ReadonlyMap<string, string>;
  /** The first name that a field had, by today's. */
  first: ReadonlyMap<string, string>;
  /** Today's word by each of before, of the fields that have such, by their names of today. */
  values: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The objects in these fields, or in their lists, have inputs with other names before. */
  within: ReadonlyMap<string, TObject>;
}
const renames = new WeakMap<TSchema, Renames>();

export const previousNamesIn = (field: TSchema | undefined): readonly string[] =>
  Array.isArray(field?.previousNames) ? field.previousNames : [];

/**
 * The same object without its fields' `previousNames` and `previousValues`, at any depth; `underTodaysNames` then knows them by the
 * schema.
 */
export function withoutPreviousNames<S extends TObject>(schema: S): S {
  // As of most inputs, of which a start has some thousand.
  if (!saysBefore(schema)) return schema;
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    field,
    inner: withoutWithin(field),
  }));
  const renamed = fields.filter(({ field }) => previousNamesIn(field).length > 0);
  const reworded = fields.filter(({ field }) => field.previousValues !== undefined);
  const within = fields.filter(({ inner }) => inner !== null);
  if (renamed.length + reworded.length + within.length === 0) return schema;
  const properties = fields.map(({ name, field, inner }) => {
    const { previousNames: _names, previousValues: _values, ...rest } = inner?.field ?? field;
    return [name, rest];
  });
  const clean = { ...schema, properties: Object.fromEntries(properties) };
  renames.set(clean, {
    todays: new Map(
      renamed.flatMap(({ name, field }) => previousNamesIn(field).map((before) => [before, name] as const)),
    ),
    first: new Map(renamed.map(({ name, field }) => [name, previousNamesIn(field)[0] as string])),
    values: new Map(reworded.map(({ name, field }) => [name, field.previousValues as Record<string, unknown>])),
    within: new Map(within.map(({ name, inner }) => [name, inner?.object as TObject])),
  });
  return clean;
}

/** Whether a field says a name or a word of before, at any depth. */
function saysBefore({ properties }: TObject): boolean {
  return Object.values(properties).some((field) => {
    if (field.previousNames !== undefined || field.previousValues !== undefined) return true;
    const object = KindGuard.IsArray(field) ? field.items : field;
    return KindGuard.IsObject(object) && saysBefore(object);
  });
}

/** A field whose objects had other names before, and those objects; null for any other field. */
function withoutWithin(field: TSchema): { field: TSchema; object: TObject } | null {
  if (KindGuard.IsObject(field)) {
    const object = withoutPreviousNames(field);
    return object === field ? null : { field: object, object };
  }
  if (!KindGuard.IsArray(field) || !KindGuard.IsObject(field.items)) return null;
  const object = withoutPreviousNames(field.items);
  return object === field.items ? null : { field: { ...field, items: object }, object };
}

/** Lets a schema that was made of another one know its names of before. */
export function keepPreviousNames<S extends TObject>(from: TObject, to: S): S {
  const known = renames.get(from);
  if (known) renames.set(to, known);
  return to;
}

/** Today's name for each of these that is one of before; not where the field is given twice, which then is an unknown name. */
export function renamesAmong(schema: TObject | null, names: Iterable<string>): ReadonlyMap<string, string> {
  const { todays } = (schema && renames.get(schema)) ?? {};
  const found = new Map<string, string>();
  if (!todays) return found;
  const all = [...names];
  const before = all.filter((name) => todays.has(name));
  if (before.length === 0) return found;
  const given = new Set(all);
  for (const name of before) {
    const today = todays.get(name) as string;
    if (given.has(today)) continue;
    given.add(today);
    found.set(name, today);
  }
  return found;
}

/** The values by today's names and in today's words. */
export function underTodaysNames(schema: TObject | null, values: Record<string, unknown>): Record<string, unknown> {
  const known = schema && renames.get(schema);
  if (!known) return values;
  const found = renamesAmong(schema, Object.keys(values));
  const isReworded = [...known.values.keys(), ...known.within.keys()].some((name) => Object.hasOwn(values, name));
  if (found.size === 0 && !isReworded) return values;
  return Object.fromEntries(
    Object.entries(values).map(([given, value]) => {
      const name = found.get(given) ?? given;
      const words = known.values.get(name);
      const object = known.within.get(name);
      if (words && typeof value === "string" && Object.hasOwn(words, value)) return [name, words[value]];
      return [name, object ? todaysWithin(object, value) : value];
    }),
  );
}

function todaysWithin(object: TObject, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => todaysWithin(object, item));
  return typeof value === "object" && value !== null
    ? underTodaysNames(object, value as Record<string, unknown>)
    : value;
}

/** The first name that a field had: what a cursor is bound to stays the same when the field is renamed. */
export const firstNameOf = (schema: TObject | null, name: string): string =>
  (schema && renames.get(schema)?.first.get(name)) ?? name;
