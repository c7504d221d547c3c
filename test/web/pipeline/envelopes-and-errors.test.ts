// The form of every response: success envelopes, exact error bodies, and the order of checks.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { codeOf, generalError, partnerError, rateOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

const REPOS = "/api/v1/github/repos";
const REPO = `${REPOS}/ada/engine`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PARTNER_REQUIRED = partnerError(
  "This needs an active partner profile. The operator can add one.",
  "PARTNER_REQUIRED",
);

describe("envelopes and errors", () => {
  let gateway: TestGateway;
  /** Keys of a user connected to GitHub, and of one without integrations. */
  let key: string;
  let unconnected: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github"] });
    key = (await gateway.user()).key;
    unconnected = (await gateway.user()).key;
    await gateway.connect(key, "github");
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());
  afterEach(() => gateway.providers.github.setFailureInjector());

  const get = (path: string, by = key, headers?: Record<string, string>) =>
    gateway.call("GET", path, { key: by, headers });

  test("a success on the user surface has only data, and a tools response also has ok", async () => {
    const list = (await get(`${REPOS}?limit=1`)).json;
    expect(Object.keys(list)).toEqual(["data"]);
    expect(Object.keys(list.data)).toEqual(["repos", "next_cursor"]);
    const one = (await get(REPO)).json;
    expect(Object.keys(one)).toEqual(["data"]);
    expect(one.data).toMatchObject({ name: "engine" });
    expect(Object.keys((await get("/api/v1/tools")).json)).toEqual(["ok", "data"]);
    expect(Object.keys((await get("/api/v1/usage")).json)).toEqual(["data"]);
  });

  test("every response has Cache-Control, X-Content-Type-Options and Content-Type", async () => {
    for (const path of [REPO, "/api/v1/tools", "/api/v1/nothing-here", `${REPO}?nothing=1`, "/health/live"]) {
      const { headers } = await get(path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-type")).toMatch(/^application\/json; ?charset=utf-8$/);
      expect(headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  test("a base URL with the API's root says so in its 404", async () => {
    const { status, json } = await get(`/api/v1${REPO}`);
    const text = "This path has /api/v1 twice. Leave /api/v1 out of the base URL.";
    expect([status, json]).toEqual([404, generalError(text, "NOT_FOUND")]);
  });

  test("every error has X-Error-Code, and no success", async () => {
    expect((await get(REPO)).headers.has("x-error-code")).toBe(false);
    expect((await get("/api/v1/nothing-here")).headers.get("x-error-code")).toBe("NOT_FOUND");
    expect((await gateway.call("GET", "/nothing-here")).headers.get("x-error-code")).toBe("NOT_FOUND");
  });

  test("an unknown path is 404 in the general shape", async () => {
    const response = await get("/api/v1/nothing-here");
    expect(response.json).toEqual(
      generalError("There is nothing at this path. GET /openapi.json lists the paths.", "NOT_FOUND", {
        reason: "no_such_path",
      }),
    );
    expect(codeOf(response)).toBe("404 NOT_FOUND");
  });

  test("an unsupported method is 405 with the path's methods", async () => {
    const response = await gateway.call("PUT", `${REPO}/issues`, { key, body: {} });
    const text = `PUT is not possible at ${REPOS}/{owner}/{repo}/issues; try GET, HEAD, OPTIONS, POST.`;
    const allow = "GET, HEAD, OPTIONS, POST";
    expect(response.json).toEqual(generalError(text, "METHOD_NOT_ALLOWED", { allow }));
    expect(codeOf(response)).toBe("405 METHOD_NOT_ALLOWED");
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  });

  test.each(["TRACE", "PROPFIND"])("the method %s is 405 on every existing path", async (method) => {
    const response = await sendRaw(gateway.url, { method, target: REPO, headers: [`Authorization: Bearer ${key}`] });
    expect(codeOf(response)).toBe("405 METHOD_NOT_ALLOWED");
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  test("a provider that is not connected is 403 with the required permission", async () => {
    const response = await get(REPO, unconnected);
    const details = { provider: "github", service: "repos", permission: "repos.read", reason: "not_connected" };
    expect(response.json).toEqual(generalError('Integration "github" is not connected', "PERMISSION_DENIED", details));
    expect(codeOf(response)).toBe("403 PERMISSION_DENIED");
  });

  test("S-13: an integration without the required scopes is 403 with the missing ones", async () => {
    const { key: narrow } = await gateway.user();
    await gateway.connect(narrow, "github", { scopes: ["read:user"] });
    const response = await get(REPO, narrow);
    expect(response.json).toEqual(
      generalError(
        'Integration "github" was connected without the scopes that repos.read needs; connect it again with them',
        "PERMISSION_DENIED",
        {
          ...{ provider: "github", service: "repos", permission: "repos.read" },
          ...{ missing_scopes: ["public_repo"], reason: "scope_missing" },
        },
      ),
    );
    expect(codeOf(response)).toBe("403 PERMISSION_DENIED");
  });

  test.each([REPO, "/api/v1/tools", "/api/v1/tools/search/mail", "/api/v1/slack/channels"])(
    "X-Account-Id on %s by a user without a partner profile is PARTNER_REQUIRED in the partner shape with user headers",
    async (path) => {
      for (const name of ["x-account-id", "x-account-id*"]) {
        const before = rateOf(await get("/api/v1/usage?limit=1")).remaining;
        const response = await get(path, key, { [name]: name.endsWith("*") ? "UTF-8''a" : "a" });
        expect(response.json).toEqual(PARTNER_REQUIRED);
        expect(codeOf(response)).toBe("403 PARTNER_REQUIRED");
        expect(rateOf(response)).toMatchObject({ limit: 1_000, remaining: before - 1 });
      }
    },
  );

  test("the checks run in order: key, payment, partner profile, limits, input, permission, integration, service", async () => {
    const user = await gateway.user({ tier: "free" });
    const narrow = (await gateway.admin("POST", "/keys", { user: user.email, permissions: ["slack:*"] })).json.data.key;
    const wrong = `${REPOS}?nothing=1`;
    const account = { "x-account-id": "a" };
    const pay = (payment_state: string) => gateway.admin("PATCH", `/users/${user.email}`, { payment_state });
    const codes: string[] = [];
    const note = (response: ApiResponse) => void codes.push(`${codeOf(response)}: ${response.json.error}`);
    for (let i = 0; i < 60; i++) await get("/api/v1/tools/service/gmail", narrow);
    await pay("past_due");
    await until(async () => (await get(wrong, narrow)).status === 402);
    note(await get(wrong, "sk_live_no", account));
    note(await get(wrong, narrow, account));
    await pay("ok");
    await until(async () => (await get(wrong, narrow)).status === 429);
    note(await get(wrong, narrow, account));
    note(await get(wrong, narrow));
    gateway.clock.nextMinute();
    note(await get(wrong, narrow));
    note(await get(REPOS, narrow));
    note(await get(REPOS, user.key));
    await gateway.connect(user.key, "github", { scopes: ["read:user"] });
    await until(async () => !(await get(REPOS, user.key)).json.error.endsWith("is not connected"));
    note(await get(REPOS, user.key));
    expect(codes).toEqual([
      "401 AUTH_REQUIRED: Invalid API key",
      "402 PAYMENT_REQUIRED: Payment is past due. Update the payment method to continue.",
      "403 PARTNER_REQUIRED: This needs an active partner profile. The operator can add one.",
      "429 RATE_LIMITED: Too many requests.",
      '400 VALIDATION_ERROR: "nothing" is not a parameter of this endpoint.',
      "403 PERMISSION_DENIED: Permission denied",
      '403 PERMISSION_DENIED: Integration "github" is not connected',
      expect.stringMatching(/^403 PERMISSION_DENIED: .+ was connected without the scopes/),
    ]);
  });

  const error = (status: number, body: object, headers?: Record<string, string>) =>
    gateway.providers.github.setFailureInjector(() => Response.json(body, { status, headers }));

  test("a provider's error is 502 with the provider's own status, message and code", async () => {
    error(500, { message: "It broke" });
    const response = await get(REPO);
    const details = { provider: "github", status: 500, message: "It broke", code: null };
    expect(response.json).toEqual(generalError("GitHub responded with an error: It broke", "PROVIDER_ERROR", details));
    expect(codeOf(response)).toBe("502 PROVIDER_ERROR");
  });

  test.each([
    ["not found", 404, { message: "Not Found" }, "404 NOT_FOUND", "GitHub did not find it: Not Found"],
    ["invalid", 422, { message: "Sort is wrong" }, "400 VALIDATION_ERROR", "GitHub: Sort is wrong"],
    ["forbidden", 403, { message: "No access" }, "403 PERMISSION_DENIED", "GitHub refuses: No access"],
  ])("a provider's %s becomes the gateway's code, in the general shape", async (_, status, body, code, text) => {
    error(status, body);
    const response = await get(REPO);
    expect(codeOf(response)).toBe(code);
    expect(response.json).toEqual({ error: text, code: code.slice(4), details: expect.any(Object) });
  });

  test("an unavailable provider is 503, with its Retry-After if any", async () => {
    error(503, {}, { "retry-after": "7" });
    const response = await get(REPO);
    expect(codeOf(response)).toBe("503 PROVIDER_UNAVAILABLE");
    expect(response.headers.get("retry-after")).toBe("7");
    expect(response.json).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      details: { provider: "github", reason: expect.any(String), retry_after: 7 },
    });
    expect(Object.keys(response.json)).toEqual(["error", "code", "details"]);
  });

  test.each(["a", "trace-1", "~".repeat(128), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'])(
    "the caller's X-Request-Id %j is returned on success and error",
    async (id) => {
      for (const path of [REPO, "/api/v1/nothing-here", "/health/live"]) {
        expect((await get(path, key, { "x-request-id": id })).headers.get("x-request-id")).toBe(id);
      }
      const keyless = await gateway.call("GET", REPO, { headers: { "x-request-id": id } });
      expect(keyless.headers.get("x-request-id")).toBe(id);
    },
  );

  test.each(["~".repeat(129), "two words", "tab\there", "caf\u00e9", ""])(
    "an X-Request-Id that is too long or not visible ASCII (%j) is replaced by a new one",
    async (id) => {
      const headers = [`Authorization: Bearer ${key}`, `X-Request-Id: ${id}`];
      const responses = await Promise.all([1, 2].map(() => sendRaw(gateway.url, { target: REPO, headers })));
      const made = responses.map((response) => response.headers.get("x-request-id") ?? "");
      for (const text of made) expect(text).toMatch(UUID);
      expect(made[0]).not.toBe(made[1]);
    },
  );
});
