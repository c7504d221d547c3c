// A tool's arguments in the keywords of JSON Schema that Gemini reads.
import { type Json, mapParts } from "../../../web/http/openapi-shapes.ts";
import { limitsInWords } from "./limit-sentences.ts";

/** Not among the keywords that the API lists for JSON Schema (https://ai.google.dev/api/generate-content, responseJsonSchema). */
const UNSUPPORTED = ["default", "minLength", "maxLength", "minProperties"];
/** The formats of text that it knows (https://ai.google.dev/gemini-api/docs/structured-output). */
const FORMATS = ["date-time", "date", "time"];

export function geminiSchema(schema: Json): Json {
  const keywords = FORMATS.includes(String(schema.format)) ? UNSUPPORTED : [...UNSUPPORTED, "format"];
  // Gemini accepts enumerations only of text and numbers.
  const { enum: values, ...others } = schema;
  const isKnown = !Array.isArray(values) || !values.some((value) => typeof value === "boolean");
  return limitsInWords(mapParts(isKnown ? schema : { type: "boolean", ...others }, geminiSchema), keywords);
}
