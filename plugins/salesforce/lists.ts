// Lists of one kind of record, by SOQL that is made here: the last changed first, each page after the last record's own key.
import {
  InvalidInput,
  maybe,
  maybeText,
  type Page,
  type Pagination,
  path,
  t,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { givenAt, iso, time } from "./fields.ts";
import { containing, data, moment } from "./soql.ts";

/** What every list reads. */
export const COMMON = {
  Id: t.String(),
  OwnerId: maybeText,
  CreatedDate: maybeText,
  LastModifiedDate: maybeText,
  SystemModstamp: t.String(),
};
export const ACCOUNT = maybe(t.Object({ Name: maybeText }));

export const updatedSince = t.Optional(time("Only what was changed at this time or later, ISO 8601."));
export const words = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 200, description }));

/** Conditions; those of filters that were not given are undefined. */
type Conditions = readonly (string | undefined)[];

export function given<V>(value: V | undefined, condition: (value: V) => string): string | undefined {
  return value === undefined ? undefined : condition(value);
}
export const found = (fields: readonly string[], q: string | undefined) =>
  given(q, (text) => `(${fields.map((field) => `${field} LIKE ${containing(text)}`).join(" OR ")})`);
export const changedSince = (since: string | undefined) => given(since, (from) => `SystemModstamp >= ${moment(from)}`);

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([a-zA-Z0-9]{18})$/;
const MAX = 200;

/** A page of the records that meet all conditions. Nothing counts or skips, so that a change meanwhile hides no record. */
export function listing(object: string, fields: readonly string[], where: Conditions, page: Page): UpstreamRequest {
  const conditions = [...where, page.position === null ? undefined : behind(page.position)].filter(Boolean);
  const soql = [
    `SELECT ${fields.join(", ")} FROM ${object}`,
    conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "",
    `ORDER BY SystemModstamp DESC, Id DESC LIMIT ${Math.min(page.limit, MAX)}`,
  ];
  return { path: data(path`/query`), query: { q: soql.filter(Boolean).join(" ") } };
}

function behind(position: string): string {
  const [, changed, id] = POSITION.exec(position) ?? [];
  if (!changed || !id) throw new InvalidInput("That is no place in this list.");
  return `(SystemModstamp < ${changed} OR (SystemModstamp = ${changed} AND Id < '${id}'))`;
}

/** The position is the last record's time and id; a page that is not full is the last. */
export const byChange: Pagination = {
  max: MAX,
  apply: (req) => req,
  next: ({ json }, { limit }) => {
    const records = valueAt(json, "records");
    if (!Array.isArray(records) || records.length < Math.min(limit, MAX)) return null;
    const last: unknown = records.at(-1);
    const position = `${iso(givenAt(last, "SystemModstamp"))}/${givenAt(last, "Id")}`;
    return POSITION.test(position) ? position : null;
  },
};
