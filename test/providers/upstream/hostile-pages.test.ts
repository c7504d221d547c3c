// A provider's next pages and redirects: never to another host, never in circles.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import github from "../../../plugins/github/index.ts";
import google from "../../../plugins/google/index.ts";
import microsoft from "../../../plugins/microsoft/index.ts";
import notion from "../../../plugins/notion/index.ts";
import slack from "../../../plugins/slack/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { type Connected, connected } from "../../support/acme.ts";
import { everyPaging, methodOf, WAYS } from "../../support/every-paging.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import {
  always,
  answerOf,
  jsonAnswer,
  type Script,
  type SeenRequest,
  startTcpUpstream,
  type TcpUpstream,
} from "../../support/tcp-upstream.ts";

const EVERY = Object.keys(WAYS);
/** Pagination that follows the provider's position; the others count by themselves. */
const TELLING = ["cursor", "cursor_in_form", "cursor_in_json", "last_id", "link", "next_link"];
/** One pagination for each kind of request, for what happens before a page is read. */
const SOME = ["cursor", "cursor_in_form", "cursor_in_json", "whole"];
const plugins = [everyPaging, github, google, microsoft, notion, slack] as unknown as Provider[];

let gateway: TestGateway;
let upstream: TcpUpstream;
const users = new Map<string, Connected>();
/** Every URL that the gateway has requested. */
const requestedUrls: string[] = [];

beforeAll(async () => {
  upstream = await startTcpUpstream();
  const client = { clientId: "client", clientSecret: "secret" };
  const settings = plugins.map(({ id, baseUrl }) => {
    const ours =
      typeof baseUrl === "string"
        ? upstream.url
        : Object.fromEntries(Object.keys(baseUrl).map((name) => [name, upstream.url]));
    return [id, { ...client, baseUrl: ours }];
  });
  gateway = await startTestGateway({
    lane: "embedded",
    plugins,
    settings: Object.fromEntries(settings),
    cooldowns: { secondsLeft: () => 0, start: () => {}, clear: () => {} },
    fetch: (url, init) => {
      requestedUrls.push(url);
      return fetch(url, init);
    },
  });
  for (const plugin of plugins) users.set(plugin.id, await connected(gateway, plugin));
});
afterAll(async () => {
  await upstream.close();
  await gateway.close();
});
beforeEach(() => {
  gateway.clock.nextMinute();
  requestedUrls.length = 0;
});

const call = (path: string, method = "GET", headers: Record<string, string> = {}) => {
  const { key } = users.get(path.split("/")[1] as string) as Connected;
  return gateway.call(method, `/api/v1${path}`, { key, headers, body: method === "POST" ? {} : undefined });
};
const listBy = (way: string, more = "") => call(`/acme/by/${way}${more}`, methodOf(way));
const following = (cursor: string) => `?cursor=${encodeURIComponent(cursor)}`;
const expectNowhereElse = () => expect(requestedUrls.filter((url) => !url.startsWith(`${upstream.url}/`))).toEqual([]);

/** A page that names its next one in every form at once. */
const pageTo = (next: unknown, link?: string, id: unknown = 7) =>
  jsonAnswer({ items: [{ id, title: "A title" }], next, more: true }, 200, link === undefined ? {} : { link });

/** Hostile positions of a next page. */
const HOSTILE = [
  "https://evil.example/items?page=2&cursor=2",
  "http://169.254.169.254/latest/meta-data/?page=2",
  "http://127.0.0.1:1/?page=2",
  "http://[::1]/?page=2",
  "//evil.example/?page=2",
  "https://ada:pw@evil.example/?page=2",
  "https://evil.example\\@api.acme.example/?page=2",
  "file:///etc/passwd?page=2",
  "javascript:alert(1)?page=2",
  "?page=2#@evil.example",
  "/../../../admin?page=2",
  "page=2\r\nx-injected: 1\r\n\r\nGET /other HTTP/1.1",
  "?page=2%0d%0ax-injected:%201",
  "?page=2&page=3&limit=9999&page=%00",
  "?access_token=theirs&page=2",
  "2/../../admin",
  "\u0000\u2028\ud800",
  "?".repeat(1_000),
  "{}",
];

