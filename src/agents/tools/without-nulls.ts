// Reads null as absent in a call by name: clients in strict mode send every argument, and null for what they leave out.
import type { TSchema } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";

type Values = Record<string, unknown>;

/** The arguments without the nulls of optional fields, at any depth; null stays where the field's schema takes it. */
export function withoutNulls({ input }: Pick<RegisteredEndpoint, "input">, args: Values): Values {
  const parts = [input.params, input.query, input.body].filter((part) => part !== null);
  const properties: Record<string, TSchema> = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  return withoutNullFields(properties, required, args);
}

function withoutNullFields(properties: Record<string, TSchema>, required: readonly string[], values: Values): Values {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!field) return [[name, value] as const];
    if (value === null && !required.includes(name) && !Check(field, null)) return [];
    return [[name, cleaned(field, value)] as const];
  });
  // As entries: an argument named "__proto__" stays an own field, which the validation refuses.
  return Object.fromEntries(entries);
}

function cleaned(schema: TSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(schema.anyOf)) return cleanedUnion(schema.anyOf as TSchema[], value);
  if (Array.isArray(value)) {
    return schema.type === "array" && schema.items
      ? value.map((item) => cleaned(schema.items as TSchema, item))
      : value;
  }
  if (schema.type !== "object" || !schema.properties) return value;
  return withoutNullFields(schema.properties as Record<string, TSchema>, schema.required ?? [], value as Values);
}

/**
 * Uses the alternative that the value then fits. A value that fits none is unchanged, so that the validation names the
 * error.
 */
function cleanedUnion(alternatives: readonly TSchema[], value: object): unknown {
  for (const one of alternatives) {
    const candidate = cleaned(one, value);
    if (Check(one, candidate)) return candidate;
  }
  return value;
}
