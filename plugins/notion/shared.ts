// What several services share: ids, paging, parents and icons.
import { nullable, type Page, pages, t, textAt, type UpstreamRequest, valueAt } from "gateway/plugin";

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
  const type = valueAt(parent, "type");
  if (typeof type !== "string") return null;
  return { type, id: textAt(parent, type), database_id: textAt(parent, "database_id") };
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
