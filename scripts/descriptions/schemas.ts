// Reduces a schema of an OpenAPI document, and those it refers to, to the keywords that the tests check.
import type { Description, Schema } from "./format.ts";

/** Keywords without a constraint that is worth a check. */
const PROSE =
  /^(title|description|summary|examples?|default|deprecated|readOnly|writeOnly|xml|externalDocs|discriminator|uniqueItems|maxProperties|x-.*)$/;
const CONSTRAINTS = new Set([
  "type",
  "enum",
  "const",
  "required",
  "properties",
  "additionalProperties",
  "items",
  "allOf",
  "anyOf",
  "oneOf",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
]);
const FORMATS = new Set(["date-time", "date", "email", "uuid"]);
/** Fixtures have made-up ids and times, and only some fields. */
const NOT_IN_RESPONSES = /^(required|format|pattern|minLength|maxLength|minimum|maximum|minItems|maxItems)$/;

export type Side = "sent" | "answered";

export interface Rewriter {
  rewrite(schema: Schema, side: Side): Schema;
}

/** `prefix`: of schema names, unique among documents. */
export function rewriter(schemas: Record<string, Schema>, into: Description, prefix = ""): Rewriter {
  const resolve = (schema: Schema): Schema => {
    if (typeof schema.$ref !== "string") return schema;
    const name = schema.$ref.replace("#/components/schemas/", "");
    const found = schemas[name];
    if (!found) throw new Error(`There is no schema ${schema.$ref}.`);
    return resolve(found);
  };

  const refer = (reference: string, side: Side): Schema => {
    const name = reference.replace("#/components/schemas/", "");
    const key = prefix + name;
    if (!Object.hasOwn(into[side], key)) {
      into[side][key] = {};
      into[side][key] = rewrite(resolve({ $ref: reference }), side);
    }
    return { $ref: `#/${side}/${key}` };
  };

  const rewrite = (schema: Schema, side: Side): Schema => {
    if (typeof schema.$ref === "string") return refer(schema.$ref, side);
    const unknown = Object.keys(schema).find(
      (word) => word !== "nullable" && !PROSE.test(word) && !CONSTRAINTS.has(word),
    );
    if (unknown !== undefined) throw new Error(`The schema word "${unknown}" is not known.`);
    return nullable(schema, words(merged(schema, resolve), side));
  };

  const words = (schema: Schema, side: Side): Schema => {
    const out: Schema = {};
    for (const [word, rule] of Object.entries(schema)) {
      if (!CONSTRAINTS.has(word) || (side === "answered" && NOT_IN_RESPONSES.test(word))) continue;
      if (word === "format") {
        if (FORMATS.has(rule as string)) out.format = rule;
      } else if (word === "properties") {
        out.properties = Object.fromEntries(
          Object.entries(rule as Record<string, Schema>).map(([name, one]) => [name, rewrite(one, side)]),
        );
      } else if (word === "items") out.items = rewrite(rule as Schema, side);
      else if (word === "additionalProperties") {
        if (typeof rule === "object")
          out[word] = Object.keys(rule as Schema).length ? rewrite(rule as Schema, side) : true;
        else out[word] = rule;
      } else if (word === "anyOf" || word === "oneOf" || word === "allOf") {
        // Without `required` several shapes can fit a response.
        const name = word === "oneOf" && side === "answered" ? "anyOf" : word;
        out[name] = (rule as Schema[]).map((one) => rewrite(one, side));
      } else out[word] = rule;
    }
    return closed(out, side);
  };

  return { rewrite };
}

/** Adds `type: object`; a request may have no undeclared field, whatever the generator allows. */
function closed(schema: Schema, side: Side): Schema {
  if (schema.type === undefined && schema.properties !== undefined) schema.type = "object";
  const names = Object.keys((schema.properties as Schema | undefined) ?? {});
  if (schema.additionalProperties === undefined) return schema;
  if (side === "sent" && schema.additionalProperties === true && names.length > 0) delete schema.additionalProperties;
  else schema.properties ??= {};
  return schema;
}

/** OpenAPI 3.0 has `nullable` in place of the type null. */
function nullable(from: Schema, schema: Schema): Schema {
  if (from.nullable !== true) return schema;
  if (typeof schema.type !== "string") return { anyOf: [schema, { type: "null" }] };
  const out: Schema = { ...schema, type: [schema.type, "null"] };
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) out.enum = [...schema.enum, null];
  return out;
}

/** Merges an `allOf` of objects: each part alone would refuse the fields of the others. */
function merged(schema: Schema, resolve: (schema: Schema) => Schema): Schema {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...rest } = schema;
  const parts = (allOf as Schema[]).map((one) => merged(resolve(one), resolve));
  const out: Schema = {};
  for (const part of [...parts, rest]) {
    for (const [word, rule] of Object.entries(part)) {
      if (word === "properties") out.properties = { ...(out.properties as Schema | undefined), ...(rule as Schema) };
      else if (word === "required")
        out.required = [...((out.required as string[] | undefined) ?? []), ...(rule as string[])];
      else if (/Of$/.test(word) && out[word] !== undefined) throw new Error(`Two parts of an allOf say ${word}.`);
      else out[word] = rule;
    }
  }
  return out;
}
