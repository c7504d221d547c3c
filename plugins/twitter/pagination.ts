// How X's lists page.
import {
  type Page,
  type Pagination,
  pages,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { withIncludes } from "./expansions.ts";
import { listAt } from "./json.ts";

/** Pages of a list of which X takes no fewer than `min` at a time. */
export const cursorPagination = (min: number) =>
  pages.cursor({ size: "max_results", param: "pagination_token", read: "meta.next_token", min, max: 100 });

/** Reads a page, each item with what it names. An empty list has no `data`. */
export async function readPage(
  upstream: Upstream,
  page: Page,
  request: UpstreamRequest,
  { apply }: Pagination,
): Promise<UpstreamResponse> {
  const res = await upstream.request(apply(request, page));
  const [includes, meta] = [valueAt(res.json, "includes"), valueAt(res.json, "meta")];
  return { ...res, json: { data: listAt(res.json, "data").map((item) => withIncludes(item, includes)), meta } };
}
