// Lists the records of one object by SOQL: last changed first, each page after the last record's time and id.
import { InvalidInput, type Page, type Pagination, path, t, type UpstreamRequest, valueAt } from "gateway/plugin";
import { isoTime, nonEmptyTextAt, time } from "./fields.ts";
import { containsPattern, dataPath, utcTime } from "./soql.ts";

/** The fields that every list reads. */
export const COMMON_NAMES = ["Id", "OwnerId", "CreatedDate", "LastModifiedDate", "SystemModstamp"];

export const updatedSince = t.Optional(
  time("Only what was changed at this time or later, such as 2026-01-31T09:00:00Z."),
);
export const text = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 200, description }));

/** SOQL conditions; undefined for a filter without a value. */
type Conditions = readonly (string | undefined)[];

export function ifDefined<V>(value: V | undefined, condition: (value: V) => string): string | undefined {
  return value === undefined ? undefined : condition(value);
}
export const containsWords = (fields: readonly string[], q: string | undefined) =>
  ifDefined(q, (text) => `(${fields.map((field) => `${field} LIKE ${containsPattern(text)}`).join(" OR ")})`);
export const changedSince = (since: string | undefined) =>
  ifDefined(since, (from) => `SystemModstamp >= ${utcTime(from)}`);

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([a-zA-Z0-9]{18})$/;
const MAX = 200;

/** A page of the records that meet all conditions. Without an offset, no change in between can hide a record. */
export function requestForList(
  object: string,
  fields: readonly string[],
  where: Conditions,
  page: Page,
): UpstreamRequest {
  const conditions = [...where, page.position === null ? undefined : afterPosition(page.position)].filter(Boolean);
  const soql = [
    `SELECT ${fields.join(", ")} FROM ${object}`,
    conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "",
    `ORDER BY SystemModstamp DESC, Id DESC LIMIT ${Math.min(page.limit, MAX)}`,
  ];
  return { path: dataPath(path`/query`), query: { q: soql.filter(Boolean).join(" ") } };
}

function afterPosition(position: string): string {
  const [, changed, id] = POSITION.exec(position) ?? [];
  if (!changed || !id) throw new InvalidInput("This cursor is not from this list.");
  return `(SystemModstamp < ${changed} OR (SystemModstamp = ${changed} AND Id < '${id}'))`;
}

/** The position is the last record's time and id; a page that is not full is the last. */
export const lastChangePagination: Pagination = {
  max: MAX,
  apply: (req) => req,
  next: ({ json }, { limit }) => {
    const records = valueAt(json, "records");
    if (!Array.isArray(records) || records.length < Math.min(limit, MAX)) return null;
    const last: unknown = records.at(-1);
    const position = `${isoTime(nonEmptyTextAt(last, "SystemModstamp"))}/${nonEmptyTextAt(last, "Id")}`;
    return POSITION.test(position) ? position : null;
  },
};
