// The ways of paging: all pages together have every item exactly once, and no response can redirect the next request.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  InvalidInput,
  type Pagination,
  pages,
  path,
  type UpstreamRequest,
  type UpstreamResponse,
} from "../../src/plugin/index.ts";
import { pageReadOf, positionAfter } from "../../src/providers/upstream/list-position.ts";
import { requestUrl } from "../../src/providers/upstream/send.ts";

const BASE = "https://api.acme.example/v1";
const LIST: UpstreamRequest = { path: path`/items`, query: { state: "open" } };
const MAX = 7;

type Sent = Record<string, string>;
interface Slice {
  json: unknown;
  link?: string;
}
/** A provider that has `ids`, and pages in one of the ways. */
type Server = (sent: Sent, ids: readonly number[]) => Slice;

const listed = (ids: readonly number[], from: number, size: string | undefined) => {
  const end = from + Number(size);
  return { items: ids.slice(from, end).map((id) => ({ id })), end, hasMore: end < ids.length };
};

function byNumber(sent: Sent, ids: readonly number[], size: number): Slice {
  const page = Number(sent.page ?? 1);
  const { items, hasMore } = listed(ids, (page - 1) * size, String(size));
  return { json: { items }, ...(hasMore && { link: `<${BASE}/items?page=${page + 1}>; rel="next"` }) };
}

const KINDS: Record<string, { pagination: Pagination; server: Server }> = {
  "pages.cursor": {
    pagination: pages.cursor({ size: "limit", param: "cursor", read: "meta.next", max: MAX }),
    server: (sent, ids) => {
      const { items, end, hasMore } = listed(ids, Number(sent.cursor?.slice(2) ?? 0), sent.limit);
      return { json: { items, meta: { next: hasMore ? `c-${end}` : "" } } };
    },
  },
  "pages.cursor in JSON": {
    pagination: pages.cursor({ size: "limit", param: "cursor", read: "next", max: MAX, in: "json" }),
    server: (sent, ids) => {
      const { items, end, hasMore } = listed(ids, Number(sent.cursor ?? 0), sent.limit);
      return { json: { items, next: hasMore ? String(end) : null } };
    },
  },
  "pages.cursor with a smallest page": {
    pagination: pages.cursor({ size: "limit", param: "cursor", read: "next", min: 5, max: MAX }),
    server: (sent, ids) => {
      expect(Number(sent.limit)).toBeGreaterThanOrEqual(5);
      const { items, end, hasMore } = listed(ids, Number(sent.cursor ?? 0), sent.limit);
      return { json: { items, next: hasMore ? String(end) : null } };
    },
  },
  "pages.link by number": {
    pagination: pages.link({ size: "per_page", max: MAX }),
    server: (sent, ids) => byNumber(sent, ids, Number(sent.per_page)),
  },
  "pages.link by number, with smaller pages than requested": {
    pagination: pages.link({ size: "per_page", max: MAX }),
    server: (sent, ids) => byNumber(sent, ids, Math.min(2, Number(sent.per_page))),
  },
  "pages.link": {
    pagination: pages.link({ size: "per_page", max: MAX }),
    server: (sent, ids) => {
      const { items, end, hasMore } = listed(ids, Number(sent.after ?? 0), sent.per_page);
      const link = `<${BASE}/items?after=0>; rel="first"`;
      return { json: { items }, link: hasMore ? `${link}, <${BASE}/items?after=${end}&x=1>; rel="next"` : link };
    },
  },
  "pages.nextLink": {
    pagination: pages.nextLink({ size: "$top", read: "@odata.nextLink", max: MAX }),
    server: (sent, ids) => {
      const { items, end, hasMore } = listed(ids, Number(sent.$skiptoken ?? 0), sent.$top);
      const next = `${BASE}/items?state=open&$top=${sent.$top}&$skiptoken=${end}`;
      return { json: { items, ...(hasMore && { "@odata.nextLink": next }) } };
    },
  },
  "pages.number from 1": {
    pagination: pages.number({ size: "size", param: "page", items: "items", max: MAX }),
    server: (sent, ids) => ({ json: listed(ids, (Number(sent.page) - 1) * Number(sent.size), sent.size) }),
  },
  "pages.number from 0, with a flag for more": {
    pagination: pages.number({ size: "size", param: "page", items: "items", max: MAX, first: 0, more: "hasMore" }),
    server: (sent, ids) => ({ json: listed(ids, Number(sent.page) * Number(sent.size), sent.size) }),
  },
  "pages.offset": {
    pagination: pages.offset({ size: "limit", param: "start", items: "items", max: MAX }),
    server: (sent, ids) => ({ json: listed(ids, Number(sent.start), sent.limit) }),
  },
  "pages.offset over short pages, with a flag for more": {
    pagination: pages.offset({ size: "limit", param: "start", items: "items", max: MAX, more: "hasMore", in: "form" }),
    server: (sent, ids) => ({ json: listed(ids, Number(sent.start), String(Math.min(2, Number(sent.limit)))) }),
  },
  "pages.lastId": {
    pagination: pages.lastId({ size: "limit", param: "after", items: "items", id: "id", max: MAX }),
    server: (sent, ids) => ({ json: listed(ids, ids.indexOf(Number(sent.after ?? Number.NaN)) + 1, sent.limit) }),
  },
  "pages.lastId of a response that is the list": {
    pagination: pages.lastId({ size: "limit", param: "before", items: "", id: "id", max: MAX }),
    server: (sent, ids) => ({
      json: listed(ids, ids.indexOf(Number(sent.before ?? Number.NaN)) + 1, sent.limit).items,
    }),
  },
  "pages.relay": {
    pagination: pages.relay({ at: "data.items", max: MAX }),
    server: ({ variables = "{}" }, ids) => {
      const { first, after } = JSON.parse(variables) as { first: number; after?: string };
      const { items, end, hasMore } = listed(ids, Number(after ?? 0), String(first));
      return { json: { items, data: { items: { pageInfo: { hasNextPage: hasMore, endCursor: String(end) } } } } };
    },
  },
  "pages.whole": {
    pagination: pages.whole(),
    server: (_, ids) => ({ json: listed(ids, 0, "1000").items }),
  },
};

