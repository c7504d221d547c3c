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

/** Pages by token; `min` is X's smallest page of the list. */
export const cursorPagination = (min: number) =>
  pages.cursor({ size: "max_results", param: "pagination_token", read: "meta.next_token", min, max: 100 });

/** Reads a page, each item joined with the objects that it refers to. X omits `data` from an empty list. */
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
