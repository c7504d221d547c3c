// Authentication: the Authorization header's grammar, the response to refused callers, and their limit.
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { databaseUnavailable } from "../../../src/foundation/db/timeouts.ts";
import { makeKeyText } from "../../../src/identity/keys/key-text.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { codeOf, generalError, rateOf, validationError } from "../../support/responses.ts";

const PATH = "/api/v1/tools";
const MISSING = { error: "Missing authorization header" };
const INVALID = { error: "Invalid API key" };

/** A key with its last random character changed. */
function mistyped(key: string): string {
  const at = key.length - 7;
  return key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
}

/** A response without the parts that differ for each request. */
function lasting({ status, headers, text }: ApiResponse) {
  const stored = [...headers].filter(([name]) => !["x-request-id", "date", "x-ratelimit-remaining"].includes(name));
  return { status, headers: Object.fromEntries(stored), text };
}

describe("authentication", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres" });
    key = (await gateway.user()).key;
  }, 60_000);
  afterAll(() => gateway.close());
  // Each test runs in its own minute, since refused requests are limited.
  beforeEach(() => void gateway.clock.nextMinute());

  test("without an Authorization header the response is 401 with only an error text", async () => {
    const response = await gateway.call("GET", PATH);
    expect(response.json).toEqual(MISSING);
    expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.get("content-type")).toStartWith("application/json");
  });

  test("an empty Authorization header counts as none", async () => {
    const response = await sendRaw(gateway.url, { target: PATH, headers: ["Authorization:  "] });
    expect(JSON.parse(response.body)).toEqual(MISSING);
    expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
  });

  test("S-40: unknown, revoked, expired, malformed and mistyped keys get identical responses", async () => {
    const { email } = await gateway.user();
    const expiresAt = new Date(gateway.clock.now() + 1_000).toISOString();
    const expired = (await gateway.admin("POST", "/keys", { user: email, expires_at: expiresAt })).json.data.key;
    const revoked = (await gateway.admin("POST", "/keys", { user: email })).json.data;
    await gateway.admin("DELETE", `/keys/${revoked.id}`);
    gateway.clock.move(1_000);
    const bad = [makeKeyText(), revoked.key, expired, "sk_live_short", mistyped(key), "token-of-something-else"];
    const responses = await Promise.all(bad.map((text) => gateway.call("GET", PATH, { key: text })));
    for (const response of responses) {
      expect(response.json).toEqual(INVALID);
      expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(lasting(response)).toEqual(lasting(responses[0] as ApiResponse));
    }
  });

  test.each([
    ["lower case", (key: string) => [`authorization: bearer ${key}`]],
    ["upper case", (key: string) => [`AUTHORIZATION: BEARER ${key}`]],
    ["white space around the value", (key: string) => [`Authorization: \t Bearer ${key} \t`]],
  ])("S-42: the scheme in %s is accepted", async (_, headers) => {
    const response = await sendRaw(gateway.url, { target: PATH, headers: headers(key) });
    expect(response.status).toBe(200);
  });

  test.each([
    [
      "two headers with the same key",
      (key: string) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
    ],
    ["two headers, the good one first", (key: string) => [`Authorization: Bearer ${key}`, "Authorization: Bearer no"]],
    ["two headers, the good one last", (key: string) => ["Authorization: Bearer no", `Authorization: Bearer ${key}`]],
    ["a list with a comma", (key: string) => [`Authorization: Bearer ${key}, Bearer ${key}`]],
    ["a trailing comma", (key: string) => [`Authorization: Bearer ${key},`]],
    ["two spaces", (key: string) => [`Authorization: Bearer  ${key}`]],
    ["a tab", (key: string) => [`Authorization: Bearer\t${key}`]],
    ["something after the key", (key: string) => [`Authorization: Bearer ${key} more`]],
    ["quotes", (key: string) => [`Authorization: Bearer "${key}"`]],
    ["the scheme alone", () => ["Authorization: Bearer"]],
    ["the key alone", (key: string) => [`Authorization: ${key}`]],
    ["another scheme", (key: string) => [`Authorization: Basic ${btoa(`${key}:`)}`]],
    ["the scheme glued to the key", (key: string) => [`Authorization: Bearer${key}`]],
  ])("S-42: %s is refused", async (_, headers) => {
    const response = await sendRaw(gateway.url, { target: PATH, headers: headers(key) });
    expect(JSON.parse(response.body)).toEqual(INVALID);
    expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
  });

  test("S-42: a key in the query, a body or a cookie does not authenticate", async () => {
    const query = await gateway.call("GET", `${PATH}?api_key=${key}&access_token=${key}`);
    const cookie = await gateway.call("GET", PATH, { headers: { cookie: `api_key=${key}`, "x-api-key": key } });
    const body = await gateway.call("POST", "/api/v1/integrations/connect", { body: { api_key: key } });
    for (const response of [query, cookie, body]) {
      expect(response.json).toEqual(MISSING);
      expect(response.status).toBe(401);
    }
  });

  test("S-42: with a valid header a key in the query is an unknown parameter, and its value is not echoed", async () => {
    const other = makeKeyText();
    const response = await gateway.call("GET", `${PATH}?access_token=${other}`, { key });
    expect(response.json).toEqual(
      validationError("query", "/access_token", '"access_token" is not a parameter of this endpoint.'),
    );
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(gateway.logLines.join("\n")).not.toContain(other);
  });

  test("S-36: a key with a wrong form or checksum is refused without reading the database", async () => {
    const database = gateway.database.database.requests;
    const [selects, queries] = [spyOn(database.orm, "select"), spyOn(database, "query")];
    try {
      for (const text of [mistyped(key), "sk_live_", `sk_live_${"A".repeat(49)}`, key.slice(0, -1), `${key}0`]) {
        expect((await gateway.call("GET", PATH, { key: text })).json).toEqual(INVALID);
      }
      expect(selects.mock.calls.length + queries.mock.calls.length).toBe(0);
      // Control: the look-up of an unknown well-formed key is observed.
      expect((await gateway.call("GET", PATH, { key: makeKeyText() })).json).toEqual(INVALID);
      expect(selects.mock.calls.length).toBe(1);
    } finally {
      selects.mockRestore();
      queries.mockRestore();
    }
  });

  test("R-07: while the database hangs, a key that needs a look-up times out with 503, and a malformed one is 401 at once", async () => {
    const { key: unread } = await gateway.user();
    const selects = spyOn(gateway.database.database.requests.orm, "select");
    const requested = Promise.withResolvers<void>();
    const reply = Promise.withResolvers<never>();
    selects.mockImplementation((() => {
      requested.resolve();
      const silent = {
        from: () => silent,
        innerJoin: () => silent,
        leftJoin: () => silent,
        where: () => reply.promise,
      };
      return silent;
    }) as never);
    try {
      const pending = gateway.call("GET", PATH, { key: unread });
      await requested.promise;
      expect((await gateway.call("GET", PATH, { key: "no" })).json).toEqual(INVALID);
      reply.reject(databaseUnavailable());
      const response = await pending;
      expect(response.json).toEqual(
        generalError("The gateway's database is not available. Try again later.", "SERVICE_UNAVAILABLE"),
      );
      expect(codeOf(response)).toBe("503 SERVICE_UNAVAILABLE");
      expect(response.headers.get("retry-after")).toBe("1");
      expect(rateOf(response).limit).toBe(60);
    } finally {
      selects.mockRestore();
    }
    expect((await gateway.call("GET", PATH, { key: unread })).status).toBe(200);
  });

  test("S-43: the 61st refused request of an address in a minute is 429, until the next minute", async () => {
    const reset = gateway.clock.now() / 1000 + 60;
    gateway.clock.move(20_500);
    for (let left = 59; left >= 0; left--) {
      const response = await gateway.call("GET", PATH, left % 2 ? {} : { key: "no" });
      expect(response.status).toBe(401);
      expect(rateOf(response)).toEqual({ limit: 60, remaining: left, reset });
    }
    const limited = await gateway.call("GET", PATH);
    expect(limited.json).toEqual({
      error: "Too many requests without a valid API key.",
      code: "RATE_LIMITED",
      retry_after: 40,
    });
    expect(codeOf(limited)).toBe("429 RATE_LIMITED");
    expect(limited.headers.get("retry-after")).toBe("40");
    expect(rateOf(limited)).toEqual({ limit: 60, remaining: 0, reset });
    // The address never comes from a caller's header.
    const elsewhere = await gateway.call("GET", PATH, { headers: { "x-forwarded-for": "192.0.2.7" } });
    expect(elsewhere.status).toBe(429);
    expect((await gateway.call("GET", PATH, { key })).status).toBe(200);
    gateway.clock.move(39_500);
    const next = await gateway.call("GET", PATH);
    expect(next.json).toEqual(MISSING);
    expect(rateOf(next)).toEqual({ limit: 60, remaining: 59, reset: reset + 60 });
  });

  test("the admin token is no API key, and an API key is no admin token", async () => {
    const asKey = await gateway.call("GET", PATH, { key: "admin-token-for-tests" });
    expect(asKey.json).toEqual(INVALID);
    const asToken = await gateway.call("GET", "/admin/v1/users", { key });
    expect(asToken.json).toEqual({ error: "Invalid admin token" });
    expect(codeOf(asToken)).toBe("401 AUTH_REQUIRED");
  });

  test("paths outside /api/v1 need no key, and /api/v1 itself does", async () => {
    expect((await gateway.call("GET", "/health/live")).status).toBe(200);
    expect((await gateway.call("GET", "/nothing-here")).status).toBe(404);
    for (const path of ["/api/v1", "/api/v1/", "/api/v1/nothing-here", "/api/v1/nothing/%zz"]) {
      const response = await gateway.call("GET", path);
      expect(response.json).toEqual(MISSING);
      expect(rateOf(response).limit).toBe(60);
    }
  });
});