function sentBy(request: UpstreamRequest): Sent {
  const values = { ...Object.fromEntries(new URL(requestUrl(BASE, request)).searchParams), ...request.form };
  return Object.fromEntries(
    Object.entries({ ...values, ...(request.json as object) }).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
}

function responseOf({ json, link }: Slice): UpstreamResponse {
  return { status: 200, headers: new Headers(link ? { link } : {}), json };
}

/** The ids of all pages in the order they came; throws for a list that does not end. */
function walk({ pagination, server }: (typeof KINDS)[string], ids: readonly number[], limits: readonly number[]) {
  const seen: number[][] = [];
  let position: string | null = null;
  for (let n = 0; n <= 2 * ids.length + 1; n++) {
    const limit = limits[n % limits.length] as number;
    const reading = pageReadOf(pagination, { limit, position });
    const sent = sentBy(pagination.apply(LIST, reading.page));
    expect(sent.state).toBe("open");
    const response = responseOf(server(sent, ids));
    const { json } = response;
    const items = (Array.isArray(json) ? json : (json as { items: unknown[] }).items) as { id: number }[];
    expect(items.length).toBeLessThanOrEqual(pagination.max);
    const returned = items.slice(reading.skip, reading.skip + limit);
    seen.push(returned.map(({ id }) => id));
    const taken = { end: reading.skip + returned.length, count: items.length };
    position = positionAfter(pagination, reading, taken, () => pagination.next(response, reading.page));
    if (position === null) return seen;
  }
  throw new Error("The list never ends.");
}

const idLists = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 40 });
/** A caller's limits, page by page. */
const limitLists = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });

for (const [kind, it] of Object.entries(KINDS)) {
  describe(kind, () => {
    test("all pages together have every item exactly once, whatever the limits, and the list ends", () => {
      fc.assert(
        fc.property(idLists, limitLists, (ids, limits) => {
          expect(walk(it, ids, limits).flat()).toEqual(ids);
        }),
      );
    });

    test("a request never exceeds the provider's largest page", () => {
      const ids = Array.from({ length: MAX * 2 + 1 }, (_, i) => i + 1);
      const pages = walk(it, ids, [1_000]);
      expect(pages.flat()).toEqual(ids);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(it.pagination.max);
    });

    test("R-43: a page never exceeds the limit", () => {
      const ids = Array.from({ length: MAX * 2 + 1 }, (_, i) => i + 1);
      for (const limits of [[1], [3, 1], [MAX, 2, 5]]) {
        const pages = walk(it, ids, limits);
        expect(pages.flat()).toEqual(ids);
        for (const [n, page] of pages.entries())
          expect(page.length).toBeLessThanOrEqual(limits[n % limits.length] as number);
      }
    });

    test("a response without the next position ends the list", () => {
      for (const json of [null, [], {}, { items: null, next: 7, meta: 5 }, "text", { items: [{}], id: "" }]) {
        expect(it.pagination.next(responseOf({ json }), { limit: 2, position: null })).toBeNull();
      }
    });
  });
}

