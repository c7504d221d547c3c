// What several services share: ids, paging, and the fields that may be missing or null.
import { at, type Page, pages, type TSchema, t, type UpstreamRequest } from "gateway/plugin";

/** developers.notion.com/reference/intro#pagination; lists that are asked for by POST page in the body. */
const paging = { size: "page_size", param: "start_cursor", read: "next_cursor", max: 100 };
export const inQuery = pages.cursor(paging);
export const inBody = pages.cursor({ ...paging, in: "json" });
/** A request for a page of a list, for a `run`. */
export const pageOf = (request: UpstreamRequest, page: Page) =>
  (request.json === undefined ? inQuery : inBody).apply(request, page);

export const UUID = "^[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$";
/** A UUID, with or without dashes. */
export const notionId = (description: string) => t.String({ pattern: UUID, description });

/** What is said of the schema is said of the whole, where readers look for it. */
export function nullable<S extends TSchema>(schema: S) {
  return t.Union([schema, t.Null()], schema.description ? { description: schema.description } : {});
}
/** A field that an answer may leave out or give as null. */
export function maybe<S extends TSchema>(schema: S) {
  return t.Optional(nullable(schema));
}
export const maybeText = maybe(t.String());
export const maybeFlag = maybe(t.Boolean());
export function oneOf<const V extends string>(values: readonly V[], description: string) {
  return t.Union(
    values.map((value) => t.Literal(value)),
    { description },
  );
}
/** An object of Notion's own making. */
export const asNotion = (description: string) =>
  t.Unsafe<Record<string, unknown>>(t.Object({}, { additionalProperties: true, description }));

/** What a page, database or block stands in. */
export const parentShape = nullable(
  t.Object({
    type: t.String({ description: "page_id, data_source_id, database_id, block_id or workspace." }),
    id: nullable(t.String()),
    database_id: nullable(t.String()),
  }),
);
export function toParent(parent: unknown) {
  const type = at(parent, "type");
  if (typeof type !== "string") return null;
  return { type, id: textAt(parent, type), database_id: textAt(parent, "database_id") };
}

export function textAt(json: unknown, dotted: string): string | null {
  const value = at(json, dotted);
  return typeof value === "string" ? value : null;
}

/** An emoji, or a picture's address. */
export function toIcon(icon: unknown): string | null {
  return textAt(icon, "emoji") ?? textAt(icon, "custom_emoji.url") ?? toFileUrl(icon);
}
export function toFileUrl(file: unknown): string | null {
  return textAt(file, "external.url") ?? textAt(file, "file.url");
}

/** An emoji, or a picture's address, as Notion takes it. */
export function fromIcon(icon: string | null | undefined): unknown {
  if (icon === undefined || icon === null) return icon;
  return /^https?:/i.test(icon) ? { type: "external", external: { url: icon } } : { type: "emoji", emoji: icon };
}
export function fromCover(url: string | null | undefined): unknown {
  return url === undefined || url === null ? url : { type: "external", external: { url } };
}
