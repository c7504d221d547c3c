// Who may call: the Authorization header's grammar, what refused callers learn, and how often they may try.
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { databaseUnavailable } from "../../src/db/timeouts.ts";
import { makeKeyText } from "../../src/keys/key-text.ts";
import { codeOf, generalError, oneFault, rateOf } from "../support/answers.ts";
import { type Answer, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";

const PATH = "/api/v1/tools";
const MISSING = { error: "Missing authorization header" };
const INVALID = { error: "Invalid API key" };

/** A key whose last random character was mistyped. */
function mistyped(key: string): string {
  const at = key.length - 7;
  return key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
}

/** An answer without what differs from request to request. */
function lasting({ status, headers, text }: Answer) {
  const kept = [...headers].filter(([name]) => !["x-request-id", "date", "x-ratelimit-remaining"].includes(name));
  return { status, headers: Object.fromEntries(kept), text };
}

describe("authentication", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres" });
    key = (await gateway.user()).key;
  }, 60_000);
  afterAll(() => gateway.close());
  // A minute of its own for each test: refused requests are throttled.
  beforeEach(() => void gateway.clock.nextMinute());

  test("without an Authorization header the answer is 401 and the text alone", async () => {
    const answer = await gateway.call("GET", PATH);
    expect(answer.json).toEqual(MISSING);
    expect(codeOf(answer)).toBe("401 AUTH_REQUIRED");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("content-type")).toStartWith("application/json");
  });

  test("an empty Authorization header counts as none", async () => {
    const answer = await sendRaw(gateway.url, { target: PATH, headers: ["Authorization:  "] });
    expect(JSON.parse(answer.body)).toEqual(MISSING);
    expect(codeOf(answer)).toBe("401 AUTH_REQUIRED");
  });

  test("S-40: unknown, revoked, expired, malformed and mistyped keys are answered alike to the byte", async () => {
    const { email } = await gateway.user();
    const expiresAt = new Date(gateway.clock.now() + 1_000).toISOString();
    const expired = (await gateway.admin("POST", "/keys", { user: email, expires_at: expiresAt })).json.data.key;
    const revoked = (await gateway.admin("POST", "/keys", { user: email })).json.data;
    await gateway.admin("DELETE", `/keys/${revoked.id}`);
    gateway.clock.move(1_000);
    const bad = [makeKeyText(), revoked.key, expired, "sk_live_short", mistyped(key), "token-of-something-else"];
    const answers = await Promise.all(bad.map((text) => gateway.call("GET", PATH, { key: text })));
    for (const answer of answers) {
      expect(answer.json).toEqual(INVALID);
      expect(codeOf(answer)).toBe("401 AUTH_REQUIRED");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(lasting(answer)).toEqual(lasting(answers[0] as Answer));
    }
  });

  test.each([
    ["lower case", (key: string) => [`authorization: bearer ${key}`]],
    ["upper case", (key: string) => [`AUTHORIZATION: BEARER ${key}`]],
    ["white space around the value", (key: string) => [`Authorization: \t Bearer ${key} \t`]],
  ])("S-42: the scheme in %s is accepted", async (_, headers) => {
    const answer = await sendRaw(gateway.url, { target: PATH, headers: headers(key) });
    expect(answer.status).toBe(200);
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
    const answer = await sendRaw(gateway.url, { target: PATH, headers: headers(key) });
    expect(JSON.parse(answer.body)).toEqual(INVALID);
    expect(codeOf(answer)).toBe("401 AUTH_REQUIRED");
  });

  test("S-42: a key in the query, a body or a cookie opens nothing", async () => {
    const query = await gateway.call("GET", `${PATH}?api_key=${key}&access_token=${key}`);
    const cookie = await gateway.call("GET", PATH, { headers: { cookie: `api_key=${key}`, "x-api-key": key } });
    const body = await gateway.call("POST", "/api/v1/integrations/connect", { body: { api_key: key } });
    for (const answer of [query, cookie, body]) {
      expect(answer.json).toEqual(MISSING);
      expect(answer.status).toBe(401);
    }
  });

  test("S-42: beside a good header a key in the query is an unknown parameter, and its value is told to nobody", async () => {
    const other = makeKeyText();
    const answer = await gateway.call("GET", `${PATH}?access_token=${other}`, { key });
    expect(answer.json).toEqual(
      oneFault("query", "/access_token", '"access_token" is not a parameter of this endpoint.'),
    );
    expect(codeOf(answer)).toBe("400 VALIDATION_ERROR");
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
      // The same eyes see the look-up of a well-formed key that does not exist.
      expect((await gateway.call("GET", PATH, { key: makeKeyText() })).json).toEqual(INVALID);
      expect(selects.mock.calls.length).toBe(1);
    } finally {
      selects.mockRestore();
      queries.mockRestore();
    }
  });

  test("R-07: while the database is silent a key that must be looked up waits until it is given up with 503, and a bad one is 401 at once", async () => {
    const { key: unread } = await gateway.user();
    const selects = spyOn(gateway.database.database.requests.orm, "select");
    const asked = Promise.withResolvers<void>();
    const given = Promise.withResolvers<never>();
    selects.mockImplementation((() => {
      asked.resolve();
      const silent = {
        from: () => silent,
        innerJoin: () => silent,
        leftJoin: () => silent,
        where: () => silent,
        limit: () => given.promise,
      };
      return silent;
    }) as never);
    try {
      const waiting = gateway.call("GET", PATH, { key: unread });
      await asked.promise;
      expect((await gateway.call("GET", PATH, { key: "no" })).json).toEqual(INVALID);
      given.reject(databaseUnavailable());
      const answer = await waiting;
      expect(answer.json).toEqual(generalError("The gateway's database is not available.", "SERVICE_UNAVAILABLE"));
      expect(codeOf(answer)).toBe("503 SERVICE_UNAVAILABLE");
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(rateOf(answer).limit).toBe(60);
    } finally {
      selects.mockRestore();
    }
    expect((await gateway.call("GET", PATH, { key: unread })).status).toBe(200);
  });

  test("S-43: the 61st refused request of an address in a minute is 429, and the next minute is free again", async () => {
    const reset = gateway.clock.now() / 1000 + 60;
    gateway.clock.move(20_500);
    for (let left = 59; left >= 0; left--) {
      const answer = await gateway.call("GET", PATH, left % 2 ? {} : { key: "no" });
      expect(answer.status).toBe(401);
      expect(rateOf(answer)).toEqual({ limit: 60, remaining: left, reset });
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
    // The address is never taken from a header that the caller writes.
    const elsewhere = await gateway.call("GET", PATH, { headers: { "x-forwarded-for": "192.0.2.7" } });
    expect(elsewhere.status).toBe(429);
    expect((await gateway.call("GET", PATH, { key })).status).toBe(200);
    gateway.clock.move(39_500);
    const next = await gateway.call("GET", PATH);
    expect(next.json).toEqual(MISSING);
    expect(rateOf(next)).toEqual({ limit: 60, remaining: 59, reset: reset + 60 });
  });

  test("the operator's token is no API key, and an API key is no operator's token", async () => {
    const asKey = await gateway.call("GET", PATH, { key: "admin-token-for-tests" });
    expect(asKey.json).toEqual(INVALID);
    const asToken = await gateway.call("GET", "/admin/v1/users", { key });
    expect(asToken.json).toEqual({ error: "Invalid admin token" });
    expect(codeOf(asToken)).toBe("401 AUTH_REQUIRED");
  });

  test("what is not below /api/v1 needs no key, and /api/v1 itself does", async () => {
    expect((await gateway.call("GET", "/health/live")).status).toBe(200);
    expect((await gateway.call("GET", "/nothing-here")).status).toBe(404);
    for (const path of ["/api/v1", "/api/v1/", "/api/v1/nothing-here", "/api/v1/nothing/%zz"]) {
      const answer = await gateway.call("GET", path);
      expect(answer.json).toEqual(MISSING);
      expect(rateOf(answer).limit).toBe(60);
    }
  });
});