describe("the next page of a list", () => {
  test.each(EVERY)("S-31: by %s is requested from the same host, whatever the provider says", async (way) => {
    let followed = 0;
    for (const next of TELLING.includes(way) ? HOSTILE : HOSTILE.slice(0, 2)) {
      const printable = next.replace(/[^\x20-\x7e]/g, "");
      upstream.answer(always(pageTo(next, `<${printable}>; rel="next"`, next)));
      const before = upstream.requests.length;
      const { json } = await listBy(way, "?limit=1");
      const cursor = json.data.next_cursor as string | null;
      if (cursor !== null) await listBy(way, `${following(cursor)}&limit=1`);
      const seen = upstream.requests.slice(before);
      for (const request of seen) {
        expect(request.path.split("?")[0]).toBe(`/by/${way}`);
        expect(request.method).toBe(methodOf(way));
        expect(request.header("x-injected")).toBeUndefined();
        // A next URL is followed with its full query; of a Link header only the paging parameters are used.
        if (way !== "next_link") expect(request.path).not.toContain("access_token=");
        expect(request.header("authorization")).toBe(`Bearer ${users.get("acme")?.accessToken}`);
        expect(request.header("host")).toBe(upstream.url.slice("http://".length));
      }
      expect(seen).toHaveLength(cursor === null ? 1 : 2);
      followed += seen.length - 1;
    }
    // A list without pagination has no next page.
    expect(followed > 0).toBe(way !== "whole");
    expectNowhereElse();
  });

  const LONG: Record<string, Buffer> = Object.fromEntries(
    TELLING.map((way) => {
      const mark = "m".repeat(way === "link" ? 100_000 : 1_000_000);
      return [way, pageTo(`?cursor=${mark}`, `</by/link?cursor=${mark}>; rel="next"`, mark)];
    }),
  );
  test.each(TELLING)(
    "by %s, where its mark is too long to come back in a cursor, is 502 and no dead end",
    async (way) => {
      // A full page is not the last.
      upstream.answer(always(LONG[way] as Buffer));
      const response = await listBy(way, "?limit=1");
      expect(response.status).toBe(502);
      expect(response.json.details).toMatchObject({ provider: "acme", code: "unusable_position" });
      expect(response.text.length).toBeLessThan(500);
    },
  );

  test.each(TELLING)("by %s, with the longest allowed position, can be followed", async (way) => {
    const mark = "m".repeat(2_900);
    upstream.answer(always(pageTo(`?cursor=${mark}`, `</by/link?cursor=${mark}>; rel="next"`, mark)));
    const { json } = await listBy(way, "?limit=1");
    expect(json.data.next_cursor.length).toBeLessThanOrEqual(4_096);
    upstream.answer(always(jsonAnswer({ items: [] })));
    expect((await listBy(way, `${following(json.data.next_cursor)}&limit=1`)).json.data.next_cursor).toBeNull();
  });

  test.each(TELLING)("by %s that leads to itself is 502 instead of an endless list", async (way) => {
    upstream.answer(always(pageTo("?cursor=same", '</by/link?cursor=same>; rel="next"')));
    const first = await listBy(way, "?limit=1");
    expect(first.status).toBe(200);
    const second = await listBy(way, `${following(first.json.data.next_cursor)}&limit=1`);
    expect([second.status, second.json.details.code]).toEqual([502, "same_page"]);
  });

  test.each(["number", "number_told", "offset", "offset_told"])(
    "by %s moves on by our own count, however the provider counts",
    async (way) => {
      upstream.answer(
        always(jsonAnswer({ items: [{ id: 7, title: "A title" }], more: true, page: 1, start: 0, next: 1 })),
      );
      const seen: (string | null)[] = [];
      let more = "?limit=1";
      for (let i = 0; i < 4; i++) {
        const { json } = await listBy(way, more);
        more = `${following(json.data.next_cursor)}&limit=1`;
        const url = new URL(requestedUrls.at(-1) as string);
        seen.push(url.searchParams.get(way.startsWith("number") ? "page" : "start"));
      }
      expect(seen).toEqual(way.startsWith("number") ? ["1", "2", "3", "4"] : ["0", "1", "2", "3"]);
    },
  );

  test("costs one request a call, however often the provider says that there is more", async () => {
    for (const way of EVERY) {
      let n = 0;
      upstream.answer((_, wire) => {
        n++;
        wire.write(pageTo(`?cursor=${n}`, `</by/link?cursor=${n}>; rel="next"`));
        wire.end();
      });
      await listBy(way, "?limit=1");
      expect(`${way}: ${n}`).toBe(`${way}: 1`);
    }
  });

  test("a list that counts items ends at an empty page, whatever the provider says", async () => {
    upstream.answer(always(jsonAnswer({ items: [], more: true })));
    for (const way of ["offset", "offset_told", "number", "last_id"]) {
      expect((await listBy(way)).json.data.next_cursor).toBeNull();
    }
  });
});

