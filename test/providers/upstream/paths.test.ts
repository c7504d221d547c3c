// Request URLs: no value of a caller's changes the host, the path's segments or the query of a plugin's request.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { path, UnsafePathValue, type UpstreamPath } from "../../../src/plugin/index.ts";
import { requestUrl } from "../../../src/providers/upstream/send.ts";
import { type AcmeGateway, startAcmeGateway } from "../../support/acme.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { always, jsonAnswer } from "../../support/tcp-upstream.ts";

let it: AcmeGateway;
beforeAll(async () => {
  it = await startAcmeGateway();
  it.upstream.answer(always(jsonAnswer({ id: 7, title: "A title" })));
});
afterAll(() => it.close());

/** Sends a raw request target; returns the status and what the provider received. */
async function send(target: string) {
  const before = it.upstream.requests.length;
  const { status } = await sendRaw(it.gateway.url, { target, headers: [`Authorization: Bearer ${it.key}`] });
  return { status, seen: it.upstream.requests.slice(before).map((request) => request.path) };
}

describe("S-57, S-58: a path parameter", () => {
  const HOSTILE = [
    "..%2f..%2fme",
    "..%2Fme",
    "%2e%2e",
    "%2e%2e%2fme",
    ".",
    "..",
    "%2e",
    "%252e%252e",
    "%252e%252e%252fme",
    "a%2fb",
    "a%5cb",
    "a%3fx=1",
    "a%23b",
    "a%00b",
    "a%0d%0ab",
    "a%0aHost:%20evil.example",
    "%2f%2fevil.example",
    "%5c%5cevil.example",
    "a%25b",
    "%7f",
    "https:%2f%2fevil.example",
    "a%c0%af",
    "%ff",
    "%e0%80%ae",
  ];
  for (const value of HOSTILE) {
    test(`written ${value} is refused, or stays one segment`, async () => {
      const { status, seen } = await send(`/api/v1/acme/items/${value}`);
      expect([400, 404]).toContain(status);
      expect(seen).toEqual([]);
    });
  }

  for (const [value, sent] of [
    ["7", "7"],
    ["a;b", "a%3Bb"],
    ["a@evil.example", "a%40evil.example"],
    ["a:80", "a%3A80"],
    ["a%20b", "a%20b"],
    ["%C3%A9", "%C3%A9"],
    ["...", "..."],
    ["a..b", "a..b"],
    ["a&b=c", "a%26b%3Dc"],
    ["a+b", "a%2Bb"],
  ] as const) {
    test(`written ${value} is sent as ${sent}, encoded once`, async () => {
      expect(await send(`/api/v1/acme/items/${value}`)).toEqual({ status: 200, seen: [`/items/${sent}`] });
    });
  }

  test("that a URL parser would resolve, or that no URL can carry, is refused by `path`", () => {
    for (const value of ["", ".", "..", "a\\b", "a\u0000b", "a\nb", "\ud800"]) {
      expect(() => path`/items/${value}`).toThrow(UnsafePathValue);
    }
    expect(path`/items/${"a/b"}` as string).toBe("/items/a%2Fb");
  });

  test("of any text stays within its segment on the declared host, or is refused before anything is sent", () => {
    const base = "https://api.acme.example/v1";
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({ unit: fc.constantFrom(".", "/", "\\", "%", "2", "e", "f", "@", ":", "?", "#", "\t") }),
        ),
        (value) => {
          let made: UpstreamPath;
          try {
            made = path`/items/${value}/parts`;
            const url = new URL(requestUrl(base, { path: made }));
            expect(url.origin).toBe("https://api.acme.example");
            expect(url.search + url.hash).toBe("");
            const [root, version, items, segment, parts, ...rest] = url.pathname.split("/");
            expect([root, version, items, parts, rest]).toEqual(["", "v1", "items", "parts", []]);
            expect(decodeURIComponent(segment as string)).toBe(value);
          } catch (error) {
            expect(error).toBeInstanceOf(UnsafePathValue);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("S-31: the host that a request goes to", () => {
  test("is the declared one even for a path that was never encoded", () => {
    for (const hostile of [
      "@evil.example/x",
      ":80@evil.example/x",
      ".evil.example/x",
      "/../x",
      "/a/../../x",
      "/a?b=c",
      "/a#b",
      "\\evil.example",
      "/%2e%2e/x",
    ]) {
      expect(() => requestUrl("https://api.acme.example", { path: hostile as UpstreamPath })).toThrow(
        "where the request goes",
      );
    }
    expect(requestUrl("https://api.acme.example", { path: "//evil.example/x" as UpstreamPath })).toStartWith(
      "https://api.acme.example/",
    );
  });

  test("is not changed by the caller's absolute target, Host header or port", async () => {
    const before = it.upstream.requests.length;
    const target = "/api/v1/acme/items/7";
    const headers = ["X-Forwarded-Host: evil.example", "X-Upstream-Host: evil.example"];
    await sendRaw(it.gateway.url, { target, headers: [`Authorization: Bearer ${it.key}`, ...headers] });
    const [seen] = it.upstream.requests.slice(before);
    expect(seen?.header("host")).toBe(`127.0.0.1:${it.upstream.port}`);
  });
});

describe("S-59: query parameters", () => {
  test("that the endpoint does not declare are refused, and nothing is sent", async () => {
    for (const query of ["access_token=x", "STATE=open", "state[]=open", "__proto__=x", "fields=*"]) {
      expect(await send(`/api/v1/acme/items?${query}`)).toEqual({ status: 400, seen: [] });
    }
  });

  test("given twice are refused", async () => {
    expect((await send("/api/v1/acme/items?state=a&state=b")).status).toBe(400);
  });

  test("are sent as data under their own name", async () => {
    it.upstream.answer(always(jsonAnswer({ items: [] })));
    const { seen } = await send("/api/v1/acme/items?state=a%26admin%3D1%23x&limit=3");
    expect(seen).toEqual(["/items?state=a%26admin%3D1%23x&limit=3"]);
    it.upstream.answer(always(jsonAnswer({ id: 7, title: "A title" })));
  });
});
