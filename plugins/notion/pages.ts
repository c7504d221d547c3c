// Endpoints of Notion's pages: read with content, create, change, move and archive.
import {
  checked,
  deleted,
  endpoint,
  field,
  InvalidInput,
  many,
  nullable,
  one,
  oneOf,
  path,
  record,
  resource,
  type Static,
  t,
  type Upstream,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { blockShape, flattenTree } from "./block.ts";
import { resolveDataSource } from "./data-source.ts";
import { appearance, asNotion, notionId } from "./fields.ts";
import { fromCover, fromIcon } from "./icon.ts";
import { appliedChanges } from "./list-changes.ts";
import { page, pageFields } from "./page.ts";
import { decodeSegment, inQuery, pageOf } from "./paging.ts";
import { plainRichText } from "./spans.ts";
import { type Block, toBlocks } from "./to-blocks.ts";
import { toMarkdown } from "./to-markdown.ts";
import { appendTree, assertWritable, batchesOf, readTree } from "./tree.ts";
import { plainValue, toProperties } from "./values.ts";
import { type Properties, wholeProperties } from "./whole-values.ts";

const id = notionId("Id of the page, from notion_search_workspace; a page's URL ends with it.");
/** May contain any character but a slash; Notion percent-encodes it. */
const propertyId = t.String({
  pattern: "^[\\x21-\\x2e\\x30-\\x7e]{1,200}$",
  description: "Id of the property, from notion_get_page.",
});
const contentShape = t.Object({
  markdown: t.String({ description: "The complete page as Markdown." }),
  blocks: nullable(t.Array(blockShape, { description: "Every block in reading order; null unless format=blocks." })),
  is_truncated: t.Boolean({ description: "Whether content was left out; notion_list_blocks returns the rest." }),
});
const pageWithContent = record({
  ...pageFields,
  content: field.of({ raw: nullable(contentShape), shape: nullable(contentShape), map: (content) => content }),
});
const createdPage = record({
  ...pageFields,
  is_complete: field.flag({
    description: "false if Notion failed after the page was created: part of the content is missing.",
  }),
});
const propertyValue = resource({
  raw: t.Object({ type: t.String() }, { additionalProperties: true }),
  shape: t.Object({
    type: t.String(),
    value: t.Unknown({ description: "The value: text, a number, a boolean, or a list." }),
  }),
  map: (raw) => ({ type: raw.type, value: plainValue(raw) }),
});

const title = t.Optional(t.String({ maxLength: 2_000, description: "The page's title, as plain text." }));
const properties = t.Optional(
  asNotion(
    "Values by property name or id, of a page in a database: text, number, true or false, a date, a list of names or ids; " +
      "null empties one. notion_get_data_source lists the properties. Notion's own JSON is accepted too.",
  ),
);
const changedProperties = t.Optional(
  asNotion(
    "Values by property name or id: text, number, true or false, a date, a list of names or ids; null empties one. A list replaces " +
      "the one before; for a relation or people, { add: [ids], remove: [ids] } changes it. Notion's own JSON is accepted too.",
  ),
);
const parent = t.Object(
  {
    page_id: t.Optional(notionId("Id of the page to create it below.")),
    database_id: t.Optional(notionId("Id of the database to create it in, as a row.")),
    data_source_id: t.Optional(notionId("Id of the data source to create it in, if the database has several.")),
  },
  { description: "Where the page goes: exactly one of the three." },
);

/** The parent in Notion's form; a database becomes its only data source. */
async function parentOf(upstream: Upstream, input: Static<typeof parent>) {
  if (Object.values(input).filter((value) => value !== undefined).length !== 1)
    throw new InvalidInput("parent needs exactly one of page_id, database_id and data_source_id.");
  if (input.page_id !== undefined) return { type: "page_id" as const, page_id: input.page_id };
  const source = input.data_source_id ?? (await resolveDataSource(upstream, input.database_id ?? ""));
  return { type: "data_source_id" as const, data_source_id: source };
}

function withTitle(values: Record<string, unknown>, text: string | undefined): Record<string, unknown> {
  // The id of every page's title property is "title", whatever its name.
  return text === undefined ? values : { ...values, title: { title: plainRichText(text) } };
}

async function createPage(
  upstream: Upstream,
  body: { parent: Static<typeof parent>; title?: string; properties?: Record<string, unknown>; content?: string } & {
    icon?: string | null;
    cover_url?: string | null;
  },
): Promise<UpstreamResponse> {
  const blocks: Block[] = toBlocks(body.content ?? "");
  assertWritable(blocks);
  const target = await parentOf(upstream, body.parent);
  let values: Record<string, unknown> = {};
  if (body.properties !== undefined && target.type === "page_id")
    throw new InvalidInput("Only pages in a database have properties; a page below a page has only its title.");
  if (body.properties !== undefined && target.type === "data_source_id") {
    const source = await upstream.request({ path: path`/data_sources/${target.data_source_id}` });
    values = toProperties(body.properties, valueAt(source.json, "properties"));
  }
  const first = batchesOf(blocks)[0];
  // Only an append returns the ids of new blocks, which blocks with further children need.
  const nested = first !== undefined && first.later.length === 0 ? first.blocks : [];
  const created = await upstream.request({
    method: "POST",
    path: path`/pages`,
    json: {
      parent: target,
      properties: withTitle(values, body.title),
      icon: fromIcon(body.icon),
      cover: fromCover(body.cover_url),
      ...(nested.length > 0 && { children: nested }),
    },
  });
  const rest = blocks.slice(nested.length);
  const { id: pageId } = checked(t.Object({ id: t.String({ minLength: 1 }) }), created.json);
  const done = await appendTree(upstream, pageId, rest, { hasStarted: true });
  return { ...created, json: { ...(created.json as object), is_complete: done.isComplete } };
}

/** The page with the values that Notion cuts. */
async function readWhole(upstream: Upstream, pageId: string): Promise<UpstreamResponse> {
  const found = await upstream.request({ path: path`/pages/${pageId}` });
  const properties = valueAt(found.json, "properties");
  if (typeof properties !== "object" || properties === null) return found;
  const whole = await wholeProperties(upstream, pageId, properties as Properties);
  return { ...found, json: { ...(found.json as object), properties: whole } };
}

export const pageEndpoints = {
  get_page: endpoint({
    method: "GET",
    path: "/pages/{id}",
    permission: "pages.read",
    description:
      "Read a Notion page: its title, properties and complete content as Markdown, with its blocks if requested.",
    keywords: ["note", "document", "doc", "wiki", "open", "content", "text", "row"],
    params: { id },
    query: t.Object({
      format: t.Optional(
        oneOf(
          ["markdown", "blocks", "none"],
          "markdown, the default; blocks: Notion's own JSON as well; none: only title and properties.",
        ),
      ),
    }),
    run: async ({ params, query }, upstream) => {
      const found = await readWhole(upstream, params.id);
      if (query.format === "none") return { ...found, json: { ...(found.json as object), content: null } };
      const { blocks, isTruncated } = await readTree(upstream, params.id);
      const content = {
        markdown: toMarkdown(blocks),
        blocks: query.format === "blocks" ? flattenTree(blocks) : null,
        is_truncated: isTruncated,
      };
      return { ...found, json: { ...(found.json as object), content } };
    },
    returns: one(pageWithContent),
  }),
  create_page: endpoint({
    method: "POST",
    path: "/pages",
    permission: "pages.write",
    reaches: true,
    description: "Create a Notion page below another page or as a row of a database, with its content as Markdown.",
    keywords: ["new note", "subpage", "add document", "write", "row", "entry", "record", "task"],
    body: t.Object({
      parent,
      title,
      properties,
      content: t.Optional(t.String({ description: "The page's content as Markdown; up to 32,767 characters." })),
      ...appearance,
    }),
    run: ({ body }, upstream) => createPage(upstream, body),
    returns: one(createdPage),
  }),
  update_page: endpoint({
    method: "PATCH",
    effect: "destroys",
    idempotent: true,
    path: "/pages/{id}",
    permission: "pages.write",
    reaches: { when: ["properties"] },
    description:
      "Change a Notion page's title, properties, icon or cover, lock it, or take it out of the trash. " +
      "Its content is changed by notion_append_blocks and notion_update_block.",
    keywords: ["edit", "rename", "set status", "restore", "lock", "row", "task"],
    params: { id },
    body: t.Object(
      {
        title,
        properties: changedProperties,
        ...appearance,
        is_locked: t.Optional(
          t.Boolean({ description: "true locks the page against edits in Notion, false unlocks it." }),
        ),
        in_trash: t.Optional(t.Boolean({ description: "true archives the page, false restores it." })),
      },
      { minProperties: 1 },
    ),
    run: async ({ params, body }, upstream) => {
      let values: Record<string, unknown> = {};
      if (body.properties !== undefined) {
        const found = await upstream.request({ path: path`/pages/${params.id}` });
        const known = valueAt(found.json, "properties");
        const wanted = await appliedChanges(upstream, params.id, body.properties, known);
        values = toProperties(wanted, known);
      }
      const all = withTitle(values, body.title);
      const { is_locked, in_trash } = body;
      return upstream.request({
        method: "PATCH",
        path: path`/pages/${params.id}`,
        json: {
          ...(Object.keys(all).length > 0 && { properties: all }),
          icon: fromIcon(body.icon),
          cover: fromCover(body.cover_url),
          is_locked,
          in_trash,
        },
      });
    },
    returns: one(page),
  }),
  archive_page: endpoint({
    method: "DELETE",
    path: "/pages/{id}",
    permission: "pages.write",
    reaches: false,
    description: "Archive a Notion page: move it to the trash, together with all pages below it.",
    keywords: ["delete", "remove", "trash", "bin"],
    params: { id },
    upstream: ({ params }) => ({ method: "PATCH", path: path`/pages/${params.id}`, json: { in_trash: true } }),
    returns: deleted(),
  }),
  move_page: endpoint({
    method: "POST",
    idempotent: true,
    reaches: true,
    path: "/pages/{id}/move",
    permission: "pages.write",
    description: "Move a Notion page below another page or into a database.",
    keywords: ["relocate", "reorganize", "put under"],
    params: { id },
    body: t.Object({ parent }),
    run: async ({ params, body }, upstream) =>
      upstream.request({
        method: "POST",
        path: path`/pages/${params.id}/move`,
        json: { parent: await parentOf(upstream, body.parent) },
      }),
    returns: one(page),
  }),
  get_page_property: endpoint({
    method: "GET",
    path: "/pages/{id}/properties/{property_id}",
    permission: "pages.read",
    description:
      "Read one property of a Notion page in full: pages cut lists of relations, people and long texts to 25 entries.",
    keywords: ["field", "column", "relation", "rollup", "value"],
    params: { id, property_id: propertyId },
    run: async ({ params, page: listPage }, upstream) => {
      // A page's property ids are percent-encoded already.
      const property = decodeSegment(params.property_id);
      const request = { path: path`/pages/${params.id}/properties/${property}` };
      const response = await upstream.request(pageOf(request, listPage));
      return { ...response, json: { ...(response.json as object), results: itemsOf(response.json) } };
    },
    returns: many("values", propertyValue, { at: "results", pagination: inQuery }),
  }),
};

/** The items of a property; one that Notion does not page is its only item. */
function itemsOf(json: unknown): unknown[] {
  const results = valueAt(json, "results");
  return Array.isArray(results) ? results : [json];
}
