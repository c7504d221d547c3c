// A provider with a list for every pagination style, and a file, for tests of all kinds of responses.
import {
  endpoint,
  file,
  many,
  type Pagination,
  type Provider,
  pages,
  path,
  resource,
  t,
} from "../../src/plugin/index.ts";
import { acme } from "./acme.ts";

const item = resource({
  raw: t.Object({ id: t.Union([t.Integer(), t.String()]), title: t.String() }),
  shape: t.Object({ id: t.String(), title: t.String() }),
  map: (raw) => ({ id: String(raw.id), title: raw.title }),
});

const counted = { size: "limit", items: "items", max: 100 };
/** Every pagination style, by name. */
export const WAYS: Record<string, Pagination> = {
  cursor: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 100 }),
  cursor_in_form: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 100, in: "form" }),
  cursor_in_json: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 100, in: "json" }),
  last_id: pages.lastId({ ...counted, param: "after", id: "id" }),
  link: pages.link({ size: "limit", max: 100 }),
  next_link: pages.nextLink({ size: "limit", read: "next", max: 100 }),
  number: pages.number({ ...counted, param: "page" }),
  number_told: pages.number({ ...counted, param: "page", more: "more" }),
  offset: pages.offset({ ...counted, param: "start" }),
  offset_told: pages.offset({ ...counted, param: "start", more: "more" }),
  whole: pages.whole(),
};

/** Styles with page parameters in the body use POST. */
export const methodOf = (way: string) => (way.includes("_in_") ? "POST" : "GET");

const listBy = (way: string, pagination: Pagination) => {
  const isPost = methodOf(way) === "POST";
  return endpoint({
    method: methodOf(way),
    path: `/by/${way}`,
    permission: "items.read",
    description: "List the items.",
    upstream: () => ({ path: path`/by/${way}`, ...(isPost && { safe: true as const }) }),
    returns: many("items", item, { at: "items", pagination }),
  });
};

/** A file whose name, type and size come unchanged from another response. */
const described = endpoint({
  method: "GET",
  path: "/described",
  permission: "items.read",
  description: "Download the described file.",
  run: async (_, upstream) => {
    const { json } = await upstream.request({ path: path`/described` });
    const { name, mime_type: mimeType, size } = json as { name: string; mime_type: string; size: number };
    const { body } = await upstream.open({ path: path`/bytes` });
    return { id: "1", name, mimeType, size, body };
  },
  returns: file(),
});

/** Acme with these lists and this file added. */
export const everyPaging: Provider = {
  ...acme,
  endpoints: {
    ...acme.endpoints,
    get_described_file: described,
    ...Object.fromEntries(Object.entries(WAYS).map(([way, pagination]) => [`list_by_${way}`, listBy(way, pagination)])),
  },
} as unknown as Provider;
