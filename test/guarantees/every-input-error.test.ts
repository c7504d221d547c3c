// One response lists every input error, and values that JSON or URL decoding would change are rejected.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ADMIN_TOKEN, type ApiResponse, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";
import { codeOf, validationError } from "../support/responses.ts";

const ACCOUNTS = "/api/v1/accounts";
const CONNECT = "/api/v1/integrations/connect";
const ISSUES = "/api/v1/github/repos/ada/engine/issues";

describe("all input errors at once", () => {
  let gateway: TestGateway;
  let key: string;
  let account: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github"] });
    key = (await gateway.partner({ tier: "enterprise" })).key;
    account = await gateway.account(key);
    await gateway.connect(key, "github");
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  /** Locations of a response's input errors; the partner surface returns only the text. */
  const errorsOf = (response: ApiResponse) =>
    response.json.details
      ? response.json.details.errors.map((error: { in: string; path: string }) => `${error.in} ${error.path}`).sort()
      : response.json.error;
  const long = "a".repeat(64);

  test.each<[what: string, method: string, path: string, body: unknown, errors: string[]]>([
    [
      "a connect",
      "POST",
      CONNECT,
      { provider: "bogus", redirect_url: "nope" },
      ["body /provider", "body /redirect_url"],
    ],
    [
      "a connect beside errors of its schema",
      "POST",
      `${CONNECT}?x=1`,
      { provider: "bogus", redirect_url: 5, bogus: 1 },
      ["body /bogus", "body /provider", "body /redirect_url", "query /x"],
    ],
    [
      "a connect whose scopes are too long together, and one no scope",
      "POST",
      CONNECT,
      { provider: "github", redirect_url: "http://example.com", scopes: Array(100).fill(long) },
      ["body /redirect_url", "body /scopes"],
    ],
    [
      "everything that is wrong with a redirect_url",
      "POST",
      CONNECT,
      { provider: "github", redirect_url: "http://u:p@example.com/#f" },
      ["body /redirect_url", "body /redirect_url", "body /redirect_url"],
    ],
    [
      "an event's times beside an unknown name",
      "POST",
      "/api/v1/google/calendar/events",
      { title: "x", start: {}, end: {}, bogus: 1 },
      ["body ", "body /bogus"],
    ],
    ["a cursor and a limit", "GET", `${ISSUES}?cursor=zz&limit=0`, undefined, ["query /cursor", "query /limit"]],
    [
      "a cursor beside a filter that is wrong",
      "GET",
      `${ISSUES}?cursor=zz&state=gone`,
      undefined,
      ["query /cursor", "query /state"],
    ],
    [
      "the log's cursor",
      "GET",
      "/api/v1/usage?cursor=zz&limit=0&x=1",
      undefined,
      ["query /cursor", "query /limit", "query /x"],
    ],
  ])("%s", async (_, method, path, body, errors) => {
    const response = await gateway.call(method, path, { key, body });
    expect([codeOf(response), errorsOf(response)]).toEqual(["400 VALIDATION_ERROR", errors]);
  });

  test.each<[what: string, method: string, path: () => string, body: unknown, names: string[]]>([
    ["an account", "POST", () => ACCOUNTS, { external_id: "", bogus: 1 }, ["bogus", "external_id"]],
    [
      "an account's change",
      "PATCH",
      () => `${ACCOUNTS}/${account}`,
      { display_name: "x".repeat(256), metadata: 5, x: 1 },
      ["x", "metadata", "display_name"],
    ],
    [
      "redirect origins",
      "PUT",
      () => "/api/v1/redirect-origins?y=1",
      { origins: ["nope"], x: 1 },
      ["y", "x", "origins"],
    ],
    [
      "an account's connect",
      "POST",
      () => `${ACCOUNTS}/${account}/connect`,
      { provider: "bogus", redirect_url: "nope", confirm: 1 },
      ["confirm", "provider", "redirect_url"],
    ],
  ])("%s on the partner surface, whose error text names each", async (_, method, path, body, names) => {
    const response = await gateway.call(method, path(), { key, body });
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    for (const name of names) expect(response.json.error).toContain(name);
    expect(response.json.error.split(/\. (?=["a-z])/)).toHaveLength(names.length);
  });

  test("a key of the operator's API", async () => {
    const body = { user: 5, permissions: ["gmail"], expires_at: "2001-01-01T00:00:00Z", x: 1 };
    const response = await gateway.admin("POST", "/keys", body);
    expect(errorsOf(response)).toEqual(["body /expires_at", "body /permissions", "body /user", "body /x"]);
  });

  test("a malformed Idempotency-Key is reported with the other input errors", async () => {
    const response = await gateway.call("POST", ISSUES, { key, body: { x: 1 }, headers: { "idempotency-key": "a b" } });
    expect(errorsOf(response)).toEqual(["body /title", "body /x", "header /idempotency-key"]);
  });

  test("a cursor of another list is rejected when the filters are valid", async () => {
    const page = await gateway.call("GET", "/api/v1/usage?limit=1", { key });
    const cursor = encodeURIComponent(page.json.data.next_cursor);
    expect(errorsOf(await gateway.call("GET", `${ISSUES}?cursor=${cursor}&limit=0`, { key }))).toEqual([
      "query /cursor",
      "query /limit",
    ]);
    // With an invalid filter the cursor's list cannot be determined.
    expect(errorsOf(await gateway.call("GET", `${ISSUES}?cursor=${cursor}&state=gone`, { key }))).toEqual([
      "query /state",
    ]);
    expect((await gateway.call("GET", `/api/v1/usage?limit=2&cursor=${cursor}`, { key })).status).toBe(200);
  });

  test.each([
    ["9007199254740993", "metadata.n"],
    ["-9007199254740992", "metadata.n"],
    ["123456789012345678901234567890", "metadata.n"],
    ['[1, {"id": 12345678901234567}]', "metadata.n.1.id"],
    ["1e400", "metadata.n"],
    ["9007199254740993.0", "metadata.n"],
    ["9007199254740993e0", "metadata.n"],
    ["90071992547409930e-1", "metadata.n"],
  ])("the number %s in a body is rejected, not rounded", async (number, name) => {
    const body = `{"external_id":"n","metadata":{"n":${number}},"bogus":1}`;
    const { json } = await gateway.call("POST", ACCOUNTS, { key, body });
    expect(json.error).toContain('"bogus" is not a known field.');
    expect(json.error).toMatch(
      new RegExp(`"${name}" is a (whole number beyond 9007199254740991; send it as text|number that is too large)\\.`),
    );
  });

  test("an unsafe integer in an endpoint's field is rejected", async () => {
    const response = await gateway.call("POST", ISSUES, { key, body: '{"title":"a","milestone":9007199254740993}' });
    expect(response.json).toEqual(
      validationError("body", "/milestone", '"milestone" is a whole number beyond 9007199254740991; send it as text.'),
    );
  });

  test("safe numbers, and digits within strings, stay unchanged", async () => {
    const metadata =
      '{"n":[9007199254740991,-9007199254740991,0.1,1e21,1.5e300],"t":"a 12345678901234567890","1e400":" 1e400"}';
    const made = await gateway.call("POST", ACCOUNTS, { key, body: `{"external_id":"fits","metadata":${metadata}}` });
    expect(JSON.stringify(made.json.data.metadata)).toBe(JSON.stringify(JSON.parse(metadata)));
  });

  test.each(["%ff", "%C3%28", "%ED%A0%80", "%zz", "100%", "a%2"])(
    "%j in a query is 400, reported with the other input errors",
    async (text) => {
      const response = await gateway.call("GET", `/api/v1/usage?provider=${text}&limit=0`, { key });
      expect(response.json.details.errors).toEqual([
        { in: "query", path: "/provider", message: '"provider" is not valid percent-encoding of UTF-8.' },
        { in: "query", path: "/limit", message: '"limit" must be a whole number from 1 to 200.' },
      ]);
      expect((await gateway.call("GET", `/api/v1/usage?provider=a&${text}=1`, { key })).status).toBe(400);
    },
  );

  test("a query in UTF-8 is decoded, and the callback accepts invalid encoding from a provider", async () => {
    for (const text of ["caf%C3%A9", "a+b", "%25", "%EF%BF%BD", "a%26b"]) {
      expect((await gateway.call("GET", `/api/v1/usage?provider=${text}`, { key })).status).toBe(200);
    }
    const response = await gateway.call("GET", "/api/v1/connect/callback?state=x&error=denied&error_description=%E9");
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(response.headers.get("content-type")).toStartWith("text/html");
  });

  test("everything below /admin authenticates first: unknown paths, methods, OPTIONS, broken encoding", async () => {
    const cases: [method: string, path: string, status: number][] = [
      ["GET", "/admin", 404],
      ["GET", "/admin/", 404],
      ["GET", "/admin/v1/nothing", 404],
      ["POST", "/admin/v2/users", 404],
      ["PUT", "/admin/v1/users", 405],
      ["OPTIONS", "/admin/v1/users", 204],
      ["HEAD", "/admin/v1/keys", 405],
      ["GET", "/admin/v1/users/%zz", 400],
    ];
    for (const [method, path, status] of cases) {
      const none = await gateway.call(method, path);
      const wrong = await gateway.call(method, path, { key });
      const right = await gateway.call(method, path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      expect([method, path, codeOf(none), codeOf(wrong), right.status]).toEqual([
        method,
        path,
        "401 AUTH_REQUIRED",
        "401 AUTH_REQUIRED",
        status,
      ]);
    }
    expect((await gateway.call("GET", "/administration")).status).toBe(404);
  });

  test.each([
    ["an error", ISSUES.replace("issues", "nothing"), true],
    ["an error of the partner surface", `${ACCOUNTS}/x`, true],
    ["a response without a key", "/api/v1/usage", false],
    ["a cached response", "/api/v1/tools/provider/github", true],
    ["a long response", "/api/v1/tools?all=true", true],
    ["an unknown path", "/nothing", false],
    ["the operator's API", "/admin/v1/users", false],
    ["a probe", "/health/live", false],
    ["the API document", "/openapi.json", false],
  ])("HEAD of %s has the length that GET has (RFC 9110, section 9.3.2)", async (_, target, hasKey) => {
    const headers = ["X-Request-Id: the-same", ...(hasKey ? [`Authorization: Bearer ${key}`] : [])];
    const [head, get] = [
      await sendRaw(gateway.url, { method: "HEAD", target, headers }),
      await sendRaw(gateway.url, { target, headers }),
    ];
    const length = Buffer.byteLength(get.body, "latin1");
    expect(length).toBeGreaterThan(0);
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([get.status, "", String(length)]);
  });
});
