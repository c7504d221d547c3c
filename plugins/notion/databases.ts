// Endpoints of Notion's databases and data sources, with queries for rows.
import {
  endpoint,
  field,
  InvalidInput,
  many,
  maybeText,
  nullable,
  one,
  oneOf,
  path,
  record,
  type Static,
  t,
  textAt,
  type Upstream,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { resolveDataSource } from "./data-source.ts";
import { appearance, asNotion, notionId } from "./fields.ts";
import { coverUrl, fromCover, fromIcon, icon } from "./icon.ts";
import { row } from "./page.ts";
import { inBody, pageOf } from "./paging.ts";
import { parent } from "./parent.ts";
import { propertiesField, toPropertySchema } from "./property-schema.ts";
import { plainRichText, plainText } from "./spans.ts";

const plain = field.of({ raw: t.Optional(t.Unknown()), shape: t.String(), map: (text) => plainText(text) });
/** What a database and a data source have in common. */
const containerFields = {
  id: field.text(),
  title: plain,
  description: plain,
  url: field.nullableText({ description: "URL to open in a browser." }),
  icon,
  parent,
  created_at: field.nullableTime({ from: "created_time" }),
  updated_at: field.nullableTime({ from: "last_edited_time" }),
  in_trash: field.flag(),
};

const textOrEmpty = field.of({ raw: maybeText, shape: t.String(), map: (text) => text ?? "" });
const database = record({
  ...containerFields,
  is_inline: field.flag({ description: "Whether it shows within its page." }),
  cover_url: coverUrl("A picture's address."),
  data_sources: field.many(record({ id: textOrEmpty, name: textOrEmpty }), {
    description: "The tables within; notion_get_data_source gives their properties. Empty if Notion leaves them out.",
  }),
});

/** Names of the options of a select, multi-select or status. */
function optionsOf(property: unknown): string[] | null {
  const options = valueAt(property, `${textAt(property, "type")}.options`);
  return Array.isArray(options) ? options.map((option) => textAt(option, "name") ?? "") : null;
}

const propertyShape = t.Object({
  id: nullable(t.String()),
  name: t.String(),
  type: t.String({ description: "title, rich_text, number, select, date, people, relation and so on." }),
  options: nullable(t.Array(t.String(), { description: "Options of a select, multi_select or status." })),
});
const dataSource = record({
  ...containerFields,
  properties: field.of({
    raw: t.Record(t.String(), t.Unknown()),
    shape: t.Array(propertyShape),
    map: (properties) =>
      Object.entries(properties).map(([name, property]) => ({
        id: textAt(property, "id"),
        name,
        type: textAt(property, "type") ?? "",
        options: optionsOf(property),
      })),
  }),
});

const newDatabase = t.Object({
  parent: t.Object(
    {
      page_id: t.Optional(notionId("Id of the page to create it on.")),
      workspace: t.Optional(
        t.Literal(true, { description: "true creates it at the top level of the connected person's private pages." }),
      ),
    },
    { description: "Where the database goes: exactly one of the two." },
  ),
  title: t.String({ minLength: 1, maxLength: 2_000, description: "The database's title, also its table's." }),
  description: t.Optional(t.String({ maxLength: 2_000, description: "Text below the title." })),
  properties: propertiesField,
  is_inline: t.Optional(
    t.Boolean({ description: "Whether to show the database within its page; by default it is a page of its own." }),
  ),
  ...appearance,
});

function parentOf({ page_id, workspace }: Static<typeof newDatabase>["parent"]) {
  if ((page_id === undefined) === (workspace === undefined))
    throw new InvalidInput("parent needs exactly one of page_id and workspace.");
  return page_id === undefined ? { type: "workspace", workspace: true } : { type: "page_id", page_id };
}

async function createDatabase(upstream: Upstream, body: Static<typeof newDatabase>): Promise<UpstreamResponse> {
  const common = {
    parent: parentOf(body.parent),
    title: plainRichText(body.title),
    description: body.description === undefined ? undefined : plainRichText(body.description),
    icon: fromIcon(body.icon),
  };
  const json = {
    ...common,
    cover: fromCover(body.cover_url),
    is_inline: body.is_inline,
    initial_data_source: { properties: toPropertySchema(body.properties) },
  };
  const created = await upstream.request({ method: "POST", path: path`/databases`, json });
  // Notion answers with the id alone where it may not read: what was sent stands for the rest.
  return { ...created, json: { ...common, ...(created.json as object) } };
}

const sort = t.Object({
  property: t.Optional(t.String({ description: "Name or id of the property to sort by." })),
  timestamp: t.Optional(oneOf(["created_time", "last_edited_time"], "Sort by this time instead of a property.")),
  direction: t.Optional(oneOf(["ascending", "descending"], "The default is ascending.")),
});

export const databaseEndpoints = {
  create_database: endpoint({
    method: "POST",
    path: "/databases",
    permission: "databases.write",
    reaches: false,
    description:
      "Create a Notion database (table) on a page, with properties of the given types. Rows: notion_create_page.",
    keywords: ["new table", "add table", "board", "tracker", "make a list", "set up"],
    body: newDatabase,
    readAs: { properties: { absent: "The columns are of the data source, from notion_get_data_source." } },
    run: ({ body }, upstream) => createDatabase(upstream, body),
    returns: one(database),
  }),
  get_database: endpoint({
    method: "GET",
    path: "/databases/{id}",
    permission: "databases.read",
    description: "Get a Notion database: its title, where it is, and the data sources (tables) within it.",
    keywords: ["table", "tables", "board", "schema"],
    params: { id: notionId("Id of the database, which is in its URL.") },
    upstream: "/databases/{id}",
    returns: one(database),
  }),
  get_data_source: endpoint({
    method: "GET",
    path: "/data-sources/{id}",
    permission: "databases.read",
    description: "Get a data source (table) of a Notion database: its properties (columns), their types and options.",
    keywords: ["schema", "columns", "fields", "table", "select options"],
    params: { id: notionId("Data source id, from notion_get_database or notion_search_workspace.") },
    upstream: "/data_sources/{id}",
    returns: one(dataSource),
  }),
  query_database: endpoint({
    method: "POST",
    effect: "reads",
    path: "/databases/{id}/query",
    permission: "databases.read",
    description: "Query a Notion database: list its rows (pages) with their properties, filtered and sorted.",
    keywords: ["rows", "records", "entries", "table", "filter", "tasks", "find"],
    params: { id: notionId("Database id, or the id of one of its data sources.") },
    body: t.Object({
      data_source_id: t.Optional(
        notionId("Id of the data source to query, if the database has several; notion_get_database lists them."),
      ),
      filter: t.Optional(
        asNotion(
          'A filter in the syntax of Notion: { "property": "Status", "status": { "equals": "Done" } }, ' +
            'or { "and": [...] } and { "or": [...] } of filters, two levels deep.',
        ),
      ),
      order: t.Optional(
        t.Array(sort, {
          maxItems: 100,
          previousNames: ["sorts"],
          description: "What to sort by, in order of precedence.",
        }),
      ),
      in_trash: t.Optional(t.Boolean({ description: "true: only rows in the trash." })),
    }),
    run: async ({ params, body, page }, upstream) => {
      const source = await resolveDataSource(upstream, params.id, body.data_source_id);
      const sorts = body.order?.map((one) => ({ ...one, direction: one.direction ?? "ascending" }));
      const json = { filter: body.filter, sorts, in_trash: body.in_trash };
      const queryPath = path`/data_sources/${source}/query`;
      return upstream.request(pageOf({ method: "POST", path: queryPath, json, safe: true }, page));
    },
    returns: many("pages", row, { at: "results", pagination: inBody }),
  }),
};
