// An endpoint's input as JSON Schema that every vendor's tools take: closed lists as enums, no patterns, no patternProperties.
import type { TSchema } from "@sinclair/typebox";
import { exampleFor } from "../../../foundation/schema/pattern-description.ts";
import type { RegisteredEndpoint } from "../../../providers/registry/registry.ts";
import { isObject, type Json, mapParts } from "../../../web/http/openapi-shapes.ts";

/** Longer limits are none that a model meets by accident; the validation of the call names them. */
const LONGEST_STATED = 500;
const MOST_ITEMS_STATED = 50;

/** The arguments of a tool: path, query and body fields in one object. */
export function argumentsSchema(endpoint: RegisteredEndpoint): Json {
  const parts = [endpoint.input.params, endpoint.input.query, endpoint.input.body].filter((part) => part !== null);
  const properties: Record<string, TSchema> = Object.assign({}, ...parts.map((part) => part.properties));
  if (endpoint.def.returns.kind === "many") {
    // The provider's own object costs a model many tokens and tells it nothing that the shape does not.
    delete properties.raw;
    // Every list has one, and its name and numbers say all of it.
    const { description: _description, ...limit } = properties.limit ?? {};
    if (properties.limit) properties.limit = limit as TSchema;
  }
  // A call takes an earlier name, and no new caller should learn it.
  for (const name in properties) if (properties[name]?.deprecated === true) delete properties[name];
  const required = parts.flatMap((part) => part.required ?? []);
  const { properties: portable = {} } = describedOnce(portableSchema({ type: "object", properties }));
  return { type: "object", properties: portable, ...(required.length > 0 && { required }) };
}

/** The schema without the descriptions of fields that it describes in the same words before: `start.date`, then `end.date`. */
export function describedOnce(schema: Json): Json {
  const described = new Set<string>();
  const shortened = (part: Json, name: string | null): Json => {
    const field = JSON.stringify([name, part]);
    const { description, ...rest } = part;
    const isDescribed = name !== null && typeof description === "string" && described.has(field);
    if (name !== null) described.add(field);
    return mapParts(isDescribed ? rest : part, shortened);
  };
  return mapParts(schema, shortened);
}

/** A schema in the keywords that all vendors know, or can be told in words. */
export function portableSchema(schema: Json): Json {
  return portable(JSON.parse(JSON.stringify(schema)) as Json);
}

function portable(schema: Json): Json {
  const {
    title: _title,
    uniqueItems,
    maxProperties,
    const: constant,
    anyOf,
    patternProperties,
    ...rest
  } = mapParts(schema, portable);
  const plain: Json = { ...rest };
  if (uniqueItems === true) plain.description = withSentence(plain.description, "No duplicates.");
  if (maxProperties !== undefined) plain.description = withSentence(plain.description, `At most ${maxProperties}.`);
  if (constant !== undefined) return { ...plain, enum: [constant] };
  if (isObject(patternProperties)) plain.additionalProperties = openTo(Object.values(patternProperties));
  else if (plain.type === "object" && plain.additionalProperties === false) delete plain.additionalProperties;
  if (isObject(plain.properties) && Object.keys(plain.properties).length === 0) delete plain.properties;
  if (plain.additionalProperties && "minProperties" in plain) delete plain.minProperties;
  if (Array.isArray(anyOf)) return union(plain, anyOf as Json[]);
  return withoutUnstated(plain);
}

/** What a record's values may be; `true` where any value goes. */
function openTo(values: unknown[]): unknown {
  const [value] = values;
  return values.length === 1 && isObject(value) && Object.keys(value).length > 0 ? value : true;
}

/** Without limits that no model meets by accident, and with an example in place of a pattern. */
function withoutUnstated(schema: Json): Json {
  const { minLength, maxLength, minItems, maxItems, minimum, pattern, ...rest } = schema;
  const example = typeof pattern === "string" ? patternExample(pattern, schema.description) : null;
  return {
    ...rest,
    ...(typeof minLength === "number" && minLength > 3 && { minLength }),
    ...(typeof maxLength === "number" && maxLength <= LONGEST_STATED && { maxLength }),
    ...(typeof minItems === "number" && minItems > 1 && { minItems }),
    ...(typeof maxItems === "number" && maxItems <= MOST_ITEMS_STATED && { maxItems }),
    ...(typeof minimum === "number" && minimum !== 0 && minimum !== 1 && { minimum }),
    ...(example !== null && { description: withSentence(schema.description, `Such as ${example}.`) }),
  };
}

/**
 * Shows the form that a pattern asks for, where the description does not. Patterns themselves stay out: OpenAI refuses a whole
 * request for one lookaround, Gemini does not know the keyword, and the call's validation names what is wrong.
 */
function patternExample(pattern: string, description: unknown): string | null {
  if (typeof description !== "string" || /such as|[0-9`"<]|^Id\b|: /.test(description)) return null;
  const example = exampleFor(pattern);
  // An example of an id might be taken for one.
  const isOfId = example !== null && /^[\w.-]+$/.test(example) && !/^[A-Z]+(-\d)?$/.test(example);
  return isOfId ? null : example;
}

/** A union of values as one enum, of a scalar and null as one schema with two types. */
function union(schema: Json, alternatives: Json[]): Json {
  const values = alternatives.flatMap((one) => (Array.isArray(one.enum) ? one.enum : []));
  const types = new Set(alternatives.map(({ type }) => type));
  const isClosed = alternatives.every((one) => Array.isArray(one.enum) && !("description" in one));
  if (isClosed && types.size === 1) return { ...schema, type: alternatives[0]?.type, enum: values };
  const [some, other] = alternatives;
  if (alternatives.length === 2 && some && other?.type === "null" && isScalar(some)) {
    return { ...some, ...schema, type: [some.type, "null"] };
  }
  return { ...schema, anyOf: alternatives.map((one) => withoutDescriptionOfUnion(one, schema.description)) };
}

/** Whether null beside it needs no branch of its own: keywords of text and numbers ignore null, those of enums do not. */
export function isScalar(schema: Json): boolean {
  return typeof schema.type === "string" && schema.type !== "object" && schema.type !== "array" && !("enum" in schema);
}

function withoutDescriptionOfUnion(schema: Json, description: unknown): Json {
  if (schema.description !== description) return schema;
  const { description: _description, ...rest } = schema;
  return rest;
}

/** A description with one more sentence. */
export function withSentence(description: unknown, sentence: string): string {
  return typeof description === "string" && description !== "" ? `${description} ${sentence}` : sentence;
}
