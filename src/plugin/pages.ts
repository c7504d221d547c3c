// How providers page, as data: each style knows how to ask for a page and where the next one starts.
import type { Page, UpstreamRequest, UpstreamResponse } from "./endpoint.ts";

export interface Pagination {
  /** The largest page the provider gives; larger limits are lowered to it. */
  max: number;
  apply: (req: UpstreamRequest, page: Page) => UpstreamRequest;
  /** Where the next page starts, or null on the last one. */
  next: (res: UpstreamResponse, page: Page) => string | null;
}

/** Reads a dotted path out of parsed JSON; undefined where a step is missing. */
export function at(json: unknown, dotted: string | undefined): unknown {
  if (!dotted) return json;
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

/** A list that comes whole: one page, whatever the limit. */
function whole(): Pagination {
  return { max: Number.MAX_SAFE_INTEGER, apply: (req) => req, next: () => null };
}

export const pages = { cursor, link, whole };
