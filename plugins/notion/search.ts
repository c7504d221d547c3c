// The endpoint that searches titles of shared pages and databases.
import {
  asTime,
  endpoint,
  many,
  maybe,
  maybeFlag,
  maybeText,
  nullable,
  oneOf,
  path,
  resource,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { toIcon } from "./icon.ts";
import { inBody } from "./paging.ts";
import { parentShape, toParent } from "./parent.ts";
import { plainText } from "./spans.ts";
import { titleOf } from "./values.ts";

const searchResult = resource({
  raw: t.Object({
    object: t.String(),
    id: t.String(),
    title: t.Optional(t.Unknown()),
    properties: t.Optional(t.Unknown()),
    url: maybeText,
    icon: t.Optional(t.Unknown()),
    parent: t.Optional(t.Unknown()),
    created_time: maybeText,
    last_edited_time: maybeText,
    created_by: maybe(t.Object({ id: t.String() })),
    last_edited_by: maybe(t.Object({ id: t.String() })),
    in_trash: maybeFlag,
  }),
  shape: t.Object({
    id: t.String(),
    type: t.String({ description: "page, or data_source for a table of a database." }),
    title: nullable(t.String()),
    url: nullable(t.String({ description: "URL to open in a browser." })),
    icon: nullable(t.String({ description: "An emoji, or the URL of a picture." })),
    parent: parentShape,
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
    created_by_id: shapes.nullableText(),
    updated_by_id: shapes.nullableText(),
    in_trash: t.Boolean(),
  }),
  map: (raw) => ({
    id: raw.id,
    type: raw.object,
    title: raw.object === "page" ? titleOf(raw.properties) : plainText(raw.title) || null,
    url: raw.url ?? null,
    icon: toIcon(raw.icon),
    parent: toParent(raw.parent),
    created_at: asTime(raw.created_time),
    updated_at: asTime(raw.last_edited_time),
    created_by_id: raw.created_by?.id ?? null,
    updated_by_id: raw.last_edited_by?.id ?? null,
    in_trash: raw.in_trash ?? false,
  }),
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
