// Resources whose fields map one to one: each field is declared once, and `raw`, `shape` and `map` follow from it.
import { type Static, type TObject, type TOptional, type TSchema, TypeGuard, Type as t } from "@sinclair/typebox";
import type { AnyCall } from "./endpoint.ts";
import { maybe, maybeFlag, maybeNumber, maybeText, nullable, rawId } from "./fields.ts";
import { valueAt } from "./pages.ts";
import { type Resource, resource } from "./resource.ts";
import { nullableDay, nullableText, nullableTime } from "./shapes.ts";
import { asDay, asTime, timeOfMs } from "./times.ts";
import { type WrittenBy, writtenBy } from "./written-by.ts";

/** The field's position in the response, and its description for callers. */
export interface RecordFieldOptions {
  /** Dotted path in the response; the field's own name by default. */
  from?: string;
  description?: string;
  /** Who wrote its text, where the field's name does not tell. */
  by?: WrittenBy;
}
/** A field of a record. `raw` is optional where the provider may leave the value out; `map` then gets undefined. */
export interface RecordField<Raw extends TSchema = TSchema, Shape extends TSchema = TSchema> {
  from?: string;
  raw: Raw;
  shape: Shape;
  // A method, so that fields of different types fit one record.
  map(value: Static<Raw> | undefined, call: AnyCall): unknown;
}
export type RecordFields = Readonly<Record<string, RecordField>>;
export type RecordShape<Fields extends RecordFields> = TObject<{
  -readonly [Name in keyof Fields]: Fields[Name]["shape"];
}>;

export interface RecordOptions<Fields extends RecordFields> {
  /** The names that fields had before, the oldest first: callers get the field under these, too. */
  previousNames?: { readonly [Name in keyof Fields]?: readonly string[] };
  /** The shape's name in the API document and in the typed client. */
  title?: string;
}

/**
 * A resource made of fields. A response without a required one ends the call as a provider error. It skips nothing, and without
 * a field that reads the call it is the payload of events, too.
 */
export function record<const Fields extends RecordFields>(
  fields: Fields,
  { previousNames = {}, title }: RecordOptions<Fields> = {},
): RecordResource<RecordShape<Fields>> {
  const before: Readonly<Record<string, readonly string[] | undefined>> = previousNames;
  const entries = Object.entries(fields).map(([name, field]) => ({ name, from: field.from ?? name, field }));
  const shapes = entries.map(({ name, field }) => [
    name,
    before[name] === undefined ? field.shape : { ...field.shape, previousNames: before[name] },
  ]);
  return resource<TObject, RecordShape<Fields>>({
    raw: rawOf(entries.map(({ from, field: { raw } }) => ({ from, raw }))),
    shape: t.Object(Object.fromEntries(shapes), title === undefined ? {} : { title }) as RecordShape<Fields>,
    map: (raw, call) =>
      Object.fromEntries(
        entries.map(({ name, from, field }) => [name, field.map(valueAt(raw, from), call as AnyCall)]),
      ) as Static<RecordShape<Fields>>,
  }) as RecordResource<RecordShape<Fields>>;
}
interface RecordResource<Shape extends TSchema> extends Omit<Resource<TObject, Shape>, "map"> {
  map: (raw: Static<TObject>, call?: AnyCall) => Static<Shape>;
}

interface Read {
  /** Dotted path; "" for values of the thing itself. */
  from: string;
  raw: TSchema;
}

