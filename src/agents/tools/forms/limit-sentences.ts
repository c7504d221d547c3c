// Says the limits of a schema in its description, for forms that do not know their keywords.
import type { Json } from "../../../web/http/openapi-shapes.ts";
import { withSentence } from "./portable-schema.ts";

/** What each keyword says; an empty text means that it does not matter to a caller. */
const SENTENCES: Record<string, (value: unknown) => string> = {
  default: (value) => `Default: ${typeof value === "string" ? value : JSON.stringify(value)}.`,
  minLength: (value) => `At least ${value} characters.`,
  maxLength: (value) => `At most ${value} characters.`,
  minProperties: (value) => (value === 1 ? "Not empty." : `At least ${value} fields.`),
  format: (value) => FORMATS[String(value)] ?? "",
};

/** The formats of text, in words. */
const FORMATS: Record<string, string> = {
  email: "An email address.",
  date: "As YYYY-MM-DD.",
  "date-time": "A time of ISO 8601, with a zone.",
  time: "As HH:MM:SS.",
  uri: "A URL.",
  uuid: "A UUID.",
};

/** The schema without some keywords, which its description tells instead. */
export function limitsInWords(schema: Json, keywords: readonly string[]): Json {
  const plain: Json = { ...schema };
  for (const word of keywords) {
    if (!(word in plain)) continue;
    const sentence = SENTENCES[word]?.(plain[word]) ?? "";
    delete plain[word];
    if (sentence !== "") plain.description = withSentence(plain.description, sentence);
  }
  return plain;
}
