// Inputs that had another name before: callers may use it on, and see only today's. A field's schema says `previousNames`.
import type { TObject, TSchema } from "@sinclair/typebox";

interface Renames {
  /** Today's name by each of before. */
  todays: ReadonlyMap<string, string>;
  /** The first name that a field had, by today's. */
  first: ReadonlyMap<string, string>;
}
const renames = new WeakMap<TSchema, Renames>();

export const previousNamesIn = (field: TSchema | undefined): readonly string[] =>
  Array.isArray(field?.previousNames) ? field.previousNames : [];

/** The same object without its fields' `previousNames`, which `underTodaysNames` then knows by the schema. */
export function withoutPreviousNames<S extends TObject>(schema: S): S {
  const fields = Object.entries(schema.properties);
  const renamed = fields.filter(([, field]) => previousNamesIn(field).length > 0);
  if (renamed.length === 0) return schema;
  const properties = fields.map(([name, { previousNames: _, ...field }]) => [name, field]);
  const clean = { ...schema, properties: Object.fromEntries(properties) };
  renames.set(clean, {
    todays: new Map(
      renamed.flatMap(([name, field]) => previousNamesIn(field).map((before) => [before, name] as const)),
    ),
    first: new Map(renamed.map(([name, field]) => [name, previousNamesIn(field)[0] as string])),
  });
  return clean;
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
  const given = new Set(names);
  for (const name of [...given]) {
    const today = todays.get(name);
    if (today === undefined || given.has(today)) continue;
    given.add(today);
    found.set(name, today);
  }
  return found;
}

/** The values by today's names. */
export function underTodaysNames(schema: TObject | null, values: Record<string, unknown>): Record<string, unknown> {
  const found = renamesAmong(schema, Object.keys(values));
  if (found.size === 0) return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [found.get(name) ?? name, value]));
}

/** The first name that a field had: what a cursor is bound to stays the same when the field is renamed. */
export const firstNameOf = (schema: TObject | null, name: string): string =>
  ((schema && renames.get(schema)) ?? { first: new Map<string, string>() }).first.get(name) ?? name;
