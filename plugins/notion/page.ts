// A Notion page, also as the row of a data source.
import { field, maybe, maybeFlag, maybeText, record, resource, shapes, t, textAt } from "gateway/plugin";
import { asNotion } from "./fields.ts";
import { coverUrl, icon } from "./icon.ts";
import { parent } from "./parent.ts";
import { plainValue, titleOf } from "./values.ts";
import { isCut } from "./whole-values.ts";

/** The properties by name, each as its plain value. */
function toProperties(properties: Record<string, unknown> | null | undefined): Record<string, unknown> {
  const entries = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    {
      id: textAt(property, "id"),
      type: textAt(property, "type"),
      value: plainValue(property),
      ...(isCut(property) && { has_more: true }),
    },
  ]);
  return Object.fromEntries(entries);
}

const rawProperties = maybe(t.Record(t.String(), t.Unknown()));
export const pageFields = {
  id: field.text(),
  title: field.of({
    from: "properties",
    raw: rawProperties,
    shape: shapes.nullableText("The text of the property that is the page's title."),
    map: titleOf,
  }),
  url: field.nullableText({ description: "URL to open in a browser." }),
  public_url: field.nullableText({ description: "Public URL of a published page; null otherwise." }),
  parent,
  icon,
  cover_url: coverUrl(),
  properties: field.of({
    raw: rawProperties,
    shape: asNotion(
      "Properties by name: { id, type, value }. A value is text, a number, a boolean, or a list of them; a date is { start, end, time_zone }. " +
        "has_more is true where the value may be cut, at 25 entries: notion_get_page_property reads all of it.",
    ),
    map: toProperties,
  }),
  created_at: field.nullableTime({ from: "created_time" }),
  updated_at: field.nullableTime({ from: "last_edited_time" }),
  created_by_id: field.nullableText({ from: "created_by.id" }),
  updated_by_id: field.nullableText({ from: "last_edited_by.id" }),
  in_trash: field.derived({
    reads: t.Object({ in_trash: maybeFlag, archived: maybeFlag }),
    shape: t.Boolean(),
    map: ({ in_trash, archived }) => in_trash ?? archived ?? false,
  }),
  is_locked: field.flag(),
};
export const page = record(pageFields);

/** A row of a query; skips data sources, which a wiki can have as rows. */
export const row = resource({
  raw: t.Object({ ...page.raw.properties, object: maybeText }),
  shape: page.shape,
  map: (raw) => (raw.object === "data_source" || raw.object === "database" ? null : page.map(raw)),
});
