// Graph's delta queries: lists of changes that end in a link to the next ones (learn.microsoft.com/graph/delta-query-overview).
import { joinPaths, path, Refusal, textAt, type UpstreamRequest, valueAt } from "gateway/plugin";

export interface DeltaPage {
  items: unknown[];
  /** Where the next page starts, or the next changes: path and query below the base URL. */
  link: string;
  more: boolean;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Items per page; a page with bodies stays some megabytes. */
export const PAGE_SIZE = 50;

export function deltaPage(json: unknown): DeltaPage {
  const [items, next] = [valueAt(json, "value"), textAt(json, "@odata.nextLink")];
  const link = next ?? textAt(json, "@odata.deltaLink");
  if (!Array.isArray(items) || link === null) throw unexpected("The provider's changes lack their list or link.");
  return { items, link: linkIn(link), more: next !== null };
}

const ROOT = "/v1.0";

/** The host is dropped, so no response leads a request elsewhere. */
function linkIn(text: string): string {
  const url = URL.parse(text);
  const below = url?.pathname.startsWith(`${ROOT}/`) ? url.pathname.slice(ROOT.length) : "";
  const last = below.lastIndexOf("/");
  if (!url || last < 2 || !below.includes("delta", last))
    throw unexpected("The provider's link to its next changes is none.");
  return below + url.search;
}

const unexpected = (message: string) => new Refusal("error", message, "unexpected_shape");

/** The request of a link; Graph asks to repeat the headers of the first one. */
export function linkRequest(link: string, headers: Record<string, string>): UpstreamRequest {
  const start = link.includes("?") ? link.indexOf("?") : link.length;
  const query = new URLSearchParams(link.slice(start));
  return {
    path: joinPaths(
      ...link
        .slice(1, start)
        .split("/")
        .map((segment) => path`/${decodeURIComponent(segment)}`),
    ),
    query: Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])),
    headers,
  };
}

/** Whether a list's entry says that a thing has left it. */
export const removalOf = (item: unknown) => textAt(valueAt(item, "@removed"), "reason");

export const isoTime = (ms: number) => new Date(ms).toISOString();
