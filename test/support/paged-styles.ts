// The ways in which providers page, from their side: what is asked, and which part of a list is given for it.
import { valueAt } from "../../src/plugin/index.ts";

/** What a request says under a name: in its query, its form or its JSON. */
export interface Asked {
  url: URL;
  says(name: string): string | undefined;
}
/** The page asked for: where it begins in the list, where it ends, and how the answer tells of the next. */
export interface Slice {
  from: number;
  end: number;
  /** By dotted path. */
  json?: Record<string, unknown>;
  link?: string;
  /** What stands before the page's own items. */
  top?: unknown[];
}
/** `own` is the most that the provider cares to give at once; null is a request that it refuses. */
export type Style = (asked: Asked, list: readonly unknown[], own: number) => Slice | null;

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
export const sizeSaid = (asked: Asked, name: string, max: number) => {
  const size = Number(asked.says(name) ?? Number.NaN);
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
/** A token that says where to go on, whatever size is asked for then; sizes below `min` are refused. */
export const token =
  ({ size, param, at: place, min = 1, max = 1_000, prefix = "t-" }: Token): Style =>
  (asked, list, own) => {
    const wanted = sizeSaid(asked, size, max);
    if (wanted === null || wanted < min) return null;
    const from = Number(asked.says(param)?.slice(prefix.length) ?? 0);
    return slice(list, from, Math.max(min, Math.min(wanted, own)), (end) => ({ json: { [place]: `${prefix}${end}` } }));
  };

/** `Link` by number of page; `further` are keys that stand beside it. */
export const link =
  (max = 100, further = ""): Style =>
  (asked, list, own) => {
    const wanted = sizeSaid(asked, "per_page", max);
    if (wanted === null) return null;
    const [size, page] = [Math.min(wanted, own), Number(asked.says("page") ?? 1)];
    const next = `${asked.url.origin}${asked.url.pathname}?per_page=${wanted}${further}&page=${page + 1}`;
    return slice(list, (page - 1) * size, size, () => ({ link: `<${next}>; rel="next", <${next}>; rel="last"` }));
  };

/** The next page's whole address. Its token holds for the size that it was made for. */
export const nextLink: Style = (asked, list, own) => {
  const wanted = sizeSaid(asked, "$top", 1_000);
  const [, size, from] = asked.says("$skiptoken")?.split("-").map(Number) ?? [null, wanted, 0];
  if (wanted === null || size !== wanted) return null;
  return slice(list, from ?? 0, Math.min(wanted, own), (end) => {
    const url = new URL(asked.url);
    url.searchParams.set("$skiptoken", `s-${size}-${end}`);
    return { json: { "@odata.nextLink": url.href } };
  });
};

/** How many to skip; `told` says in the answer whether more follow. */
export const skipping =
  (
    size: string,
    param: string,
    max: number,
    told: (list: readonly unknown[], end: number, from: number) => Json,
  ): Style =>
  (asked, list, own) => {
    const wanted = sizeSaid(asked, size, max);
    if (wanted === null) return null;
    const page = slice(list, Number(asked.says(param) ?? 0), Math.min(wanted, own));
    return { ...page, json: told(list, page.end, page.from) };
  };

/** Behind the item that is named; whoever gives a full page may have more. */
export const behind =
  (size: string, max: number, named: (asked: Asked) => string | undefined, name: string, more?: string): Style =>
  (asked, list) => {
    const wanted = sizeSaid(asked, size, max);
    if (wanted === null) return null;
    const last = named(asked);
    const from = last === undefined ? 0 : list.findIndex((item) => valueAt(item, name) === last) + 1;
    const page = slice(list, from, wanted);
    return { ...page, ...(more && { json: { [more]: page.end < list.length } }) };
  };

export const whole: Style = (_, list) => slice(list, 0, list.length);

/** SOQL of the plugin's own making: the last record's id leads on. */
export const keyset: Style = (asked, list) => {
  const soql = asked.says("q") ?? "";
  const last = /Id < '(\w+)'/.exec(soql)?.[1];
  const from = last === undefined ? 0 : list.findIndex((item) => valueAt(item, "Id") === last) + 1;
  return slice(list, from, Number(/LIMIT (\d+)$/.exec(soql)?.[1]));
};
const LOCATOR = "01g5g0000016PIAYA2";
export const locator: Style = (asked, list, own) => {
  const from = Number(new RegExp(`/query/${LOCATOR}-(\\d+)$`).exec(asked.url.pathname)?.[1] ?? 0);
  return slice(list, from, Math.min(200, own), (end) => ({
    json: { nextRecordsUrl: `/services/data/v60.0/query/${LOCATOR}-${end}` },
  }));
};
