// The providers' pagination styles, as their servers implement them.
import { valueAt } from "../../src/plugin/index.ts";

/** A list request; `says` reads a parameter from query, form or JSON. */
export interface PageRequest {
  url: URL;
  says(name: string): string | undefined;
}
/** The page to return: its bounds in the list, and the pointer to the next page. */
export interface Slice {
  from: number;
  end: number;
  /** Fields of the response, by dotted path. */
  json?: Record<string, unknown>;
  link?: string;
  /** Items before the page's own. */
  top?: unknown[];
}
/** `own` is the provider's page size limit; null rejects the request. */
export type Style = (request: PageRequest, list: readonly unknown[], own: number) => Slice | null;

export type Json = Record<string, unknown>;

export const slice = (
  list: readonly unknown[],
  from: number,
  size: number,
  more: (end: number) => Partial<Slice> = () => ({}),
) => {
  const end = Math.min(list.length, from + size);
  return { from, end, ...(end < list.length && more(end)) };
};
export const sizeSaid = (request: PageRequest, name: string, max: number) => {
  const size = Number(request.says(name) ?? Number.NaN);
  return Number.isInteger(size) && size >= 1 && size <= max ? size : null;
};

interface Token {
  size: string;
  param: string;
  at: string;
  min?: number;
  max?: number;
  prefix?: string;
}
/** A cursor that works with any page size; sizes below `min` are rejected. */
export const token =
  ({ size, param, at: path, min = 1, max = 1_000, prefix = "t-" }: Token): Style =>
  (request, list, own) => {
    const wanted = sizeSaid(request, size, max);
    if (wanted === null || wanted < min) return null;
    const from = Number(request.says(param)?.slice(prefix.length) ?? 0);
    return slice(list, from, Math.max(min, Math.min(wanted, own)), (end) => ({ json: { [path]: `${prefix}${end}` } }));
  };

/** A `Link` header with page numbers; `further` adds query parameters. */
export const link =
  (max = 100, further = ""): Style =>
  (request, list, own) => {
    const wanted = sizeSaid(request, "per_page", max);
    if (wanted === null) return null;
    const [size, page] = [Math.min(wanted, own), Number(request.says("page") ?? 1)];
    const next = `${request.url.origin}${request.url.pathname}?per_page=${wanted}${further}&page=${page + 1}`;
    return slice(list, (page - 1) * size, size, () => ({ link: `<${next}>; rel="next", <${next}>; rel="last"` }));
  };

/** A `Link` header with a place in the list, which any page size fits. */
export const keysetLink =
  (param: string): Style =>
  (request, list, own) => {
    const wanted = sizeSaid(request, "per_page", 100);
    if (wanted === null || request.says("pagination") !== "keyset") return null;
    return slice(list, Number(request.says(param)?.slice(2) ?? 0), Math.min(wanted, own), (end) => {
      const next = new URL(request.url);
      next.searchParams.set(param, `k-${end}`);
      return { link: `<${next}>; rel="next"` };
    });
  };

/** The next page's URL; its token works only with the same page size. */
export const nextLink: Style = (request, list, own) => {
  const wanted = sizeSaid(request, "$top", 1_000);
  const [, size, from] = request.says("$skiptoken")?.split("-").map(Number) ?? [null, wanted, 0];
  if (wanted === null || size !== wanted) return null;
  return slice(list, from ?? 0, Math.min(wanted, own), (end) => {
    const url = new URL(request.url);
    url.searchParams.set("$skiptoken", `s-${size}-${end}`);
    return { json: { "@odata.nextLink": url.href } };
  });
};

/** An offset; `more` builds the response fields that announce further items. */
export const skipping =
  (
    size: string,
    param: string,
    max: number,
    more: (list: readonly unknown[], end: number, from: number) => Json,
  ): Style =>
  (request, list, own) => {
    const wanted = sizeSaid(request, size, max);
    if (wanted === null) return null;
    const page = slice(list, Number(request.says(param) ?? 0), Math.min(wanted, own));
    return { ...page, json: more(list, page.end, page.from) };
  };

/** Continues after a named item. */
export const behind =
  (
    size: string,
    max: number,
    named: (request: PageRequest) => string | undefined,
    name: string,
    more?: string,
  ): Style =>
  (request, list) => {
    const wanted = sizeSaid(request, size, max);
    if (wanted === null) return null;
    const last = named(request);
    const from = last === undefined ? 0 : list.findIndex((item) => valueAt(item, name) === last) + 1;
    const page = slice(list, from, wanted);
    return { ...page, ...(more && { json: { [more]: page.end < list.length } }) };
  };

export const full: Style = (_, list) => slice(list, 0, list.length);

/** Keyset pagination in the plugin's SOQL, by the last record's id. */
export const keyset: Style = (request, list) => {
  const soql = request.says("q") ?? "";
  const last = /Id < '(\w+)'/.exec(soql)?.[1];
  const from = last === undefined ? 0 : list.findIndex((item) => valueAt(item, "Id") === last) + 1;
  return slice(list, from, Number(/LIMIT (\d+)$/.exec(soql)?.[1]));
};
const LOCATOR = "01g5g0000016PIAYA2";
export const locator: Style = (request, list, own) => {
  const from = Number(new RegExp(`/query/${LOCATOR}-(\\d+)$`).exec(request.url.pathname)?.[1] ?? 0);
  return slice(list, from, Math.min(200, own), (end) => ({
    json: { nextRecordsUrl: `/services/data/v60.0/query/${LOCATOR}-${end}` },
  }));
};
