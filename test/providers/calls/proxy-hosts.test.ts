// Where a raw request goes and what it carries: nothing in a path, a query, a header or a body leads to another host.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rawHosts, rawPathError } from "../../../src/providers/upstream/raw-request.ts";
import { resolveTarget } from "../../../src/providers/upstream/target.ts";
import { type Connected, connected } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { always, type ProviderServer, proxied, startProviderServer } from "../../support/proxied-provider.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(HOOK_MS);

const ROOT = "/api/v1/proxied/proxy";
let gateway: TestGateway;
let [api, files]: ProviderServer[] = [];
let ada: Connected;
let key: string;

beforeAll(async () => {
  [api, files] = await Promise.all([startProviderServer(), startProviderServer()]);
  const baseUrl = { items: `${api.url}/v2`, files: `${files.url}/behind` };
  gateway = await startTestGateway({
    lane: "embedded",
    plugins: [proxied],
    settings: { proxied: { clientId: "client", clientSecret: "secret", baseUrl } },
  });
  ada = await connected(gateway, proxied);
  const made = await gateway.admin("POST", "/keys", { user: ada.userId, permissions: ["proxy.use"] });
  key = made.json.data.key;
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([api?.close(), files?.close()]);
});
beforeEach(() => {
  gateway.clock.nextMinute();
  for (const server of [api, files]) {
    server?.answer(always(200, { "content-type": "application/json" }, '{"ok":1}'));
    server?.seen.splice(0);
  }
});

const auth = () => `Authorization: Bearer ${key}`;
const raw = (target: string, headers: string[] = [], more: Partial<Parameters<typeof sendRaw>[1]> = {}) =>
  sendRaw(gateway.url, { target, headers: [auth(), ...headers], ...more });
const sentTo = (server?: ProviderServer) => (server?.seen ?? []).map(({ method, url }) => `${method} ${url}`);

