// The endpoint that searches titles of shared pages and databases.
import { endpoint, field, many, oneOf, path, record, shapes, t, valueAt } from "gateway/plugin";
import { icon } from "./icon.ts";
import { inBody } from "./paging.ts";
import { parent } from "./parent.ts";
import { plainText } from "./spans.ts";
import { titleOf } from "./values.ts";

const searchResult = record({
  id: field.text(),
  type: field.text({ from: "object", description: "page, or data_source for a table of a database." }),
  title: field.derived({
    reads: t.Object({ object: t.String(), properties: t.Optional(t.Unknown()), title: t.Optional(t.Unknown()) }),
    shape: shapes.nullableText(),
    map: ({ object, properties, title }) => (object === "page" ? titleOf(properties) : plainText(title) || null),
  }),
  url: field.nullableText({ description: "URL to open in a browser." }),
  icon,
  parent,
  created_at: field.nullableTime({ from: "created_time" }),
  updated_at: field.nullableTime({ from: "last_edited_time" }),
  created_by_id: field.nullableText({ from: "created_by.id" }),
  updated_by_id: field.nullableText({ from: "last_edited_by.id" }),
  in_trash: field.flag(),
});

export const searchEndpoints = {
  search_workspace: endpoint({
    method: "POST",
    effect: "reads",
    path: "/search",
    permission: "search.read",
    description:
      "Search the Notion workspace for pages and databases by their title. Without q it lists everything that is shared.",
    keywords: ["find", "look up", "list pages", "notes", "docs", "wiki"],
    query: t.Object({ q: t.Optional(t.String({ maxLength: 1_000, description: "Words in the title." })) }),
    body: t.Object({
      type: t.Optional(
        oneOf(["page", "database", "data_source"], "Only pages, or only databases; the default is both."),
      ),
      order: t.Optional({
        ...oneOf(
          ["relevance", "last_edited_ascending", "last_edited_descending"],
          "relevance: best matches first (the default); otherwise by the last change.",
        ),
        previousNames: ["sort"],
      }),
    }),
    upstream: ({ query, body }) => ({
      path: path`/search`,
      json: {
        query: query.q,
        filter: body.type && { property: "object", value: body.type === "page" ? "page" : "data_source" },
        sort: sortOf(body.order),
      },
      safe: true,
    }),
    returns: many("results", searchResult, { at: "results", pagination: inBody }),
  }),
};

function sortOf(order: string | undefined) {
  const direction = valueAt(
    { last_edited_ascending: "ascending", last_edited_descending: "descending" },
    order ?? "none",
  );
  return direction === undefined ? undefined : { timestamp: "last_edited_time", direction };
}
