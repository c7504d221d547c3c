// What Airtable's endpoints share: ids with their prefixes, names, cell values, and addresses of records in the browser.
import { t } from "gateway/plugin";

/** An id is a prefix of three letters and 14 characters: airtable.com/developers/web/api/introduction. */
const idOf = (prefix: string, description: string) => t.String({ pattern: `^${prefix}[A-Za-z0-9]{14}$`, description });

export const baseId = idOf("app", "Id of the base, from airtable_list_bases.");
export const tableId = idOf("tbl", "Id of the table, from airtable_list_tables.");
export const recordId = idOf("rec", "Id of the record, from airtable_list_records.");
export const fieldId = idOf("fld", "Id of the field, from airtable_get_table.");
export const commentId = idOf("com", "Id of the comment, from airtable_list_comments.");

/** Airtable limits names of tables to 255 characters. */
const name = (description: string) => t.String({ minLength: 1, maxLength: 255, description });
export const tableIdOrName = name("Id of the table, which does not change when it is renamed, or its exact name.");
export const fieldIdOrName = (description: string) => name(description);

/** Cell values by field: of any type that Airtable knows. */
export const cells = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));

/** Opens a record in the browser, where the table's id is known. */
export function recordUrl(base: string | undefined, table: string | undefined, record: string): string | null {
  const isKnown = /^app[A-Za-z0-9]{14}$/.test(base ?? "") && /^tbl[A-Za-z0-9]{14}$/.test(table ?? "");
  return isKnown && /^rec[A-Za-z0-9]{14}$/.test(record) ? `https://airtable.com/${base}/${table}/${record}` : null;
}
