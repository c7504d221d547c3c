// The providers' ways of paging: each requests a page and finds where the next one starts. The gateway cuts off what exceeds
// the caller's `limit` and returns it next, so a page may be larger.
import type { Page, QueryValue, UpstreamRequest, UpstreamResponse } from "./endpoint.ts";

export interface Pagination {
  /** The largest and the smallest page (1 by default) of the provider; a page's limit lies between them. */
  max: number;
  min?: number;
  /** A position is valid only with the page size that it was counted with, such as page 3: the list continues with that size. */
  keepsSize?: true;
  apply: (req: UpstreamRequest, page: Page) => UpstreamRequest;
  /** The next page's position; null on the last page. */
  next: (res: UpstreamResponse, page: Page) => string | null;
}

/** The value at a dotted path of JSON, or of the name that has the dots itself (`@odata.nextLink`); undefined where there is none. */
export function valueAt(json: unknown, dotted: string | undefined): unknown {
  if (!dotted) return json;
  if (isRecord(json) && Object.hasOwn(json, dotted)) return json[dotted];
  return dotted
    .split(".")
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), json);
}
/** The string at a dotted path; null where there is none. */
export function textAt(json: unknown, dotted: string): string | null {
  const value = valueAt(json, dotted);
  return typeof value === "string" ? value : null;
}
/** The id at a dotted path as text; null where there is none. Ids beyond 2^53 come as text, others as numbers. */
export function idAt(json: unknown, dotted: string): string | null {
  const value = valueAt(json, dotted);
  return Number.isSafeInteger(value) || (typeof value === "string" && value !== "") ? String(value) : null;
}
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

interface Sized {
  size: string;
  param: string;
  max: number;
  min?: number;
  in?: "query" | "form" | "json";
}
/** The request for a page of `size` that begins at `start`; null for the first page. */
function startingAt(req: UpstreamRequest, options: Sized, start: string | number | null, size: number) {
  const values = { [options.size]: size, ...(start !== null && { [options.param]: start }) };
  if (options.in === "json") return { ...req, json: { ...(isRecord(req.json) ? req.json : {}), ...values } };
  const where = options.in ?? "query";
  return { ...req, [where]: { ...req[where], ...values } };
}
const bounds = ({ max, min }: Sized) => ({ max, ...(min !== undefined && { min }) });

/** A token in the response that the next request sends back; an empty or missing one ends the list. */
function cursor(options: Sized & { read: string }): Pagination {
  return {
    ...bounds(options),
    apply: (req, page) => startingAt(req, options, page.position, page.limit),
    next: (res) => textAt(res.json, options.read) || null,
  };
}

/** RFC 8288 `Link: <…>; rel="next"`; only the paging keys of its query are used, so no response redirects a request. */
function link(options: { size: string; max: number; keys?: readonly string[] }): Pagination {
  const keys = options.keys ?? ["page", "after", "before", "since", "cursor"];
  return {
    max: options.max,
    keepsSize: true,
    apply: (req, page) => ({
      ...req,
      query: {
        ...req.query,
        [options.size]: page.limit,
        ...Object.fromEntries(page.position ? new URLSearchParams(page.position) : []),
      },
    }),
    next: (res) => {
      const target = (res.headers.get("link") ?? "")
        .split(/,(?=\s*<)/)
        .map((part) => part.match(/^\s*<([^>]*)>(.*)$/))
        .find((match) => /;\s*rel="?next"?/i.test(match?.[2] ?? ""))?.[1];
      if (!target) return null;
      const paging = new URLSearchParams();
      const query = target.includes("?") ? target.slice(target.indexOf("?") + 1) : "";
      for (const [name, value] of new URLSearchParams(query)) if (keys.includes(name)) paging.set(name, value);
      return paging.size > 0 ? paging.toString() : null;
    },
  };
}

/** The values of a query string by name; a name may repeat. */
function queryOf(text: string): Record<string, QueryValue> {
  const query = new URLSearchParams(text);
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
}

/** The next page's URL at a dotted path; only its query is used, so that no response redirects the next request. */
function nextLink(options: { size: string; read: string; max: number }): Pagination {
  return {
    max: options.max,
    keepsSize: true,
    apply: (req, page) => ({
      ...req,
      query: page.position ? queryOf(page.position) : { ...req.query, [options.size]: page.limit },
    }),
    next: (res) => {
      const url = textAt(res.json, options.read) ?? "";
      return url.includes("?") ? url.slice(url.indexOf("?") + 1) || null : null;
    },
  };
}

interface Counted extends Sized {
  /** Dotted path to the list in the response; "" where the response is the list. */
  items: string;
  /** Dotted path to a flag of the response that there is more; without it, a page that is not full is the last. */
  more?: string;
}

function itemsIn(options: Counted, res: UpstreamResponse): unknown[] {
  const items = valueAt(res.json, options.items || undefined);
  return Array.isArray(items) ? items : [];
}

function isLast(options: Counted, res: UpstreamResponse, size: number): boolean {
  if (options.more !== undefined) return valueAt(res.json, options.more) !== true;
  return itemsIn(options, res).length < size;
}

/** Pages by number from `first` on, 1 by default. */
function number(options: Counted & { first?: number }): Pagination {
  const numberOf = ({ position }: Page) => (position === null ? (options.first ?? 1) : Number.parseInt(position, 10));
  return {
    ...bounds(options),
    keepsSize: true,
    apply: (req, page) => startingAt(req, options, numberOf(page), page.limit),
    next: (res, page) => (isLast(options, res, page.limit) ? null : String(numberOf(page) + 1)),
  };
}

/** Pages by how many items to skip. */
function offset(options: Counted): Pagination {
  const skipped = (page: Page) => Number(page.position ?? 0);
  return {
    ...bounds(options),
    apply: (req, page) => startingAt(req, options, skipped(page), page.limit),
    next: (res, page) => {
      const count = itemsIn(options, res).length;
      return count === 0 || isLast(options, res, page.limit) ? null : String(skipped(page) + count);
    },
  };
}

/** Pages that continue after the last item's id, or before it where the list runs backwards. */
function lastId(options: Counted & { id: string }): Pagination {
  return {
    ...bounds(options),
    apply: (req, page) => startingAt(req, options, page.position, page.limit),
    next: (res, page) => {
      const id = valueAt(itemsIn(options, res).at(-1), options.id);
      const isText = (typeof id === "string" && id !== "") || typeof id === "number";
      return isText && !isLast(options, res, page.limit) ? String(id) : null;
    },
  };
}

/**
 * Pages of a GraphQL connection (relay.dev/graphql/connections.htm) at a dotted path of the response. The document declares
 * `$first` and `$after`, and selects `pageInfo { hasNextPage endCursor }`.
 */
function relay({ at, max }: { at: string; max: number }): Pagination {
  return {
    max,
    apply: (req, page) => {
      const json = isRecord(req.json) ? req.json : {};
      const variables = isRecord(json.variables) ? json.variables : {};
      const paged = { ...variables, first: page.limit, after: page.position ?? undefined };
      return { ...req, json: { ...json, variables: paged } };
    },
    next: ({ json }) => {
      const info = valueAt(json, `${at}.pageInfo`);
      return valueAt(info, "hasNextPage") === true ? textAt(info, "endCursor") || null : null;
    },
  };
}

/** No pages: each response is the full list. */
function allAtOnce(): Pagination {
  return { max: Number.MAX_SAFE_INTEGER, apply: (req) => req, next: () => null };
}

export const pages = { cursor, lastId, link, nextLink, number, offset, relay, whole: allAtOnce };
