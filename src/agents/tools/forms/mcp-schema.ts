// A tool's arguments for MCP clients, which hand the schema on to whatever model they use: Gemini refuses a whole request for one
// keyword or form that it does not know (https://ai.google.dev/api/caching#Schema).
import { type Json, mapParts } from "../../../web/http/openapi-shapes.ts";
import { limitsInWords } from "./limit-sentences.ts";
import { withSentence } from "./portable-schema.ts";

export function mcpSchema(schema: Json): Json {
  return withTextEnum(withOneType(withKnownFormat(mapParts(schema, mcpSchema))));
}

/** `date-time` is the only format of text that the API knows beside `enum`; the description says the others. */
function withKnownFormat(schema: Json): Json {
  return schema.format === "date-time" ? schema : limitsInWords(schema, ["format"]);
}

/** One schema for each type: a list of types is no type there. */
function withOneType({ type, ...schema }: Json): Json {
  if (!Array.isArray(type)) return type === undefined ? schema : { type, ...schema };
  const { description, ...rest } = schema;
  const alternatives = type.map((one) => (one === "null" ? { type: one } : { type: one, ...rest }));
  return { ...(description !== undefined && { description }), anyOf: alternatives };
}

/** Enumerations are of text. */
function withTextEnum(schema: Json): Json {
  const { enum: values, ...others } = schema;
  if (!Array.isArray(values) || values.every((value) => typeof value === "string")) return schema;
  const types = new Set(values.map(jsonTypeOf));
  const isEvery = types.size === 1 && types.has("boolean") && values.length === 2;
  const said = isEvery ? others : { ...others, description: withSentence(others.description, choice(values)) };
  return types.size === 1 ? { type: [...types][0], ...said } : withOneType({ ...said, type: [...types] });
}

const choice = (values: readonly unknown[]): string => {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? `Always ${texts[0]}.` : `One of ${texts.join(", ")}.`;
};

const jsonTypeOf = (value: unknown): string =>
  value === null ? "null" : Number.isInteger(value) ? "integer" : typeof value;
