// Callers' words in Airtable's formulas, which filter records: support.airtable.com, "Formula field reference".
import { asUtc, InvalidInput } from "gateway/plugin";

const CONTROL: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text as a literal: a backslash escapes quotes and itself. */
export function literal(text: string): string {
  const escaped = text
    .replace(/[\\'"]/g, "\\$&")
    .replace(/[\n\r\t]/g, (sign) => CONTROL[sign] ?? " ")
    .replace(/[\u0000-\u001f\u007f]/g, " ");
  return `'${escaped}'`;
}

/** What a field's name must be to stand in a formula: nothing in braces is known to escape a brace. */
export const FIELD_NAME = "^[^{}\\\\\\u0000-\\u001f\\u007f]+$";

/** A field's value as text, also of numbers, dates and lists. */
function textOf(name: string): string {
  if (!new RegExp(FIELD_NAME).test(name)) throw new InvalidInput("A field's name has no braces and no backslash here.");
  return `({${name}} & '')`;
}

/** A condition each; a record must meet all of them. */
export interface Conditions {
  field?: string;
  contains?: string;
  equals?: string;
  updated_since?: string;
}

/** The formula that is true for records that meet every condition. */
export function formulaOf({ field, contains, equals, updated_since }: Conditions): string {
  const conditions: string[] = [];
  if ((contains !== undefined || equals !== undefined) && field === undefined)
    throw new InvalidInput('"contains" and "equals" need the name of a "field".');
  if (field !== undefined && contains !== undefined)
    conditions.push(`FIND(LOWER(${literal(contains)}), LOWER(${textOf(field)})) > 0`);
  if (field !== undefined && equals !== undefined) conditions.push(`${textOf(field)} = ${literal(equals)}`);
  if (updated_since !== undefined) conditions.push(`IS_AFTER(LAST_MODIFIED_TIME(), ${timeLiteral(updated_since)})`);
  if (conditions.length === 0) throw new InvalidInput('One of "contains", "equals" and "updated_since" is needed.');
  return conditions.length === 1 ? (conditions[0] as string) : `AND(${conditions.join(", ")})`;
}

function timeLiteral(text: string): string {
  const time = asUtc(text);
  if (time === null) throw new InvalidInput(`"${text}" is not a time.`);
  return literal(time);
}
