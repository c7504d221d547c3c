// How providers page, as data: each style knows how to ask for a page and where the next one starts.
import type { Page, QueryValue, UpstreamRequest, UpstreamResponse } from "./endpoint.ts";

export interface Pagination {
  /** The largest page the provider gives; larger limits are lowered to it. */
  max: number;
  apply: (req: UpstreamRequest, page: Page) => UpstreamRequest;
  /** Where the next page starts, or null on the last one. */
  next: (res: UpstreamResponse, page: Page) => string | null;
}

/** Reads a dotted path out of parsed JSON, the whole name first (`@odata.nextLink`); undefined where a step is missing. */
export function at(json: unknown, dotted: string | undefined): unknown {
  if (!dotted) return json;
  if (isRecord(json) && Object.hasOwn(json, dotted)) return json[dotted];
  return dotted
    .split(".")
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), json);
}
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

type Where = "query" | "form" | "json";
function withValues(req: UpstreamRequest, where: Where, values: Record<string, string | number | undefined>) {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return where === "json"
    ? { ...req, json: { ...(isRecord(req.json) ? req.json : {}), ...set } }
    : { ...req, [where]: { ...req[where], ...set } };
}

/** A token in the answer that is sent back in the next request; an empty or missing token ends the list. */
function cursor(options: { size: string; param: string; read: string; max: number; in?: Where }): Pagination {
  return {
    max: options.max,
    apply: (req, page) =>
      withValues(req, options.in ?? "query", {
        [options.size]: Math.min(page.limit, options.max),
        [options.param]: page.position ?? undefined,
      }),
    next: (res) => {
      const token = at(res.json, options.read);
      return typeof token === "string" && token !== "" ? token : null;
    },
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
    apply: (req, page) => ({
      ...req,
      query: {
        ...req.query,
        [options.size]: Math.min(page.limit, options.max),
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

/** A query string's values by name; a name that repeats has a list. */
function queryOf(text: string): Record<string, QueryValue> {
  const given = new URLSearchParams(text);
  const valuesOf = (name: string) => {
    const values = given.getAll(name);
    return values.length > 1 ? values : values[0];
  };
  return Object.fromEntries([...given.keys()].map((name) => [name, valuesOf(name)]));
}

/**
 * The next page's whole URL in the answer, read at a dotted path. Only its query is kept, never its host or path, so an
 * answer cannot send us elsewhere.
 */
function nextLink(options: { size: string; read: string; max: number }): Pagination {
  return {
    max: options.max,
    apply: (req, page) => ({
      ...req,
      query: page.position
        ? queryOf(page.position)
        : { ...req.query, [options.size]: Math.min(page.limit, options.max) },
    }),
    next: (res) => {
      const url = at(res.json, options.read);
      const mark = typeof url === "string" ? url.indexOf("?") : -1;
      return mark < 0 ? null : (url as string).slice(mark + 1) || null;
    },
  };
}

interface Counted {
  size: string;
  param: string;
  max: number;
  /** Dotted path to the list in the answer; "" where the answer is the list. */
  items: string;
  in?: Where;
  /** Dotted path to the answer's own word on whether there is more; else a page that is not full is the last. */
  more?: string;
}

function itemsIn(options: Counted, res: UpstreamResponse): unknown[] {
  const items = at(res.json, options.items || undefined);
  return Array.isArray(items) ? items : [];
}

function isLast(options: Counted, res: UpstreamResponse, size: number): boolean {
  if (options.more !== undefined) return at(res.json, options.more) !== true;
  return itemsIn(options, res).length < size;
}

/**
 * Pages by number; the first is `first`, 1 unless said. Positions are `<number>:<size>`: a number means nothing without the
 * size it was counted with, so the first page's limit holds for all.
 */
function number(options: Counted & { first?: number }): Pagination {
  const asked = ({ position, limit }: Page) =>
    position?.split(":").map(Number) ?? [options.first ?? 1, Math.min(limit, options.max)];
  return {
    max: options.max,
    apply: (req, page) => {
      const [number, size] = asked(page);
      return withValues(req, options.in ?? "query", { [options.size]: size, [options.param]: number });
    },
    next: (res, page) => {
      const [number = 0, size = 0] = asked(page);
      return isLast(options, res, size) ? null : `${number + 1}:${size}`;
    },
  };
}

/** Pages by how many items to skip. */
function offset(options: Counted): Pagination {
  const skipped = (page: Page) => Number(page.position ?? 0);
  return {
    max: options.max,
    apply: (req, page) =>
      withValues(req, options.in ?? "query", {
        [options.size]: Math.min(page.limit, options.max),
        [options.param]: skipped(page),
      }),
    next: (res, page) => {
      const count = itemsIn(options, res).length;
      const size = Math.min(page.limit, options.max);
      return count === 0 || isLast(options, res, size) ? null : String(skipped(page) + count);
    },
  };
}

/** Pages that continue after the last item's id (or before it, where the list runs backwards). */
function lastId(options: Counted & { id: string }): Pagination {
  return {
    max: options.max,
    apply: (req, page) =>
      withValues(req, options.in ?? "query", {
        [options.size]: Math.min(page.limit, options.max),
        [options.param]: page.position ?? undefined,
      }),
    next: (res, page) => {
      const id = at(itemsIn(options, res).at(-1), options.id);
      const isText = (typeof id === "string" && id !== "") || typeof id === "number";
      return isText && !isLast(options, res, Math.min(page.limit, options.max)) ? String(id) : null;
    },
  };
}

/** A list that comes whole: one page, whatever the limit. */
function whole(): Pagination {
  return { max: Number.MAX_SAFE_INTEGER, apply: (req) => req, next: () => null };
}

export const pages = { cursor, lastId, link, nextLink, number, offset, whole };