describe("S-31, S-57, S-58: the path", () => {
  test.each([
    ["/v2/items", "/v2/items"],
    ["/v2/items/", "/v2/items/"],
    ["/", "/"],
    ["/v2/items?a=1&a=2&b=%26&c=x%20y", "/v2/items?a=1&a=2&b=%26&c=x%20y"],
    ["/projects/group%2Fproject", "/projects/group%2Fproject"],
    ["/sites/https%3A%2F%2Fevil.example%2F", "/sites/https%3A%2F%2Fevil.example%2F"],
    ["/users/@me", "/users/@me"],
    ["/@evil.example/x", "/@evil.example/x"],
    ["/a:b;c=d,e!$'()*+", "/a:b;c=d,e!$'()*+"],
    ["/...", "/..."],
    [`${"/a".repeat(28)}/`, `${"/a".repeat(28)}/`],
    ["/caf%C3%A9", "/caf%C3%A9"],
    ["/v2/items?url=//evil.example/..%2f", "/v2/items?url=//evil.example/..%2f"],
  ])("%s reaches the first host as %s", async (path, expected) => {
    const response = await raw(ROOT + path);
    expect([response.status, response.body]).toEqual([200, '{"ok":1}']);
    expect(sentTo(api)).toEqual([`GET ${expected}`]);
    expect(sentTo(files)).toEqual([]);
  });

  test.each([
    "//evil.example/x",
    "/a//b",
    "/../admin",
    "/a/../../../other",
    "/./a",
    "/a/./",
    "/a/../b/",
    "/%2e%2e/a",
    "/%2E./a",
    "/a/%2e%2e",
    "/..%2fa",
    "/a%2f..%2fb",
    "/a%2f%2e%2e%2fb",
    "/%252e%252e/a",
    "/%25252e%25252e/a",
    "/%2525252525252e",
    "/..;/a",
    "/..;x=1/a",
    "/a\\b",
    "/\\evil.example",
    "/a%5cb",
    "/a%255cb",
    "/a%00b",
    "/a%0d%0aHost:%20evil",
    "/a%250ab",
    "/%",
    "/%zz",
    "/%ff%fe/%2e%2e",
    "/a|b",
    "/a[b]",
    "/caf\u00e9/../x",
    `/${"a/".repeat(40)}../b`,
    `/${"a/".repeat(40)}${"../".repeat(38)}b/`,
    `/${"a/".repeat(28)}b`,
    `/${"a".repeat(5000)}`,
  ])("%s is refused before anything is sent", async (path) => {
    const response = await raw(ROOT + path);
    expect([response.status, response.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
    expect(response.headers.get("x-upstream-status")).toBeNull();
    expect([...sentTo(api), ...sentTo(files)]).toEqual([]);
  });

  test.each(["http://evil.example/x", "https://evil.example:443/api/v1/proxied/proxy/x", "evil.example:80"])(
    "an absolute target %s names our host, never the provider's",
    async (target) => {
      const response = await raw(target, [], { mayBeCut: true });
      expect(response.status).toBeOneOf([0, 200, 400, 401, 404]);
      for (const { headers } of api?.seen ?? []) expect(headers.host).toBe(new URL(api?.url ?? "").host);
      expect(sentTo(files)).toEqual([]);
    },
  );

  test("what is refused has a sentence, and what is decoded four times is read four times", () => {
    expect(rawPathError("/a/b")).toBeNull();
    expect(rawPathError("/a//b")).toBe("The path cannot have an empty segment.");
    expect(rawPathError("/a b")).toContain("percent-encoded");
    expect(rawPathError(`/${"%25".repeat(3)}`)).toBeNull();
    expect(rawPathError("/%2525252525")).toContain("more than 4 times");
  });
});

describe("the host", () => {
  test("X-Upstream-Host chooses a declared host, below what an override has in front", async () => {
    const response = await raw(`${ROOT}/f/1`, ["X-Upstream-Host: FILES.proxied.example"]);
    expect(response.status).toBe(200);
    expect([sentTo(api), sentTo(files)]).toEqual([[], ["GET /behind/f/1"]]);
  });

  test.each([
    "evil.example",
    "api.proxied.example.evil.example",
    "evil-proxied.example",
    "proxied.example",
    "api.proxied.example:443",
    "api.proxied.example@evil.example",
    "https://api.proxied.example",
    "api.proxied.example/x",
    "api.proxied.example.",
    "api.proxied.example, files.proxied.example",
    "127.0.0.1",
    "localhost",
    "169.254.169.254",
    "xn--pi-6kc.proxied.example",
  ])("%s is refused, with the hosts that there are", async (host) => {
    const response = await raw(`${ROOT}/x`, [`X-Upstream-Host: ${host}`]);
    expect(response.status).toBe(400);
    expect(response.body).toContain("api.proxied.example, files.proxied.example");
    expect([...sentTo(api), ...sentTo(files)]).toEqual([]);
  });

  test("paths count from the root of a declared host, and an override's own path stays in front", () => {
    const hosts = (baseUrl?: Record<string, string>) =>
      rawHosts(resolveTarget(proxied, { baseUrl }), {}).map((one) => one.baseUrl);
    expect(hosts()).toEqual(["https://api.proxied.example", "https://files.proxied.example"]);
    expect(hosts({ items: "http://localhost:1/v2" })[0]).toBe("http://localhost:1");
    expect(hosts({ items: "http://localhost:1/gate/v2" })[0]).toBe("http://localhost:1/gate");
    expect(hosts({ items: "http://localhost:1/gate" })[0]).toBe("http://localhost:1/gate");
    const sited = { ...proxied, baseUrl: "https://{site}.example.com/ex/{site}", tenant: { site: /^[a-z]+$/ } };
    const target = resolveTarget(sited as unknown as typeof proxied);
    expect(rawHosts(target, { site: "acme" })).toEqual([
      { host: "acme.example.com", baseUrl: "https://acme.example.com" },
    ]);
    for (const site of ["evil.example", "a/b", "a@b", "A", ""]) expect(() => rawHosts(target, { site })).toThrow();
  });
});

describe("S-60, S-61: the caller's headers", () => {
  test("only those of the list reach the provider, beside the plugin's own and the credential", async () => {
    const passed = {
      "accept-language": "de",
      "content-type": "text/csv",
      "if-none-match": '"1"',
      "idempotency-key": "once",
      range: "bytes=0-9",
      prefer: "return=minimal",
      "proxied-version": "2026-02-02",
    };
    const kept = {
      cookie: "session=1",
      "proxy-authorization": "Basic x",
      "x-account-id*": "UTF-8''",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "x-real-ip": "1.2.3.4",
      "x-request-id": "mine",
      "x-http-method-override": "DELETE",
      "x-original-url": "/admin",
      origin: "https://evil.example",
      referer: "https://evil.example/",
      te: "trailers",
      trailer: "x-late",
      upgrade: "websocket",
      "keep-alive": "timeout=5",
      "sec-websocket-key": "abc",
      "http2-settings": "AAMAAABkAAQAAP__",
      expect: "x",
      "x-other": "1",
    };
    const lines = Object.entries({ ...passed, ...kept, "x-account-id*": undefined })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value}`);
    const response = await raw(`${ROOT}/x`, [...lines, "Connection: close, x-other, authorization"], {
      method: "DELETE",
    });
    expect(response.status).toBe(200);
    const { host, connection: _connection, ...headers } = api?.seen[0]?.headers ?? {};
    expect(host).toBe(new URL(api?.url ?? "").host);
    expect(headers).toEqual({
      ...passed,
      accept: "application/vnd.proxied+json",
      "accept-encoding": "identity",
      "content-length": "0",
      authorization: `Bearer ${ada.accessToken}`,
      "user-agent": expect.stringContaining("integration-gateway/"),
    });
  });

  test("the caller's own Accept and Accept-Encoding pass, and its key never", async () => {
    await raw(`${ROOT}/x`, ["Accept: text/csv", "Accept-Encoding: br, gzip"]);
    const { accept, authorization, ...headers } = api?.seen[0]?.headers ?? {};
    expect([accept, headers["accept-encoding"]]).toEqual(["text/csv", "br, gzip"]);
    expect(authorization).toBe(`Bearer ${ada.accessToken}`);
    expect(JSON.stringify(api?.seen)).not.toContain(key);
  });

  test.each([
    ["a control character", "If-Match: a\u0001b"],
    ["NUL", "If-Match: a\u0000b"],
    ["a bare carriage return", "If-Match: a\rX-Evil: 1"],
    ["a folded line", "If-Match: a\r\n X-Evil: 1"],
    ["a space before the colon", "If-Match : a"],
  ])("a header with %s adds none at the provider", async (_, line) => {
    const response = await raw(`${ROOT}/x`, [line], { mayBeCut: true, encoding: "latin1" });
    expect(response.status).toBeOneOf([0, 200, 400]);
    for (const { headers } of api?.seen ?? []) expect(headers["x-evil"]).toBeUndefined();
  });
});

describe("S-34, S-62: the provider's answer", () => {
  test("only the headers of the list come back, with what every answer of ours has", async () => {
    api?.answer((_, response) => {
      response.writeHead(201, {
        "content-type": "text/html",
        "content-disposition": "inline",
        etag: '"2"',
        link: '<https://api.proxied.example/v2/items?page=2>; rel="next"',
        "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT",
        "retry-after": "5",
        "set-cookie": "session=1",
        "access-control-allow-origin": "*",
        "strict-transport-security": "max-age=1",
        "content-security-policy": "default-src *",
        "www-authenticate": "Basic",
        authorization: `Bearer ${ada.accessToken}`,
        server: "theirs",
        "x-powered-by": "theirs",
        "x-ratelimit-limit": "7",
        "x-request-id": "theirs",
        "x-error-code": "NOT_FOUND",
        "x-upstream-status": "599",
        "cache-control": "public",
        upgrade: "h2c",
        connection: "x-hop",
        "x-hop": "1",
        trailer: "x-late",
      });
      response.addTrailers({ "x-late": "1", "set-cookie": "late=1" });
      response.end("<script>1</script>");
    });
    const response = await gateway.call("POST", `${ROOT}/v2/items`, { key, body: { a: 1 } });
    const { date: _date, "x-request-id": requestId, ...headers } = Object.fromEntries(response.headers);
    expect(requestId).not.toBe("theirs");
    expect(headers).toEqual({
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-type": "text/html",
      "cache-control": "no-store",
      ...(headers["content-length"] && { "content-length": "18" }),
      ...(headers["transfer-encoding"] && { "transfer-encoding": "chunked" }),
      etag: '"2"',
      "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT",
      link: '<https://api.proxied.example/v2/items?page=2>; rel="next"',
      "retry-after": "5",
      "x-content-type-options": "nosniff",
      "x-ratelimit-limit": "1000",
      "x-ratelimit-remaining": expect.any(String),
      "x-ratelimit-reset": expect.any(String),
      "x-upstream-status": "201",
    });
    expect([response.status, response.text]).toEqual([201, "<script>1</script>"]);
  });

  test.each([200, 204, 206, 301, 304, 308, 400, 403, 404, 409, 410, 418, 422, 451, 500, 501, 599])(
    "status %d comes back as it is",
    async (status) => {
      const body = [204, 304].includes(status) ? "" : `{"status":${status}}`;
      api?.answer(always(status, { "content-type": "application/json" }, body));
      const response = await raw(`${ROOT}/x`);
      expect([response.status, response.body]).toEqual([status, body]);
      expect(response.headers.get("x-upstream-status")).toBe(String(status));
      expect(response.headers.get("x-error-code")).toBeNull();
    },
  );

  test.each([
    ["/v2/b?c=1", `${ROOT}/v2/b?c=1`],
    ["other", `${ROOT}/v2/other`],
    ["https://evil.example/x", null],
    ["//evil.example/x", null],
    ["https://api.proxied.example@evil.example/", null],
    ["javascript:alert(1)", null],
    ["http://127.0.0.1:1/x", null],
    ["https://[", null],
  ])("a redirect to %s is not followed, and its Location is %s", async (location, expected) => {
    api?.answer(always(302, { location }));
    const response = await raw(`${ROOT}/v2/a`);
    expect([response.status, response.headers.get("location")]).toEqual([302, expected]);
    expect(sentTo(api)).toEqual(["GET /v2/a"]);
  });

  test("a Location below an override counts from the override", async () => {
    files?.answer(always(201, { location: "/behind/f/2" }));
    const within = await raw(`${ROOT}/f`, ["X-Upstream-Host: files.proxied.example"]);
    expect(within.headers.get("location")).toBe(`${ROOT}/f/2`);
    files?.answer(always(201, { location: "/elsewhere" }));
    const outside = await raw(`${ROOT}/f`, ["X-Upstream-Host: files.proxied.example"]);
    expect(outside.headers.get("location")).toBeNull();
  });

  test("a coding of the provider's is left to the caller", async () => {
    const packed = Bun.gzipSync(Buffer.from('{"a":1}'));
    api?.answer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(packed);
    });
    const response = await fetch(`${gateway.url}${ROOT}/x`, { headers: { authorization: `Bearer ${key}` } });
    expect([response.headers.get("content-encoding"), await response.json()]).toEqual(["gzip", { a: 1 }]);
  });
});

describe("our own errors", () => {
  test("a provider that cannot be reached is ours, and says so", async () => {
    const response = await gateway.call("GET", `${ROOT}/x`, { key, headers: { "x-upstream-host": "no" } });
    expect([codeOf(response), response.headers.has("x-upstream-status")]).toEqual(["400 VALIDATION_ERROR", false]);
    api?.answer((request) => void request.socket.destroy());
    const broken = await gateway.call("POST", `${ROOT}/x`, { key, body: {} });
    expect(codeOf(broken)).toBe("503 PROVIDER_UNAVAILABLE");
    expect(broken.headers.has("x-upstream-status")).toBe(false);
    api?.answer(
      (request) =>
        void request.socket.end(
          "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
        ),
    );
    const upgraded = await gateway.call("GET", `${ROOT}/x`, { key });
    expect(codeOf(upgraded)).toBe("503 PROVIDER_UNAVAILABLE");
  });

  test("a GET with a body is refused, and so is a method that is not forwarded", async () => {
    const withBody = await raw(`${ROOT}/x`, ["Content-Length: 2"], { writeBody: (socket) => void socket.write("{}") });
    expect(withBody.status).toBe(400);
    const traced = await raw(`${ROOT}/x`, [], { method: "TRACE", mayBeCut: true });
    expect(traced.status).toBeOneOf([0, 400, 405, 501]);
    expect(sentTo(api)).toEqual([]);
    const options = await raw(`${ROOT}/x`, [], { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([
      204,
      "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT",
    ]);
  });
});