test("pages.nextLink keeps values whose name repeats", () => {
  const way = pages.nextLink({ size: "n", read: "next", max: MAX });
  const position = way.next(responseOf({ json: { next: "/x?state=open&state=new&after=5" } }), {
    limit: 1,
    position: null,
  });
  const sent = new URL(requestUrl(BASE, way.apply(LIST, { limit: 1, position })));
  expect(sent.search).toBe("?state=open&state=new&after=5");
});

test("pages.whole leaves the plugin's request as it is, and refuses the position of another list", () => {
  const pagination = pages.whole();
  expect(pagination.apply(LIST, { limit: 3, position: "x" })).toBe(LIST);
  expect(pagination.next(responseOf({ json: [1, 2, 3, 4] }), { limit: 3, position: null })).toBeNull();
  expect(() => pageReadOf(pagination, { limit: 3, position: "25" })).toThrow(InvalidInput);
});

describe("S-31: the link to the next page", () => {
  const EVIL = [
    "https://evil.example/v1/items?after=5",
    "//evil.example/items?after=5",
    "http://169.254.169.254/latest?after=5",
    "https://api.acme.example/v1/secrets?after=5",
    "/../../admin?after=5",
    "?after=5#@evil.example",
    "https://ada:pw@evil.example/?after=5",
    "javascript:alert(1)?after=5",
    "\\\\evil.example\\?after=5",
  ];
  const next = {
    link: (url: string) => {
      const way = pages.link({ size: "n", max: MAX });
      const position = way.next(responseOf({ json: [], link: `<${url}>; rel="next"` }), { limit: 1, position: null });
      return { way, position };
    },
    nextLink: (url: string) => {
      const way = pages.nextLink({ size: "n", read: "next", max: MAX });
      return { way, position: way.next(responseOf({ json: { next: url } }), { limit: 1, position: null }) };
    },
  };
  for (const [kind, read] of Object.entries(next)) {
    for (const url of EVIL) {
      test(`of pages.${kind} changes neither host nor path: ${url}`, () => {
        const { way, position } = read(url);
        const sent = new URL(requestUrl(BASE, way.apply(LIST, { limit: 1, position })));
        expect(sent.origin + sent.pathname).toBe(`${BASE}/items`);
        expect(sent.searchParams.get("after")).toStartWith("5");
      });
    }

    test(`of pages.${kind} changes neither host nor path, for any text`, () => {
      const texts = fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string({ maxLength: 40 }),
      );
      fc.assert(
        fc.property(texts, (text) => {
          // No header can have other characters.
          fc.pre(kind !== "link" || /^[\x20-\x7e]*$/.test(text));
          const { way, position } = read(text);
          const sent = new URL(requestUrl(BASE, way.apply(LIST, { limit: 1, position })));
          expect(sent.origin + sent.pathname).toBe(`${BASE}/items`);
        }),
      );
    });
  }

  test("of pages.link adds nothing but its paging keys", () => {
    const { position } = next.link("https://api.acme.example/v1/items?after=5&state=all&access_token=x");
    expect(position).toBe("after=5");
  });
});

test("pages.relay keeps the document and its other variables, and sends no cursor for the first page", () => {
  const way = pages.relay({ at: "data.items", max: MAX });
  const json = { query: "query Items($first: Int!, $after: String, $team: ID) { … }", variables: { team: "t1" } };
  const sent = (position: string | null) => way.apply({ ...LIST, json }, { limit: 3, position }).json;
  expect(JSON.stringify(sent(null))).toBe(JSON.stringify({ ...json, variables: { team: "t1", first: 3 } }));
  expect(sent("c-3")).toEqual({ ...json, variables: { team: "t1", first: 3, after: "c-3" } });
});
