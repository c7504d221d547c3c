// How providers page, as data: each style knows how to ask for a page and where the next one starts. What a provider gives
// beyond the caller's `limit` is cut off by the gateway and comes next, so a style may ask for more.
import type { Page, QueryValue, UpstreamRequest, UpstreamResponse } from "./endpoint.ts";

export interface Pagination {
  /** The largest page the provider gives, and the smallest, 1 unless said: a page's limit comes between the two. */
  max: number;
  min?: number;
  /** Positions mean something only together with the size they were counted with: a list is read on with that size. */
  keepsSize?: true;
  apply: (req: UpstreamRequest, page: Page) => UpstreamRequest;
  /** Where the next page starts, or null on the last one. */
  next: (res: UpstreamResponse, page: Page) => string | null;
}

/** Reads a dotted path out of parsed JSON, the whole name first (`@odata.nextLink`); undefined where a step is missing. */
export function valueAt(json: unknown, dotted: string | undefined): unknown {
  if (!dotted) return json;
  if (isRecord(json) && Object.hasOwn(json, dotted)) return json[dotted];
  return dotted
    .split(".")
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), json);
}
/** The text at a dotted path; null where there is none. */
export function textAt(json: unknown, dotted: string): string | null {
  const value = valueAt(json, dotted);
  return typeof value === "string" ? value : null;
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
/** The request for a page of `size` from `start` on; null at the first one. */
function startingAt(req: UpstreamRequest, options: Sized, start: string | number | null, size: number) {
  const values = { [options.size]: size, ...(start !== null && { [options.param]: start }) };
  if (options.in === "json") return { ...req, json: { ...(isRecord(req.json) ? req.json : {}), ...values } };
  const where = options.in ?? "query";
  return { ...req, [where]: { ...req[where], ...values } };
}
const bounds = ({ max, min }: Sized) => ({ max, ...(min !== undefined && { min }) });

/** A token in the answer that is sent back in the next request; an empty or missing token ends the list. */
function cursor(options: Sized & { read: string }): Pagination {
  return {
    ...bounds(options),
    apply: (req, page) => startingAt(req, options, page.position, page.limit),
    next: (res) => textAt(res.json, options.read) || null,
  };
}

/**
 * RFC 8288 `Link: <…>; rel="next"`. Only the paging keys of the link's query are kept, never its host or path, so an answer
 * cannot send us elsewhere; page numbers are never computed, since some lists page by other keys.
 */
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
      const kept = new URLSearchParams();
      const query = target.includes("?") ? target.slice(target.indexOf("?") + 1) : "";
      for (const [name, value] of new URLSearchParams(query)) if (keys.includes(name)) kept.set(name, value);
      return kept.size > 0 ? kept.toString() : null;
    },
  };
}

/** A query string's values by name, as a name may repeat. */
function queryOf(text: string): Record<string, QueryValue> {
  const given = new URLSearchParams(text);
  return Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
}

/**
 * The next page's whole URL in the answer, read at a dotted path. Only its query is kept, never its host or path, so an
 * answer cannot send us elsewhere.
 */
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
  /** Dotted path to the list in the answer; "" where the answer is the list. */
  items: string;
  /** Dotted path to the answer's own word on whether there is more; else a page that is not full is the last. */
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

/** Pages by number; the first is `first`, 1 unless said. */
function number(options: Counted & { first?: number }): Pagination {
  const asked = ({ position }: Page) => (position === null ? (options.first ?? 1) : Number.parseInt(position, 10));
  return {
    ...bounds(options),
    keepsSize: true,
    apply: (req, page) => startingAt(req, options, asked(page), page.limit),
    next: (res, page) => (isLast(options, res, page.limit) ? null : String(asked(page) + 1)),
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

/** Pages that continue after the last item's id (or before it, where the list runs backwards). */
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

/** A list that comes whole, each time it is asked for. */
function allAtOnce(): Pagination {
  return { max: Number.MAX_SAFE_INTEGER, apply: (req) => req, next: () => null };
}

export const pages = { cursor, lastId, link, nextLink, number, offset, whole: allAtOnce };