/** Lists of real plugins, with a valid response and a hostile next page. */
const REAL: [
  path: string,
  method: "GET" | "POST",
  good: object,
  next: (url: string) => [object, Record<string, string>],
][] = [
  ["/github/repos/ada/engine/branches", "GET", [], (url) => [[], { link: `<${url}>; rel="next"` }]],
  ["/microsoft/mail/messages", "GET", { value: [] }, (url) => [{ value: [], "@odata.nextLink": url }, {}]],
  [
    "/slack/channels",
    "GET",
    { ok: true, channels: [] },
    (url) => [{ ok: true, channels: [], response_metadata: { next_cursor: url } }, {}],
  ],
  [
    "/notion/search",
    "POST",
    { results: [], next_cursor: null },
    (url) => [{ results: [], next_cursor: url, has_more: true }, {}],
  ],
  ["/google/drive/files", "GET", { files: [] }, (url) => [{ files: [], nextPageToken: url }, {}]],
];

describe.each(REAL)("%s", (path, method, good, next) => {
  test("S-31: requests its next page from the same host, whatever the provider says", async () => {
    let followed = 0;
    for (const url of HOSTILE.slice(0, 12)) {
      const [json, headers] = next(method === "GET" ? url.replace(/[^\x20-\x7e]/g, "") : url);
      upstream.answer(always(jsonAnswer(json, 200, headers)));
      const before = upstream.requests.length;
      const first = await call(path, method);
      expect(first.status).toBe(200);
      const cursor = first.json.data.next_cursor as string | null;
      if (cursor !== null) {
        followed++;
        const known = upstream.requests.length;
        await call(path + following(cursor), method);
        expect(upstream.requests.length).toBeGreaterThan(known);
      }
      const [one, ...rest] = upstream.requests.slice(before) as [SeenRequest, ...SeenRequest[]];
      for (const request of rest) {
        expect(request.path.split("?")[0]).toBe(one.path.split("?")[0] as string);
        expect(request.header("x-injected")).toBeUndefined();
        expect(request.header("authorization")).toBe(one.header("authorization"));
      }
    }
    expect(followed).toBeGreaterThan(0);
    expectNowhereElse();
  });

  for (const [what, response, outcome] of [
    ["an HTML page", answerOf(200, { "content-type": "text/html" }, "<html>Sign in</html>"), "502 not_json"],
    ["JSON that breaks off", jsonAnswer(JSON.stringify(good).slice(0, -1)), "502 not_json"],
    ["nothing", answerOf(200, {}), "502 unexpected_shape"],
    ["null", jsonAnswer("null"), "502 unexpected_shape"],
    ["a number", jsonAnswer("5"), "502 unexpected_shape"],
    ["a body cut short", answerOf(200, { "content-length": "1000" }, JSON.stringify(good)), "502 cut_short"],
    ["an HTML page with 503", answerOf(503, { "content-type": "text/html" }, "<html>Down</html>"), "503 server_error"],
    ["an HTML page with 500", answerOf(500, { "content-type": "text/html" }, "<html>at /srv/app</html>"), "502 "],
    ["the rate limit", jsonAnswer({}, 429, { "retry-after": "99999999999999999999" }), "503 rate_limited"],
    [
      "the rate limit by a page",
      answerOf(429, { "retry-after": "soon" }, "<html>Slow down</html>"),
      "503 rate_limited",
    ],
    ["a redirect elsewhere", answerOf(302, { location: "https://evil.example/" }), "502 redirect"],
  ] as const) {
    test(`${what} is ${outcome.trim()}`, async () => {
      upstream.answer(always(response));
      const { status, json, headers, text } = await call(path, method);
      const named = `${status} ${json.details.code ?? json.details.reason ?? ""}`;
      // Slack without `ok: true` is a failure before the shape is checked.
      const isRefusal = path.startsWith("/slack") && outcome.startsWith("502");
      expect(named).toStartWith(isRefusal ? "502 " : outcome);
      expect(Number(headers.get("retry-after") ?? 1)).toBeWithin(1, 3_601);
      expect(text).not.toMatch(/srv|evil|html/);
      expectNowhereElse();
    });
  }
});