/** The schema of all values at their paths. An object on the way may be missing where all values in it may. */
function rawOf(reads: Read[]): TObject {
  const byHead = Map.groupBy(
    reads.filter(({ from }) => from !== ""),
    ({ from }) => from.split(".", 1)[0] as string,
  );
  const atPaths = [...byHead].map(([head, below]): [string, TSchema] => {
    const values = below.filter(({ from }) => from === head).map(({ raw }) => raw);
    const inner = below
      .filter(({ from }) => from !== head)
      .map(({ from, raw }) => ({ from: from.slice(head.length + 1), raw }));
    return [head, allOf(inner.length === 0 ? values : [...values, objectOf(inner)])];
  });
  const ofThing = reads
    .filter(({ from }) => from === "")
    .flatMap(({ raw }) => Object.entries((raw as TObject).properties));
  const byName = Map.groupBy([...atPaths, ...ofThing], ([name]) => name);
  const properties = [...byName].map(([name, all]) => [name, allOf(all.map(([, schema]) => schema))]);
  return t.Object(Object.fromEntries(properties));
}
/** A value that several fields read must be what each of them wants; it may be missing where it may for all. */
function allOf(schemas: TSchema[]): TSchema {
  if (schemas.length === 1) return schemas[0] as TSchema;
  const requiredLast = schemas.toSorted((a, b) => Number(TypeGuard.IsOptional(b)) - Number(TypeGuard.IsOptional(a)));
  const distinct = [...new Map(requiredLast.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first, ...others] = distinct as [TSchema, ...TSchema[]];
  if (others.length === 0) return first;
  const all = t.Intersect(distinct);
  return distinct.every(TypeGuard.IsOptional) ? t.Optional(all) : all;
}
function objectOf(reads: Read[]): TSchema {
  const object = rawOf(reads);
  return Object.values(object.properties).every(TypeGuard.IsOptional) ? maybe(object) : object;
}

/** A resource that a field holds, its raw type erased. */
interface Inner<Shape extends TSchema> {
  raw: TSchema;
  shape: Shape;
  map(raw: unknown, call: AnyCall): Static<Shape> | null;
}
function described<Shape extends TSchema>(shape: Shape, { description, by }: RecordFieldOptions): Shape {
  const marked = by === undefined ? shape : writtenBy(by, shape);
  return description === undefined ? marked : { ...marked, description };
}

/** A field of any kind. `map` gets undefined where `raw` is optional and the value is missing. */
function of<Raw extends TSchema, Shape extends TSchema>(field: {
  from?: string;
  raw: Raw;
  shape: Shape;
  map: (value: Value<Raw>, call: AnyCall) => Static<Shape>;
}): RecordField<Raw, Shape> {
  return field as RecordField<Raw, Shape>;
}
type Value<Raw extends TSchema> = Static<Raw> | (Raw extends TOptional<TSchema> ? undefined : never);

/** A kind of field whose values callers get as they are. */
const same =
  <Schema extends TSchema>(schema: Schema) =>
  (options: RecordFieldOptions = {}) =>
    of({ from: options.from, raw: schema, shape: described(schema, options), map: (value) => value as Static<Schema> });

/** The same, with null for what is missing. */
const sameOrNull =
  <Schema extends TSchema>(schema: Schema) =>
  (options: RecordFieldOptions = {}) =>
    of({
      from: options.from,
      raw: maybe(schema),
      shape: described(nullable(schema), options),
      map: (value) => (value ?? null) as never,
    });

/** The kinds of fields. Without a word about null the provider must send the value, but for flags and lists. */
export const field = {
  of,
  /** A field made of several values of the thing, which `reads` declares. */
  derived: <Reads extends TObject, Shape extends TSchema>({
    reads,
    shape,
    map,
  }: {
    reads: Reads;
    shape: Shape;
    map: (values: Static<Reads>, call: AnyCall) => Static<Shape>;
  }) => of({ from: "", raw: reads, shape, map: map as (values: Value<Reads>, call: AnyCall) => Static<Shape> }),
  /** An id as text; some providers send numbers. */
  id: ({ from, description }: RecordFieldOptions = {}) =>
    of({ from, raw: rawId, shape: described(t.String(), { description }), map: String }),
  nullableId: ({ from, description }: RecordFieldOptions = {}) =>
    of({
      from,
      raw: maybe(rawId),
      shape: nullableText(description),
      map: (id) => (id === null || id === undefined ? null : String(id)),
    }),
  text: same(t.String()),
  nullableText: sameOrNull(t.String()),
  /** A text; null where the provider has an empty one. */
  nonEmptyText: (options: RecordFieldOptions = {}) =>
    of({
      from: options.from,
      raw: maybeText,
      shape: described(nullable(t.String()), options),
      map: (text) => text || null,
    }),
  integer: same(t.Integer()),
  nullableInteger: sameOrNull(t.Integer()),
  number: same(t.Number()),
  nullableNumber: sameOrNull(t.Number()),
  /** False where the provider does not say. */
  flag: ({ from, description }: RecordFieldOptions = {}) =>
    of({ from, raw: maybeFlag, shape: described(t.Boolean(), { description }), map: (flag) => flag ?? false }),
  nullableFlag: sameOrNull(t.Boolean()),
  /** An ISO 8601 time with an offset. */
  time: same(t.String({ format: "date-time" })),
  /** An ISO 8601 time with an offset; null for anything else. */
  nullableTime: ({ from, description }: RecordFieldOptions = {}) =>
    of({ from, raw: maybeText, shape: nullableTime(description), map: asTime }),
  /** A Unix time in seconds, as ISO 8601; null where there is none. */
  nullableUnixTime: ({ from, description }: RecordFieldOptions = {}) =>
    of({
      from,
      raw: maybeNumber,
      shape: nullableTime(description),
      map: (seconds) => (typeof seconds === "number" ? timeOfMs(seconds * 1000) : null),
    }),
  /** A day such as 2026-01-31; null for anything else. */
  nullableDay: ({ from, description }: RecordFieldOptions = {}) =>
    of({ from, raw: maybeText, shape: nullableDay(description), map: asDay }),
  /** A list of texts; empty where the provider leaves it out. */
  texts: (options: RecordFieldOptions = {}) =>
    of({
      from: options.from,
      raw: maybe(t.Array(t.String())),
      shape: described(t.Array(t.String()), options),
      map: (texts) => texts ?? [],
    }),
  /** A thing within the thing; its `map` skips none. */
  one: <Shape extends TSchema>(inner: Inner<Shape>, options: RecordFieldOptions = {}) =>
    of({
      from: options.from,
      raw: inner.raw,
      shape: described(inner.shape, options),
      map: (value, call) => inner.map(value, call) as Static<Shape>,
    }),
  nullableOne: <Shape extends TSchema>(inner: Inner<Shape>, options: RecordFieldOptions = {}) =>
    of({
      from: options.from,
      raw: maybe(inner.raw),
      shape: described(nullable(inner.shape), options),
      map: (value, call) => (value === null || value === undefined ? null : inner.map(value, call)) as never,
    }),
  /** A list of things without those that their `map` skips; empty where the provider leaves it out. */
  many: <Shape extends TSchema>(inner: Inner<Shape>, options: RecordFieldOptions = {}) =>
    of({
      from: options.from,
      raw: maybe(t.Array(inner.raw)),
      shape: described(t.Array(inner.shape), options),
      map: (values, call) =>
        (values ?? []).map((value) => inner.map(value, call)).filter((item) => item !== null) as Static<Shape>[],
    }),
};
