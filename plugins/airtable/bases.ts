// Bases, and the tables and fields in them: airtable.com/developers/web/api/list-bases, get-base-schema and the model's types.
import {
  endpoint,
  field,
  many,
  maybe,
  maybeText,
  nullable,
  one,
  type Pagination,
  pages,
  path,
  Refusal,
  record,
  type Static,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { baseId, fieldId, tableId, tableIdOrName } from "./fields.ts";
import { newField, requestForField } from "./new-field.ts";

const base = record({
  id: field.id(),
  name: field.text(),
  permission_level: field.nullableText({
    from: "permissionLevel",
    description: "The user's permission level in the base: none, read, comment, edit or create.",
  }),
});

/** Airtable's pages have up to a thousand bases, and no other size can be asked for. */
const basePages: Pagination = {
  max: 1_000,
  apply: (req, { position }) => ({ ...req, query: { ...req.query, offset: position ?? undefined } }),
  next: ({ json }) => textAt(json, "offset") || null,
};

/** The types that Airtable computes: airtable.com/developers/web/api/field-model. */
const COMPUTED: ReadonlySet<string> = new Set([
  ...["formula", "rollup", "count", "multipleLookupValues", "lookup", "autoNumber", "button", "aiText"],
  ...["createdTime", "lastModifiedTime", "createdBy", "lastModifiedBy", "externalSyncSource"],
]);

const choiceRaw = t.Object({ id: maybeText, name: t.String() });
const rawField = t.Object({
  id: t.String(),
  name: t.String(),
  type: t.String(),
  description: maybeText,
  options: maybe(t.Object({ choices: maybe(t.Array(choiceRaw)), linkedTableId: maybeText })),
});
const fieldShape = t.Object({
  id: t.String(),
  name: t.String(),
  type: t.String({
    description: "Airtable's field type, such as singleLineText, number, singleSelect or multipleRecordLinks.",
  }),
  description: shapes.nullableText(),
  is_computed: t.Boolean({ description: "Whether Airtable computes the value, so that it cannot be written." }),
  choices: t.Array(t.String(), { description: "Names of the options of a select." }),
  linked_table_id: nullable(t.String({ description: "The table that a multipleRecordLinks field links to." })),
});
const toField = (raw: Static<typeof rawField>) => ({
  id: raw.id,
  name: raw.name,
  type: raw.type,
  description: raw.description || null,
  is_computed: COMPUTED.has(raw.type),
  choices: (raw.options?.choices ?? []).map(({ name }) => name),
  linked_table_id: raw.options?.linkedTableId ?? null,
});
const tableField = { raw: rawField, shape: fieldShape, map: toField };

const view = record({
  id: field.id(),
  name: field.text(),
  type: field.text({ description: "Airtable's view type, such as grid, form or kanban." }),
});
const briefField = record({ id: field.id(), name: field.text(), type: field.text() });
const common = {
  id: field.id(),
  name: field.text(),
  description: field.nullableText(),
  primary_field_id: field.nullableText({ from: "primaryFieldId" }),
};
const briefTable = record({
  ...common,
  fields: field.many(briefField, {
    description: "Names, ids and types of the fields; airtable_get_table also returns their options.",
  }),
});
const table = record({ ...common, fields: field.many(tableField), views: field.many(view) });

const changes = (what: string) =>
  t.Object(
    {
      name: t.Optional(t.String({ minLength: 1, maxLength: 255, description: `The ${what}'s new name.` })),
      description: t.Optional(t.String({ maxLength: 20_000, description: "The new description." })),
    },
    { minProperties: 1 },
  );

export const baseEndpoints = {
  list_bases: endpoint({
    method: "GET",
    path: "/bases",
    permission: "bases.read",
    description: "List the Airtable bases that are shared with this integration.",
    keywords: ["databases", "spreadsheets", "workspaces"],
    upstream: () => ({ path: path`/meta/bases` }),
    returns: many("bases", base, { at: "bases", pagination: basePages }),
  }),
  list_tables: endpoint({
    method: "GET",
    path: "/bases/{base}/tables",
    permission: "bases.read",
    description: "List the tables of an Airtable base with the names, ids and types of their fields.",
    keywords: ["schema", "columns", "sheets", "structure"],
    params: { base: baseId },
    upstream: ({ params }) => ({ path: path`/meta/bases/${params.base}/tables` }),
    returns: many("tables", briefTable, { at: "tables", pagination: pages.whole() }),
  }),
  get_table: endpoint({
    method: "GET",
    path: "/bases/{base}/tables/{table}",
    permission: "bases.read",
    description: "Get one Airtable table: its fields with types, options of selects and links, and its views.",
    keywords: ["schema", "columns", "views", "dropdown options"],
    params: { base: baseId, table: tableIdOrName },
    run: async ({ params }, upstream) => {
      // Airtable has no request for one table.
      const response = await upstream.request({ path: path`/meta/bases/${params.base}/tables` });
      const tables = valueAt(response.json, "tables");
      const list: unknown[] = Array.isArray(tables) ? tables : [];
      const byId = list.find((one) => textAt(one, "id") === params.table);
      const found = byId ?? list.find((one) => textAt(one, "name") === params.table);
      if (found === undefined) throw new Refusal("not_found", "The base has no table with this id or name.");
      return { ...response, json: found };
    },
    returns: one(table),
  }),
  create_table: endpoint({
    method: "POST",
    path: "/bases/{base}/tables",
    permission: "bases.write",
    reaches: false,
    description: "Create a table with its fields in an Airtable base. The first field is the primary one.",
    keywords: ["new table", "add sheet"],
    params: { base: baseId },
    body: t.Object({
      name: t.String({
        minLength: 1,
        maxLength: 255,
        description: "Name of the table; no other table of the base may have it.",
      }),
      description: t.Optional(t.String({ maxLength: 20_000, description: "What the table is for." })),
      fields: t.Array(t.Object(newField, { additionalProperties: false }), {
        minItems: 1,
        maxItems: 500,
        description: "Fields of the table. The first one names each record, so its type is text or number.",
      }),
    }),
    upstream: ({ params, body: { fields, ...rest } }) => ({
      path: path`/meta/bases/${params.base}/tables`,
      json: { ...rest, fields: fields.map(requestForField) },
    }),
    returns: one(table),
  }),
  update_table: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/bases/{base}/tables/{table}",
    permission: "bases.write",
    reaches: false,
    description: "Rename an Airtable table, or change its description.",
    keywords: ["edit table", "rename sheet"],
    params: { base: baseId, table: tableId },
    body: changes("table"),
    upstream: ({ params, body }) => ({ path: path`/meta/bases/${params.base}/tables/${params.table}`, json: body }),
    returns: one(table),
  }),
  create_field: endpoint({
    method: "POST",
    path: "/bases/{base}/tables/{table}/fields",
    permission: "bases.write",
    reaches: false,
    description: "Add a field (column) to an Airtable table.",
    keywords: ["new column", "add column", "add dropdown"],
    params: { base: baseId, table: tableId },
    body: t.Object(newField),
    upstream: ({ params, body }) => ({
      path: path`/meta/bases/${params.base}/tables/${params.table}/fields`,
      json: requestForField(body),
    }),
    returns: one(tableField),
  }),
  update_field: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/bases/{base}/tables/{table}/fields/{field}",
    permission: "bases.write",
    reaches: false,
    description: "Rename a field (column) of an Airtable table, or change its description.",
    keywords: ["rename column", "edit column"],
    params: { base: baseId, table: tableId, field: fieldId },
    body: changes("field"),
    upstream: ({ params, body }) => ({
      path: path`/meta/bases/${params.base}/tables/${params.table}/fields/${params.field}`,
      json: body,
    }),
    returns: one(tableField),
  }),
};