/** Where a provider may redirect; `OWN` is its own origin. */
const ELSEWHERE = [
  "https://evil.example/items",
  "http://169.254.169.254/latest/meta-data/",
  "http://127.0.0.1:1/",
  "http://localhost:1/",
  "http://0x7f000001:1/",
  "http://[::ffff:127.0.0.1]:1/",
  "//evil.example/",
  "\\\\evil.example\\",
  "https:evil.example",
  "file:///etc/passwd",
  "data:application/json,{}",
  "javascript:alert(1)",
  "http://",
  "",
  `https://evil.example/${"a".repeat(100_000)}`,
];

describe("S-34: a redirect", () => {
  const expectRefused = async (location: string | undefined, status: number, ways = SOME) => {
    upstream.answer(always(answerOf(status, location === undefined ? {} : { location }, "{}")));
    const lists = await Promise.all(ways.map((way) => listBy(way)));
    const files = await Promise.all(
      ["application/json", "application/octet-stream"].map((accept) => call("/acme/items/7/file", "GET", { accept })),
    );
    for (const response of [...lists, ...files]) {
      expect([response.status, response.json.details.code]).toEqual([502, "redirect"]);
      expect(response.text).not.toContain("evil");
    }
    expectNowhereElse();
  };
  for (const location of ELSEWHERE) {
    test(`to ${location.slice(0, 50) || "nowhere"} is followed by no list and no file`, () =>
      expectRefused(location, 302));
  }
  test.each([301, 307, 308])("of status %d elsewhere is not followed either", (status) =>
    expectRefused("https://evil.example/", status, EVERY),
  );
  test("without a location is an error", () => expectRefused(undefined, 302));

  test("to itself ends after three", async () => {
    for (const way of EVERY) {
      const { result, requests } = await upstream.during(always(answerOf(302, { location: "" }, "{}")), () =>
        listBy(way),
      );
      expect([way, result.status, result.json.details.code, requests.length]).toEqual([way, 502, "redirect", 4]);
    }
  });

  test("to the own host with a user name and password carries our credential and no other", async () => {
    const location = upstream.url.replace("http://", "http://evil:pw@");
    for (const way of EVERY) {
      const seen: SeenRequest[] = [];
      const script: Script = (request, wire) => {
        seen.push(request);
        wire.write(seen.length === 1 ? answerOf(302, { location }) : jsonAnswer({ items: [] }));
        wire.end();
      };
      upstream.answer(script);
      await listBy(way);
      expect(seen).toHaveLength(2);
      for (const { headers } of seen)
        expect(headers.filter(([name]) => name === "authorization")).toEqual([
          ["authorization", `Bearer ${users.get("acme")?.accessToken}`],
        ]);
    }
  });
});

