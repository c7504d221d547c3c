// Holds what a plugin's `map` returns to the shape that it declares: the API document and the tools promise that shape.
import { Kind, type TSchema } from "@sinclair/typebox";
import { checkerOf } from "../../foundation/schema/check.ts";
import { unescapedStep } from "../../foundation/schema/json-pointer.ts";

/** A value that does not fit its shape (`result`), or what callers get of one with fields that the shape does not name. */
export type UnfitResult = { kind: "result"; path: string } | { kind: "undeclared"; path: string; value: unknown };

const MAX_PATH = 120;

/**
 * For a value that is not of `closedShape`. Whoever reads it was promised the named fields alone, and a field too many is no
 * reason to fail a call that may have changed something.
 */
export function unfitResult(shape: TSchema, value: unknown): UnfitResult {
  if (!checkerOf(shape).Check(value)) return { kind: "result", path: declaredPath(shape, value) };
  return { kind: "undeclared", path: declaredPath(closedShape(shape), value), value: cutToShape(shape, value) };
}

/** The first error's path, in declared names alone: another name may be a value of somebody's. */
function declaredPath(schema: TSchema, value: unknown): string {
  const names = namesIn(schema);
  const path = checkerOf(schema).Errors(value).First()?.path ?? "";
  const steps = path.split("/").slice(1).map(unescapedStep);
  const written = steps.map((step) => (names.has(step) && !/^\d+$/.test(step) ? step : "*"));
  return `/${written.join("/")}`.slice(0, MAX_PATH);
}

function namesIn(schema: TSchema, names = new Set<string>()): Set<string> {
  const { properties = {}, patternProperties = {}, items = [], anyOf = [], allOf = [] } = schema;
  for (const name of Object.keys(properties)) names.add(name);
  const inner = [...Object.values(properties), ...Object.values(patternProperties), items, anyOf, allOf].flat();
  for (const one of inner as TSchema[]) namesIn(one, names);
  return names;
}

/** A copy of a value that fits, without what its shape does not name. */
function cutToShape(schema: TSchema, value: unknown): unknown {
  const fitting = (schema.anyOf as TSchema[] | undefined)?.find((one) => checkerOf(one).Check(value));
  if (fitting) return cutToShape(fitting, value);
  if (schema[Kind] === "Array") return (value as unknown[]).map((item) => cutToShape(schema.items, item));
  const inner = (schema.properties ?? schema.patternProperties) as Record<string, TSchema> | undefined;
  if (typeof value !== "object" || value === null || inner === undefined) return value;
  const [ofAnyName] = Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>);
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const field = ofAnyName ?? (Object.hasOwn(inner, name) ? inner[name] : undefined);
    if (field) return [[name, cutToShape(field, one)]];
    return isClosable(schema) ? [] : [[name, one]];
  });
  return Object.fromEntries(entries);
}

/** Whether an object schema does not say if it is open. */
const isClosable = (schema: TSchema) => schema[Kind] === "Object" && !("additionalProperties" in schema);

const closedShapes = new WeakMap<TSchema, TSchema>();

/** The schema with every object closed that does not say whether it is open. Made once for each schema. */
export function closedShape(schema: TSchema): TSchema {
  const made = closedShapes.get(schema) ?? closed(schema);
  closedShapes.set(schema, made);
  return made;
}

function closed(schema: TSchema): TSchema {
  const { properties, patternProperties, items, anyOf } = schema;
  const each = (of: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(of).map(([name, inner]) => [name, closedShape(inner)]));
  return {
    ...schema,
    ...(properties && { properties: each(properties) }),
    ...(patternProperties && { patternProperties: each(patternProperties) }),
    ...(items && { items: Array.isArray(items) ? items.map(closedShape) : closedShape(items) }),
    ...(anyOf && { anyOf: anyOf.map(closedShape) }),
    ...(isClosable(schema) && { additionalProperties: false }),
  };
}
