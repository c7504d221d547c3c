// Records of a table: list, search, read: airtable.com/developers/web/api/list-records.
import {
  type AnyCall,
  asTime,
  endpoint,
  InvalidInput,
  many,
  maybeInteger,
  nullable,
  one,
  oneOf,
  pages,
  path,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { baseId, cells, recordId, recordUrl, tableIdOrName } from "./fields.ts";
import { FIELD_NAME, formulaOf } from "./formula.ts";

const rawRecord = t.Object({
  id: t.String(),
  createdTime: t.String(),
  fields: t.Record(t.String(), t.Unknown()),
  commentCount: maybeInteger,
});
const recordShape = t.Object({
  id: t.String(),
  created_at: shapes.nullableTime(),
  comment_count: nullable(t.Integer({ description: "Number of comments; null without with_comment_count." })),
  url: shapes.nullableText("Opens it in the browser; null if the table was given by name."),
  fields: cells(
    "Values by the fields' names, or by their ids if requested. Empty cells and unchecked boxes are missing.",
  ),
});

function toRecord(raw: Static<typeof rawRecord>, { params }: Pick<AnyCall, "params">) {
  return {
    id: raw.id,
    created_at: asTime(raw.createdTime),
    comment_count: raw.commentCount ?? null,
    url: recordUrl(params.base, params.table, raw.id),
    fields: raw.fields,
  };
}
export const record = resource({ raw: rawRecord, shape: recordShape, map: toRecord });

/** Airtable's response to a write of several records. */
export const writtenRecords = resource({
  raw: t.Object({ records: t.Array(rawRecord) }),
  shape: t.Object({ records: t.Array(recordShape) }),
  map: ({ records }, call) => ({ records: records.map((raw) => toRecord(raw, call)) }),
});

/** Where it was asked for, cells stand under the ids of their fields, which renaming leaves alone. */
export const byFieldId = t.Optional(
  t.Boolean({ default: false, description: "Whether the keys of `fields` are field ids instead of field names." }),
);

const position = { base: baseId, table: tableIdOrName };
const listFields = {
  fields: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 255 }), {
      minItems: 1,
      maxItems: 100,
      description: "Only these fields, by name or id.",
    }),
  ),
  view: t.Optional(
    t.String({ minLength: 1, maxLength: 255, description: "Only the records of this view, in its order; id or name." }),
  ),
  order_by: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 255,
      previousNames: ["sort_by"],
      description: "Field to sort by, by name or id.",
    }),
  ),
  order: t.Optional({
    ...oneOf(["asc", "desc"], "Sort direction; needs order_by. The default is asc."),
    previousNames: ["direction"],
  }),
  with_comment_count: t.Optional(t.Boolean({ description: "Whether to count each record's comments." })),
  by_field_id: byFieldId,
};
interface ListQuery {
  fields?: string[];
  view?: string;
  order_by?: string;
  order?: "asc" | "desc";
  with_comment_count?: boolean;
  by_field_id?: boolean;
}

/** The list as a POST, since URLs end at 16,000 characters, which a formula may reach. */
function listRequest(params: { base: string; table: string }, query: ListQuery, filterByFormula: string | undefined) {
  if (query.order !== undefined && query.order_by === undefined)
    throw new InvalidInput('"order" needs the field to sort by, in "order_by".');
  const sort = query.order_by === undefined ? undefined : [{ field: query.order_by, direction: query.order ?? "asc" }];
  return {
    method: "POST",
    safe: true,
    path: path`/${params.base}/${params.table}/listRecords`,
    json: {
      filterByFormula,
      fields: query.fields,
      view: query.view,
      sort,
      ...(query.with_comment_count && { recordMetadata: ["commentCount"] }),
      ...(query.by_field_id && { returnFieldsByFieldId: true }),
    },
  } as const;
}
const listPages = pages.cursor({ size: "pageSize", param: "offset", read: "offset", max: 100, in: "json" });

export const recordEndpoints = {
  list_records: endpoint({
    method: "GET",
    path: "/bases/{base}/tables/{table}/records",
    permission: "records.read",
    description: "List the records (rows) of an Airtable table or view, optionally filtered by a formula.",
    keywords: ["rows", "entries", "filter", "query table", "spreadsheet"],
    params: position,
    query: t.Object({
      formula: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 10_000,
          description:
            "Airtable formula that is true for the records to return, such as AND({Status} = 'Open', {Price} > 5).",
        }),
      ),
      ...listFields,
    }),
    upstream: ({ params, query }) => listRequest(params, query, query.formula),
    returns: many("records", record, { at: "records", pagination: listPages }),
  }),
  search_records: endpoint({
    method: "GET",
    path: "/bases/{base}/tables/{table}/search",
    permission: "records.read",
    description: "Search an Airtable table for records with a text in a field, or changed since a time.",
    keywords: ["find row", "look up", "recently changed"],
    params: position,
    query: t.Object({
      field: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 255,
          pattern: FIELD_NAME,
          description: "Name of the field to search, not its id.",
        }),
      ),
      contains: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 1_000,
          description: "Text that the field contains, in upper or lower case.",
        }),
      ),
      equals: t.Optional(t.String({ maxLength: 1_000, description: "The field's exact value, as text." })),
      updated_since: t.Optional(
        t.String({
          format: "date-time",
          previousNames: ["changed_since"],
          description: "Only records with any field changed after this time, such as 2026-01-31T09:00:00Z.",
        }),
      ),
      ...listFields,
    }),
    upstream: ({ params, query }) => listRequest(params, query, formulaOf(query)),
    returns: many("records", record, { at: "records", pagination: listPages }),
  }),
  get_record: endpoint({
    method: "GET",
    path: "/bases/{base}/tables/{table}/records/{record}",
    permission: "records.read",
    description: "Get one Airtable record with all its fields.",
    keywords: ["row", "entry", "details"],
    params: { ...position, record: recordId },
    query: t.Object({ by_field_id: byFieldId }),
    upstream: ({ params, query }) => ({
      path: path`/${params.base}/${params.table}/${params.record}`,
      query: { returnFieldsByFieldId: query.by_field_id || undefined },
    }),
    returns: one(record),
  }),
};
