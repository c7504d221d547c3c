// Headers: none of the caller's go to the provider, none of the provider's to the caller.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { path } from "../../../src/plugin/index.ts";
import { send } from "../../../src/providers/upstream/send.ts";
import { type AcmeGateway, startAcmeGateway } from "../../support/acme.ts";
import { rejection } from "../../support/rejection.ts";
import { always, answerOf, jsonAnswer, startTcpUpstream, type TcpUpstream } from "../../support/tcp-upstream.ts";

const ITEM = { id: 7, title: "A title" };
const ONE = "/api/v1/acme/items/7";
const FILE = `${ONE}/file`;
const BYTES = { accept: "application/octet-stream" };
/** What a provider may try to set on our origin. */
const INTRUSIVE = {
  "set-cookie": "session=theirs; Path=/",
  server: "acme-server/1.0",
  "x-powered-by": "acme",
  "access-control-allow-origin": "*",
  "access-control-allow-credentials": "true",
  "strict-transport-security": "max-age=1",
  "content-security-policy": "default-src *",
  "x-content-type-options": "sniff",
  "cache-control": "public, max-age=3600",
  location: "https://evil.example/",
  refresh: "0; url=https://evil.example/",
  "www-authenticate": "Basic",
  "x-ratelimit-remaining": "4999",
  "x-request-id": "theirs",
  "x-error-code": "THEIRS",
  "x-acme-internal": "10.0.0.7",
};

let it: AcmeGateway;
const ask = (path: string, headers: Record<string, string> = {}) =>
  it.gateway.call("GET", path, { key: it.key, headers });

beforeAll(async () => {
  it = await startAcmeGateway();
});
afterAll(() => it.close());

describe("S-61: a header value of a plugin's", () => {
  test.each([
    ["a carriage return", "a\rb"],
    ["a line feed", "a\nX-Injected: 1"],
    ["NUL", "a\u0000b"],
    ["a character beyond one byte", "ł"],
  ])("with %s is refused, and nothing is sent", async (_, value) => {
    let sent = 0;
    const fetch = async () => {
      sent++;
      return new Response();
    };
    const request = { path: path`/things`, headers: { "x-plugin": value } };
    const error = await rejection(
      send("https://api.acme.example", request, { fetch, signal: new AbortController().signal }),
    );
    expect(String(error)).toContain('The value of "x-plugin" is not valid in a header.');
    expect(sent).toBe(0);
  });
});

describe("S-60: the caller's headers", () => {
  const theirs = {
    cookie: "session=caller",
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-host": "evil.example",
    forwarded: "for=203.0.113.7",
    "x-real-ip": "203.0.113.7",
    "x-request-id": "caller-1",
    "accept-language": "de",
    referer: "https://caller.example/",
    origin: "https://caller.example",
    "x-custom": "caller",
    "if-none-match": '"tag"',
    range: "bytes=0-1",
    te: "trailers",
  };
  for (const [what, path, method] of [
    ["a read", ONE, "GET"],
    ["a write", "/api/v1/acme/items", "POST"],
    ["a file", FILE, "GET"],
  ] as const) {
    test(`of ${what} are not sent to the provider: it gets the gateway's own, with the integration's credential`, async () => {
      const { requests } = await it.upstream.during(always(jsonAnswer(ITEM)), () =>
        it.gateway.call(method, path, {
          key: it.key,
          headers: theirs,
          ...(method === "POST" && { body: { title: "A title" } }),
        }),
      );
      const [seen] = requests;
      const names = seen?.headers.map(([name]) => name).sort();
      const body = method === "POST" ? ["content-length", "content-type"] : [];
      expect(names).toEqual(
        ["accept", "accept-encoding", "authorization", "connection", "host", "user-agent", ...body].sort(),
      );
      expect(seen?.header("authorization")).toBe(`Bearer ${it.accessToken}`);
      expect(seen?.header("host")).toBe(`127.0.0.1:${it.upstream.port}`);
      const text = JSON.stringify(seen?.headers);
      expect(text).not.toContain(it.key);
      expect(text).not.toMatch(/caller|203\.0\.113|evil/);
    });
  }
});

