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
  // Unknown arguments, of which there may be thousands, are not looked at.
  const changed: Values = {};
  const nulls: string[] = [];
  for (const [name, field] of Object.entries(properties)) {
    if (!Object.hasOwn(values, name)) continue;
    const value = cleaned(field, values[name]);
    if (value === null && !required.includes(name) && !Check(field, null)) nulls.push(name);
    else if (value !== values[name]) changed[name] = value;
  }
  if (nulls.length === 0 && Object.keys(changed).length === 0) return values;
  const rest = { ...values, ...changed };
  for (const name of nulls) delete rest[name];
  return rest;
}

function cleaned(schema: TSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(schema.anyOf)) return cleanedUnion(schema.anyOf as TSchema[], value);
  if (Array.isArray(value)) {
    const items = schema.type === "array" ? (schema.items as TSchema | undefined) : undefined;
    return items ? value.map((item) => cleaned(items, item)) : value;
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
