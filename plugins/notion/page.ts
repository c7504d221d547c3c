// A Notion page, also as the row of a data source.
import {
  asTime,
  maybe,
  maybeFlag,
  maybeText,
  nullable,
  resource,
  type Static,
  shapes,
  t,
  textAt,
} from "gateway/plugin";
import { asNotion } from "./fields.ts";
import { toFileUrl, toIcon } from "./icon.ts";
import { parentShape, toParent } from "./parent.ts";
import { plainValue, titleOf } from "./values.ts";
import { isCut } from "./whole-values.ts";

export const pageRaw = {
  id: t.String(),
  url: maybeText,
  public_url: maybeText,
  parent: t.Optional(t.Unknown()),
  properties: maybe(t.Record(t.String(), t.Unknown())),
  icon: t.Optional(t.Unknown()),
  cover: t.Optional(t.Unknown()),
  created_time: maybeText,
  last_edited_time: maybeText,
  created_by: t.Optional(t.Unknown()),
  last_edited_by: t.Optional(t.Unknown()),
  in_trash: maybeFlag,
  archived: maybeFlag,
  is_locked: maybeFlag,
};
const rawPage = t.Object(pageRaw);

export const pageShape = {
  id: t.String(),
  title: nullable(t.String({ description: "The text of the property that is the page's title." })),
  url: nullable(t.String({ description: "URL to open in a browser." })),
  public_url: nullable(t.String({ description: "Public URL of a published page; null otherwise." })),
  parent: parentShape,
  icon: nullable(t.String({ description: "An emoji, or the URL of a picture." })),
  cover_url: nullable(t.String()),
  properties: asNotion(
    "Properties by name: { id, type, value }. A value is text, a number, a boolean, or a list of them; a date is { start, end, time_zone }. " +
      "has_more is true where the value may be cut, at 25 entries: notion_get_page_property reads all of it.",
  ),
  created_at: shapes.nullableTime(),
  updated_at: shapes.nullableTime(),
  created_by_id: nullable(t.String()),
  updated_by_id: nullable(t.String()),
  in_trash: t.Boolean(),
  is_locked: t.Boolean(),
};

export function toPage(raw: Static<typeof rawPage>) {
  const properties = Object.entries(raw.properties ?? {}).map(([name, property]) => [
    name,
    {
      id: textAt(property, "id"),
      type: textAt(property, "type"),
      value: plainValue(property),
      ...(isCut(property) && { has_more: true }),
    },
  ]);
  return {
    id: raw.id,
    title: titleOf(raw.properties),
    url: raw.url ?? null,
    public_url: raw.public_url ?? null,
    parent: toParent(raw.parent),
    icon: toIcon(raw.icon),
    cover_url: toFileUrl(raw.cover),
    properties: Object.fromEntries(properties) as Record<string, unknown>,
    created_at: asTime(raw.created_time),
    updated_at: asTime(raw.last_edited_time),
    created_by_id: textAt(raw.created_by, "id"),
    updated_by_id: textAt(raw.last_edited_by, "id"),
    in_trash: raw.in_trash ?? raw.archived ?? false,
    is_locked: raw.is_locked ?? false,
  };
}

export const page = resource({ raw: rawPage, shape: t.Object(pageShape), map: toPage });

/** A row of a query; skips data sources, which a wiki can have as rows. */
export const row = resource({
  raw: t.Object({ ...pageRaw, object: maybeText }),
  shape: t.Object(pageShape),
  map: (raw) => (raw.object === "data_source" || raw.object === "database" ? null : toPage(raw)),
});
