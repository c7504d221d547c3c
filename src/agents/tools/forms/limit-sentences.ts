// Says the limits of a schema in its description, for forms that do not know their keywords.
import type { Json } from "../../../web/http/openapi-shapes.ts";
import { withSentence } from "./portable-schema.ts";

/** What each keyword says; an empty text means that it does not matter to a caller. */
const SENTENCES: Record<string, (value: unknown) => string> = {
  default: (value) => `Default: ${typeof value === "string" ? value : JSON.stringify(value)}.`,
  minLength: (value) => `At least ${value} characters.`,
  maxLength: (value) => `At most ${value} characters.`,
  minProperties: (value) => (value === 1 ? "Not empty." : `At least ${value} fields.`),
  format: (value) => (value === "email" ? "An email address." : ""),
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
