// Values that Notion cuts in a page, at 25 entries: which they are, and how they are read to the end
// (developers.notion.com/reference/retrieve-a-page-property).
import { holdsUnsafe, path, textAt, type Upstream, valueAt } from "gateway/plugin";
import { decodeSegment } from "./paging.ts";

/** Entries of a list that Notion gives within a page. */
const CUT_AT = 25;
const LISTS: readonly unknown[] = ["title", "rich_text", "people", "relation"];
/** Requests for the cut values of one page, each of up to 100 entries. */
const MAX_READS = 20;

type Property = Record<string, unknown>;
export type Properties = Record<string, unknown>;

/** Whether a value may have more than the page says. Only of relations Notion says so; of the others their length speaks. */
export function isCut(property: unknown): boolean {
  const said = valueAt(property, "has_more");
  if (typeof said === "boolean") return said;
  const type = textAt(property, "type") ?? "";
  const value = valueAt(property, type);
  if (type === "rollup") {
    const entries = valueAt(value, "array");
    return textAt(value, "type") === "incomplete" || (Array.isArray(entries) && entries.length >= CUT_AT);
  }
  return LISTS.includes(type) && Array.isArray(value) && value.length >= CUT_AT;
}

/** The properties with each cut value read to the end, as far as the limits and Notion allow; what remains cut says so. */
export async function wholeProperties(upstream: Upstream, pageId: string, properties: Properties): Promise<Properties> {
  const left = { reads: MAX_READS };
  const whole: Properties = {};
  for (const [name, property] of Object.entries(properties))
    whole[name] = isCut(property) ? await wholeProperty(upstream, pageId, property as Property, left) : property;
  return whole;
}

/** One property read to the end; it keeps what is known, and is still cut, where that takes too many requests or fails. */
export async function wholeProperty(
  upstream: Upstream,
  pageId: string,
  property: Property,
  left = { reads: MAX_READS },
): Promise<Property> {
  const [id, type] = [decodeSegment(textAt(property, "id") ?? ""), textAt(property, "type") ?? ""];
  const cut = { ...property, has_more: true };
  if (["", ".", ".."].includes(id) || holdsUnsafe(id)) return cut;
  const items: unknown[] = [];
  let result: unknown = null;
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const request = {
      path: path`/pages/${pageId}/properties/${id}`,
      query: { page_size: 100, start_cursor: cursor },
    };
    const response =
      left.reads-- > 0
        ? await upstream.attempt(request, ["not_found", "forbidden", "invalid", "rate_limited", "unavailable"])
        : null;
    const results = valueAt(response?.json, "results");
    if (!Array.isArray(results))
      return items.length > 0 ? { ...withItems(property, type, items, result), has_more: true } : cut;
    items.push(...results);
    result = valueAt(response?.json, "property_item.rollup") ?? result;
    const next = valueAt(response?.json, "next_cursor");
    cursor = typeof next === "string" ? next : null;
  }
  return { ...withItems(property, type, items, result), has_more: false };
}

/** The property as a page has it, with these entries. A rollup that counts or sums has its result beside them. */
function withItems(property: Property, type: string, items: unknown[], result: unknown): Property {
  if (type !== "rollup") return { ...property, [type]: items.map((item) => valueAt(item, type)) };
  const isList = ["array", "incomplete", "unsupported"].includes(textAt(result, "type") ?? "array");
  return { ...property, rollup: isList ? { type: "array", array: items } : result };
}
