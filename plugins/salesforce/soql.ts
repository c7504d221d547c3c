// Text as data within SOQL and SOSL: developer.salesforce.com, "Quoted String Escape Sequences" and "FIND {SearchQuery}".
import { InvalidInput, joinPaths, path, type UpstreamPath } from "gateway/plugin";

/** Every org serves it; a version is kept for three years and more. */
const VERSION = path`/data/v62.0`;
export const dataPath = (rest: UpstreamPath) => joinPaths(VERSION, rest);

const CONTROL: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escape(text: string, special: RegExp): string {
  return text
    .replace(special, "\\$&")
    .replace(/[\n\r\t]/g, (sign) => CONTROL[sign] ?? " ")
    .replace(/[\u0000-\u001f\u007f]/g, " ");
}

/** A text literal. */
export function literal(text: string): string {
  return `'${escape(text, /[\\'"]/g)}'`;
}

/** A pattern for LIKE that finds the text anywhere; its own wildcards are plain signs. */
export function containsPattern(text: string): string {
  return `'%${escape(text, /[\\'"%_]/g)}%'`;
}

/** A point in time, which SOQL takes without quotes. */
export function utcTime(time: string): string {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) throw new InvalidInput(`"${time}" is no time.`);
  return new Date(milliseconds).toISOString();
}

/** Words to find, all of them; the signs and words that SOSL would take for operators are plain text. */
export function searchWords(text: string): string {
  const words = text
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (/^(?:and|or|not)$/i.test(word) ? `"${word}"` : word.replace(/[?&|!{}[\]()^~*:\\"'+-]/g, "\\$&")));
  if (words.join("").length < 2) throw new InvalidInput("Salesforce searches for two characters or more.");
  return words.join(" ");
}
