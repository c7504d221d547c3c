// Escapes text for SOQL and SOSL: developer.salesforce.com, "Quoted String Escape Sequences" and "FIND {SearchQuery}".
import { asUtc, InvalidInput, joinPaths, path, type UpstreamPath } from "gateway/plugin";

/** Every org serves this version; Salesforce supports one for at least three years. */
const VERSION = path`/data/v62.0`;
export const dataPath = (rest: UpstreamPath) => joinPaths(VERSION, rest);

const CONTROL: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeText(text: string, special: RegExp): string {
  return text
    .replace(special, "\\$&")
    .replace(/[\n\r\t]/g, (sign) => CONTROL[sign] ?? " ")
    .replace(/[\u0000-\u001f\u007f]/g, " ");
}

/** A text as a SOQL literal. */
export function literal(text: string): string {
  return `'${escapeText(text, /[\\'"]/g)}'`;
}

/** A LIKE pattern that finds the text anywhere, with its wildcards escaped. */
export function containsPattern(text: string): string {
  return `'%${escapeText(text, /[\\'"%_]/g)}%'`;
}

/** A caller's time as a SOQL literal, which has no quotes: UTC; throws `InvalidInput` for any other text. */
export function utcTime(time: string): string {
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput(`"${time}" is not a time.`);
  return utc;
}

/** The words of a search that must all match, with SOSL's operators escaped or quoted. */
export function searchWords(text: string): string {
  const words = text
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (/^(?:and|or|not)$/i.test(word) ? `"${word}"` : word.replace(/[?&|!{}[\]()^~*:\\"'+-]/g, "\\$&")));
  if (words.join("").length < 2) throw new InvalidInput("Salesforce searches for two characters or more.");
  return words.join(" ");
}
