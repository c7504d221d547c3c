// Path parameters, byte for byte: none leaves its segment, and a request reaches only its own route.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { codeOf, generalError, rateOf, validationError } from "../../support/responses.ts";

const REPOS = "/api/v1/github/repos";
const GITHUB_NAME = 'must be 1 to 100 letters, digits, ".", "_" or "-", and not be "." or "..".';
const CHANGED = validationError("path", "", 'A path cannot contain ".", ".." or a backslash, percent-encoded or not.');
const NOTHING = generalError("There is nothing at this path. GET /openapi.json lists the paths.", "NOT_FOUND", {
  reason: "no_such_path",
});

/** None of these is a valid owner or repository name. */
const HOSTILE = [
  ...["..", ".", "%2e%2e", ".%2e", "%2E%2E", "%2e", "..;", ";x=1", "..%3b"],
  ...["a%2fb", "%2f", "..%2f..%2fuser", "%2e%2e%2fuser", "a%2f..%2fb", "%252e%252e", "%252f", "..%252fuser"],
  ...["%5c", "..%5cuser", "a%5cb", "%00", "a%00", "%0d%0aHost:%20x", "%0a", "%20", "%23", "a%23b", "%3f", "a%3fb=1"],
  ...["%26", "%40", "%3a", "%7f", "%c2%85", "caf%C3%A9", "%f0%9f%92%a9", "a%25b", "%25"],
  ...["%", "%z", "%zz", "a%", "a%2", "%ff", "%c0%ae%c0%ae", "%ed%a0%80"],
];

