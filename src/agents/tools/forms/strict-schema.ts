// A tool's arguments in OpenAI's strict form: every field required, optional ones nullable, every object closed.
import { EACH, type FilePlace } from "../../../providers/upstream/file-places.ts";
import { isObject, type Json, mapParts } from "../../../web/http/openapi-shapes.ts";
import { limitsInWords } from "./limit-sentences.ts";
import { isScalar } from "./portable-schema.ts";

/** Not among the keywords of strict function schemas (https://developers.openai.com/api/docs/guides/structured-outputs). */
const UNSUPPORTED = ["default", "minLength", "maxLength", "minProperties"];

/** The arguments without what a file could be fetched from: its own arguments are free-form, so no strict form can have them. */
export function withoutSources(schema: Json, files: readonly FilePlace[]): Json {
  return files.reduce((part, { steps }) => withoutSource(part, steps), schema);
}

function withoutSource(schema: Json, [step, ...rest]: readonly string[]): Json {
  if (step === EACH) return { ...schema, items: withoutSource(schema.items as Json, rest) };
  const properties = schema.properties as Record<string, Json>;
  if (step !== undefined)
    return { ...schema, properties: { ...properties, [step]: withoutSource(properties[step] as Json, rest) } };
  const { from: _from, ...others } = properties;
  return { ...schema, properties: others };
}

/**
 * The strict form of portable arguments; null where there is none: an object is free-form, or null means something of its own
 * for an optional field, which a strict call could not leave out.
 */
export function strictSchema(schema: Json): Json | null {
  return hasStrictForm(schema) ? strict(schema) : null;
}

function hasStrictForm(schema: Json): boolean {
  if (schema.type === undefined && !Array.isArray(schema.anyOf)) return false;
  if (schema.type === "object" && (schema.additionalProperties || !isObject(schema.properties))) return false;
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  if (fields.some(([name, field]) => !required.includes(name) && takesNull(field))) return false;
  const parts = [...fields.map(([, field]) => field), ...((schema.anyOf ?? []) as Json[])];
  return [...parts, ...(isObject(schema.items) ? [schema.items] : [])].every(hasStrictForm);
}

function takesNull({ type, anyOf, enum: values }: Json): boolean {
  if (Array.isArray(values)) return values.includes(null);
  if (Array.isArray(anyOf)) return (anyOf as Json[]).some(takesNull);
  return type === "null" || (Array.isArray(type) && type.includes("null"));
}

function strict(schema: Json): Json {
  const plain = limitsInWords(mapParts(schema, strict), UNSUPPORTED);
  if (plain.type !== "object") return plain;
  const properties = (plain.properties ?? {}) as Record<string, Json>;
  const required = (schema.required ?? []) as string[];
  const entries = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) ? field : orNull(field),
  ]);
  return {
    ...plain,
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function orNull(field: Json): Json {
  if (isScalar(field)) return { ...field, type: [field.type, "null"] };
  const { description, ...value } = field;
  const alternatives = Array.isArray(value.anyOf) ? (value.anyOf as Json[]) : [value];
  return { ...(description !== undefined && { description }), anyOf: [...alternatives, { type: "null" }] };
}
