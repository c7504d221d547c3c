// How LinkedIn's lists page.
import { type Pagination, textAt, type UpstreamRequest, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Pages by offset (`start`). A page may be short where items are hidden, so LinkedIn's `next` link starts the next one. */
export function offsetPagination(max: number): Pagination {
  return {
    max,
    apply: (req: UpstreamRequest, page) => ({
      ...req,
      query: { ...req.query, start: Number(page.position ?? 0), count: Math.min(page.limit, max) },
    }),
    next: ({ json }: UpstreamResponse, page) => {
      const links = valueAt(json, "paging.links");
      const next: unknown = Array.isArray(links) ? links.find((link) => valueAt(link, "rel") === "next") : undefined;
      const start = new URLSearchParams((textAt(next, "href") ?? "").split("?")[1]).get("start") ?? "";
      return /^[0-9]+$/.test(start) && Number(start) > Number(page.position ?? 0) ? start : null;
    },
  };
}