describe("R-19: a rate limit with an odd wait", () => {
  for (const [value, wait] of [
    ["0", 1],
    ["00000000000000000000001", 1],
    ["3601", 3600],
    ["9".repeat(5_000), 3600],
    ["1e9", null],
    ["0x10", null],
    ["+30", null],
    ["30, 60", null],
    ["30;60", null],
    ["30 seconds", null],
    ["NaN", null],
    ["Infinity", null],
    ["", null],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 1],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 3600],
    ["Fri, 99 Foo 2026 99:99:99 GMT", null],
  ] as const) {
    test(`${JSON.stringify(value.slice(0, 40))} is a wait of ${wait ?? "none"} for lists and the file`, async () => {
      upstream.answer(always(answerOf(429, { "retry-after": value }, "{}")));
      const calls = [...SOME.map((way) => listBy(way)), call("/acme/items/7/file")];
      for (const { status, json, headers } of await Promise.all(calls)) {
        expect(status).toBe(503);
        expect(json.details).toMatchObject({ provider: "acme", reason: "rate_limited", retry_after: wait });
        expect(headers.get("retry-after")).toBe(wait === null ? null : String(wait));
      }
    });
  }
});

describe("a download from Google Drive", () => {
  const CONTENT = "/google/drive/files/f1/content";
  const META = { id: "f1", name: "film.mp4", mimeType: "video/mp4", size: "3" };
  /** A valid description of the file, and the test's bytes. */
  const bytes =
    (response: Buffer): Script =>
    (request, wire) => {
      wire.write(request.path.includes("alt=media") ? response : jsonAnswer(META));
      wire.end();
    };
  const get = (accept = "application/json") => call(CONTENT, "GET", { accept });

  for (const [what, response, outcome] of [
    ["bytes cut short", answerOf(200, { "content-length": "1000" }, "abc"), "502 cut_short"],
    ["an error", answerOf(500, {}, "<html>at /srv/app</html>"), "502 "],
    ["no such file", jsonAnswer({ error: { code: 404, message: "gone" } }, 404), "404 "],
    ["a redirect elsewhere", answerOf(302, { location: "https://evil.example/f1" }), "502 redirect"],
    ["a redirect to a private address", answerOf(307, { location: "http://169.254.169.254/" }), "502 redirect"],
    ["a closed connection", Buffer.alloc(0), "503 reset"],
    ["packing that is none", answerOf(200, { "content-encoding": "gzip" }, "abc"), "502 cut_short"],
  ] as const) {
    test(`with ${what} is ${outcome.trim()}`, async () => {
      upstream.answer(bytes(response));
      const { status, json, text } = await get();
      expect(`${status} ${json.details.code ?? json.details.reason ?? ""}`).toStartWith(outcome);
      expect(text).not.toMatch(/srv|evil/);
      expectNowhereElse();
    });
  }

  test("whose description is a page of HTML is 502, and no bytes are requested", async () => {
    const { result, requests } = await upstream.during(always(answerOf(200, {}, "<html></html>")), get);
    expect([result.status, result.json.details.code, requests.length]).toEqual([502, "not_json", 1]);
  });

  test.each([
    ["name", {}],
    ["name", 7],
    ["mimeType", {}],
    ["mimeType", ["text/plain"]],
    ["size", {}],
    ["size", "-1"],
    ["size", "three"],
    ["shortcutDetails", "f2"],
  ])("whose description has a %s of %j breaks nothing", async (field, wrong) => {
    const description = { ...META, [field]: wrong };
    upstream.answer((request, wire) => {
      wire.write(request.path.includes("alt=media") ? answerOf(200, {}, "abc") : jsonAnswer(description));
      wire.end();
    });
    const { status, json } = await get();
    expect([200, 502]).toContain(status);
    if (status === 200) expect(json.data.content).toBe("abc");
    else expect(json.details.code).toBe("unexpected_shape");
  });

  test("with a hostile name and type sets no header of its own", async () => {
    const description = { ...META, name: 'a"\r\nset-cookie: x=1\r\n\ud800.html', mimeType: "text/html\r\nx-evil: 1" };
    upstream.answer((request, wire) => {
      wire.write(request.path.includes("alt=media") ? answerOf(200, {}, "abc") : jsonAnswer(description));
      wire.end();
    });
    const { status, headers, text } = await get("application/octet-stream");
    expect([status, text]).toEqual([200, "abc"]);
    expect([headers.get("set-cookie"), headers.get("x-evil"), headers.get("x-file-mime-type")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(headers.get("content-type")).toBe("application/octet-stream");
  });
});