describe("paths", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github", "google"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
    await gateway.connect(key, "google");
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const get = async (target: string, more: { host?: string; method?: string } = {}) => {
    const seen = gateway.providers.github.log.length;
    const response = await sendRaw(gateway.url, { target, headers: [`Authorization: Bearer ${key}`], ...more });
    const upstream = gateway.providers.github.log.slice(seen).map(({ method, path }) => `${method} ${path}`);
    return { ...response, json: response.body === "" ? null : JSON.parse(response.body), upstream };
  };

  test.each(HOSTILE)(
    "S-57, S-58: %j as a path parameter is 400 or 404, counted, and nothing goes upstream",
    async (text) => {
      for (const target of [`${REPOS}/${text}/engine`, `${REPOS}/ada/${text}`, `${REPOS}/ada/engine/issues/${text}`]) {
        const response = await get(target);
        expect([target, response.upstream]).toEqual([target, []]);
        expect(codeOf(response)).toBeOneOf(["400 VALIDATION_ERROR", "404 NOT_FOUND"]);
        expect(Object.keys(response.json)).toEqual(["error", "code", "details"]);
        expect(rateOf(response).limit).toBe(1_000);
      }
    },
  );

  test.each(HOSTILE)("S-57: %j as a free-form id stays one segment upstream, or is not sent", async (text) => {
    const { log } = gateway.providers.google;
    const seen = log.length;
    const response = await get(`/api/v1/google/gmail/messages/${text}`);
    expect(codeOf(response)).toBeOneOf(["400 VALIDATION_ERROR", "404 NOT_FOUND"]);
    // Besides token refreshes, which the moving clock causes.
    for (const { path } of log.slice(seen).filter((request) => !request.path.endsWith("/token"))) {
      const [, segment] = path.match(/^\/gmail\/v1\/users\/me\/messages\/([^/?]+)\?format=full$/) ?? [];
      expect(decodeURIComponent(segment as string)).toBe(decodeURIComponent(text));
      expect(decodeURIComponent(text)).not.toMatch(/[/\\?#%\u0000-\u001f\u007f]|^\.{1,2}$/);
    }
  });

  test("an invalid parameter is named", async () => {
    const { json } = await get(`${REPOS}/a%2fb/c%3fd`);
    expect(json.details.errors).toEqual([
      { in: "path", path: "/owner", message: `"owner" ${GITHUB_NAME}` },
      { in: "path", path: "/repo", message: `"repo" ${GITHUB_NAME}` },
    ]);
  });

  test("invalid percent-encoding in a path is reported, after authentication and rate limits", async () => {
    const before = rateOf(await get("/api/v1/usage")).remaining;
    const response = await get(`${REPOS}/%zz/engine`);
    expect(response.json).toEqual(validationError("path", "", "The path is not valid percent-encoding."));
    expect(rateOf(response).remaining).toBe(before - 1);
    const keyless = await sendRaw(gateway.url, { target: `${REPOS}/%zz/engine` });
    expect(JSON.parse(keyless.body)).toEqual({ error: "Missing authorization header" });
  });

  test("a fragment is not sent, and ? begins the query", async () => {
    expect((await get(`${REPOS}/ada/engine?nothing=1`)).json.details.errors).toMatchObject([{ path: "/nothing" }]);
    expect((await get(`${REPOS}/ada#/engine`)).upstream).toEqual([]);
  });

  test("a parameter longer than its route allows is 400, and an overlong target is refused", async () => {
    for (const length of [1_025, 8_000]) {
      const response = await get(`${REPOS}/ada/${"a".repeat(length)}`);
      expect(response.json.details.errors).toMatchObject([{ in: "path", path: "/repo" }]);
    }
    const huge = await sendRaw(gateway.url, { target: `${REPOS}/${"a".repeat(100_000)}` });
    expect(huge.status).toBe(431);
  });

  test.each([
    "/api/v1/github/repos/../user",
    "/api/v1/slack/../github/user",
    "/api/v1/github/./user",
    "/./api/v1/github/user",
    "/x/../api/v1/github/user",
    "/api/v1/github/x/%2e%2e/user",
    "/api/v1/github/x/.%2E/user",
    "/api/v1/github\\user",
    "/api\\v1\\github\\user",
    "/api/v1/github/repos/ada/engine%5cissues",
    "/api/v1/github/repos/ada/engine/issues/.",
    "/api/v1/github/repos/ada/engine/branches/..",
    "/api/v1/tools/search/%2e",
    "//../api/v1/github/user",
    `/${"x/".repeat(40)}${"../".repeat(40)}api/v1/github/user`,
    "http://other.example/api/v1/github/repos/../user",
  ])("S-103: %s is 400 before routing: a URL parser would change it", async (target) => {
    const before = rateOf(await get("/api/v1/usage?limit=1")).remaining;
    const response = await get(target);
    expect([codeOf(response), response.json, response.upstream]).toEqual(["400 VALIDATION_ERROR", CHANGED, []]);
    expect(rateOf(response).remaining).toBe(before - 1);
    const keyless = await sendRaw(gateway.url, { target });
    expect(JSON.parse(keyless.body)).toEqual({ error: "Missing authorization header" });
  });

  test.each([
    "/admin\\v1\\users",
    "/admin\\v1/users",
    "/./admin/v1/users",
    "/%2e/admin/v1/users",
    "/x/../admin/v1/users",
    "/x/%2e%2e/admin/v1/users",
    "/api/v1/../../admin/v1/users",
    "/api/v1/%2E%2e/.%2e/admin/v1/users",
    "//../admin/v1/users",
    "/api//..\\..\\../admin/v1/users",
    "/health/live/../../admin/v1/users",
    "/admin/v1/x/../users",
    "/admin/v1/users/.",
    "/admin%5cv1/users",
    `/${"x/".repeat(40)}${"../".repeat(40)}admin/v1/users`,
    "http://other.example/./admin/v1/users",
    "http://other.example/x\\..\\admin/v1/users",
  ])("S-103: %s reaches no operator route, with or without the token", async (target) => {
    for (const headers of [[], [`Authorization: Bearer ${ADMIN_TOKEN}`]]) {
      for (const method of ["GET", "OPTIONS", "PUT"]) {
        const response = await sendRaw(gateway.url, { target, headers, method });
        expect([method, codeOf(response), JSON.parse(response.body)]).toEqual([
          method,
          "400 VALIDATION_ERROR",
          CHANGED,
        ]);
      }
    }
  });

  test.each([
    "//admin/v1/users",
    "/admin//v1/users",
    "/admin/v1/users/",
    "/ADMIN/v1/users",
    "/%61dmin/v1/users",
    "/admin;x/v1/users",
    "/admin%2fv1/users",
    "/admin/v1/users%00",
    "/admin/v1/users#x",
    "http://other.example\\admin/v1/users",
  ])("S-103: %s is no operator route", async (target) => {
    const response = await sendRaw(gateway.url, { target, headers: [`Authorization: Bearer ${ADMIN_TOKEN}`] });
    expect(codeOf(response)).toBe("404 NOT_FOUND");
  });

  test.each(["\x00", "\x01", "\x1f", "\t", "\n", "\r"])(
    "S-103: a target with the control character %j is rejected",
    async (sign) => {
      for (const target of [`/admin/v1/users${sign}`, `/adm${sign}in/v1/users`, `/${sign}/admin/v1/users`]) {
        const response = await sendRaw(gateway.url, { target, headers: [`Authorization: Bearer ${ADMIN_TOKEN}`] });
        expect(response.status).toBeGreaterThanOrEqual(400);
      }
    },
  );

  test("S-103: targets that a URL parser leaves unchanged are routed: absolute form, dots within names, long paths", async () => {
    const admin = await sendRaw(gateway.url, {
      target: "http://other.example/admin/v1/users",
      headers: [`Authorization: Bearer ${ADMIN_TOKEN}`],
    });
    expect(admin.status).toBe(200);
    expect((await get("http://other.example/api/v1/usage?limit=1")).status).toBe(200);
    expect((await get("/api/v1/usage?limit=1&provider=a/../b%5c\\")).status).toBe(200);
    for (const name of ["...", ".a", "a..", "a.b", "..a"]) {
      expect((await get(`${REPOS}/ada/${name}`)).upstream).toEqual([`GET /repos/ada/${name}`]);
    }
    expect((await get(`/api/v1/${"x/".repeat(60)}x`)).json).toEqual(NOTHING);
  });

  test.each([
    `${REPOS}//engine`,
    "/api/v1//github/user",
    "/api/v1/github/user/",
    "/api/v1/github/USER",
    "/api/v1/Github/user",
  ])("%s is no route", async (target) => {
    const response = await get(target);
    expect(response.json).toEqual(NOTHING);
    expect(response.upstream).toEqual([]);
  });

  test.each([
    "x",
    "gw",
    "api",
    "x:1",
    "[::1]",
    "localhost:99999",
    "a b",
    "",
    "gateway.example",
    "user:pass@host",
    "a/b?c#d",
  ])("the Host %j does not affect routing", async (host) => {
    expect((await get("/api/v1/usage?limit=1", { host })).status).toBe(200);
    expect((await get("/api/v1/nothing-here", { host })).json).toEqual(NOTHING);
    expect((await get("/health/live", { host })).json).toEqual({ status: "live" });
  });

  test("S-11: the Host header is not sent to a provider", async () => {
    const connect = await sendRaw(gateway.url, {
      method: "POST",
      target: "/api/v1/integrations/connect",
      host: "evil.example",
      headers: [
        `Authorization: Bearer ${key}`,
        "X-Forwarded-Host: evil.example",
        "Content-Type: application/json",
        "Content-Length: 62",
      ],
      writeBody: (socket) => void socket.write('{"provider":"github","redirect_url":"https://ok.example/done"}'),
    });
    const url = new URL(JSON.parse(connect.body).data.connect_url);
    expect(url.searchParams.get("redirect_uri")).toBe(`${gateway.url}/api/v1/connect/callback`);
  });
});