describe("S-62: the provider's headers", () => {
  for (const [what, path, headers, response] of [
    ["a JSON response", ONE, {}, jsonAnswer(ITEM, 200, INTRUSIVE)],
    ["an error", ONE, {}, jsonAnswer({}, 500, INTRUSIVE)],
    ["a file's JSON form", FILE, {}, answerOf(200, INTRUSIVE, "text")],
    ["a streamed file", FILE, BYTES, answerOf(200, { ...INTRUSIVE, "content-type": "text/html" }, "<script>")],
  ] as const) {
    test(`of ${what} are not sent to the caller`, async () => {
      it.upstream.answer(always(response as Uint8Array));
      const got = await ask(path, { ...headers, "x-request-id": "mine" });
      const leaked = [...got.headers].filter(([name, value]) => (INTRUSIVE as Record<string, string>)[name] === value);
      expect(leaked).toEqual([]);
      for (const name of [
        "set-cookie",
        "server",
        "access-control-allow-origin",
        "location",
        "refresh",
        "x-acme-internal",
      ]) {
        expect(got.headers.get(name)).toBeNull();
      }
      expect(got.headers.get("x-request-id")).toBe("mine");
      expect(got.headers.get("cache-control")).toBe("no-store");
    });
  }

  test("S-64: a streamed file is an attachment, never sniffed, framed or run, whatever its type at the provider", async () => {
    it.upstream.answer(always(answerOf(200, { "content-type": "text/html" }, "<script>alert(1)</script>")));
    const got = await ask(FILE, BYTES);
    expect(got.status).toBe(200);
    expect(got.headers.get("content-type")).toBe("application/octet-stream");
    expect(got.headers.get("content-disposition")).toBe(
      `attachment; filename="notes.html"; filename*=UTF-8''notes.html`,
    );
    expect(got.headers.get("x-content-type-options")).toBe("nosniff");
    expect(got.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  });

  test("S-64: a JSON response is never sniffed either", async () => {
    it.upstream.answer(always(jsonAnswer({ id: 7, title: "<script>alert(1)</script>" })));
    const got = await ask(ONE);
    expect(got.headers.get("content-type")).toStartWith("application/json");
    expect(got.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("S-34: a redirect", () => {
  let evil: TcpUpstream;
  beforeAll(async () => {
    evil = await startTcpUpstream();
    evil.answer(always(jsonAnswer(ITEM)));
  });
  afterAll(() => evil.close());
  /** Redirects every request that is not for the item itself to `location`. */
  const redirecting = (status: number, location: () => string) => always(answerOf(status, { location: location() }));

  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} to another origin is 502, and nothing is sent there`, async () => {
      const { result, requests } = await it.upstream.during(
        redirecting(status, () => `${evil.url}/items/7`),
        () => ask(ONE),
      );
      expect(result.status).toBe(502);
      expect(result.json.code).toBe("PROVIDER_ERROR");
      expect(requests).toHaveLength(1);
      expect(evil.requests).toEqual([]);
      expect(result.text).not.toContain(evil.url);
    });
  }

  test("to another origin is not followed in any spelling", async () => {
    const host = `127.0.0.1:${evil.port}`;
    const spellings = [
      `//${host}/items/7`,
      `\\\\${host}/items/7`,
      `/\\${host}/items/7`,
      `http:\\\\${host}`,
      `http://user@${host}/`,
      "http://[",
      "file:///etc/passwd",
      "data:application/json,{}",
    ];
    for (const spelling of spellings) {
      const { result } = await it.upstream.during(
        redirecting(302, () => spelling),
        () => ask(ONE),
      );
      expect(result.status).toBe(502);
    }
    expect(evil.requests).toEqual([]);
  });

  test("of a write or of a file to another origin is not followed", async () => {
    it.upstream.answer(redirecting(307, () => `${evil.url}/items`));
    const write = await it.gateway.call("POST", "/api/v1/acme/items", { key: it.key, body: { title: "A title" } });
    expect(write.status).toBe(502);
    expect((await ask(FILE, BYTES)).status).toBe(502);
    expect(evil.requests).toEqual([]);
  });

  test("on the same origin is followed with the credential, up to three times", async () => {
    const after = (redirects: number) => {
      let left = redirects;
      return it.upstream.during(
        (_, wire) => {
          wire.write(left-- > 0 ? answerOf(301, { location: `/moved/${left}` }) : jsonAnswer(ITEM));
          wire.end();
        },
        () => ask(ONE),
      );
    };
    const three = await after(3);
    expect(three.result.json.data).toEqual({ id: "7", title: "A title" });
    expect(three.requests.map(({ path }) => path)).toEqual(["/items/7", "/moved/2", "/moved/1", "/moved/0"]);
    expect(three.requests.every((request) => request.header("authorization") === `Bearer ${it.accessToken}`)).toBe(
      true,
    );
    const four = await after(4);
    expect(four.result.status).toBe(502);
    expect(four.requests).toHaveLength(4);
  });

  test("to itself or without a location ends", async () => {
    const itself = await it.upstream.during(
      redirecting(302, () => "/items/7"),
      () => ask(ONE),
    );
    expect(itself.result.status).toBe(502);
    expect(itself.requests).toHaveLength(4);
    const nowhere = await it.upstream.during(always(answerOf(302, {})), () => ask(ONE));
    expect(nowhere.result.status).toBe(502);
    expect(nowhere.requests).toHaveLength(1);
  });
});
