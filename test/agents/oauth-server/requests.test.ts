// Authorization requests and the consent page: what is wrong leads nowhere by itself, and nothing is granted without the person.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { unescaped } from "../../support/page-browser.ts";
import {
  ALLOW,
  AUTHORIZE,
  authorizePath,
  codeForm,
  consentTo,
  exchange,
  granted,
  newClient,
  pkce,
  post,
  REDIRECT,
  register,
  wayBack,
} from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);
const MINUTE_MS = 60_000;

describe("requests for sign-in", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let clientId: string;
  const { challenge } = pkce();
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    person = await signedIn(gateway);
    clientId = await newClient(gateway);
  }, 60_000);
  afterAll(() => gateway.close());
  const path = (more: Record<string, string | null> = {}) => authorizePath(gateway, clientId, challenge, more);
  const grants = async () =>
    (await gateway.database.database.query<{ count: number }>("select count(*)::int as count from mcp_grants"))[0]
      ?.count;

  const NOWHERE: [string, Record<string, string | null>][] = [
    ["an unknown client", { client_id: "mcp_client_AAAAAAAAAAAAAAAAAAAAAA" }],
    ["no client", { client_id: null }],
    ["a client with another form of id", { client_id: "../../clients" }],
    ["no redirect URI", { redirect_uri: null }],
    ["another path", { redirect_uri: `${REDIRECT}/` }],
    ["a path that is one character off", { redirect_uri: "http://127.0.0.1/callbac" }],
    ["another case", { redirect_uri: "http://127.0.0.1/Callback" }],
    ["another loopback name", { redirect_uri: "http://localhost/callback" }],
    ["another scheme", { redirect_uri: "https://127.0.0.1/callback" }],
    ["a query", { redirect_uri: `${REDIRECT}?a` }],
    ["another host", { redirect_uri: "https://evil.example.com/callback" }],
    ["an address that is too long", { state: "s".repeat(3_000) }],
  ];
  test.each(NOWHERE)("%s: a page that leads nowhere", async (_, more) => {
    const page = await person.get(path(more));
    expect(page.status).toBe(400);
    expect(page.headers.get("location")).toBeNull();
    expect(page.text).not.toContain("refresh");
    expect(page.text).not.toContain("evil.example.com");
  });

  test("client and redirect URI that stand there twice lead nowhere", async () => {
    for (const name of ["client_id", "redirect_uri"]) {
      const page = await person.get(`${path()}&${name}=${encodeURIComponent(REDIRECT)}`);
      expect([name, page.status, page.text.includes("more than one")]).toEqual([name, 400, true]);
    }
  });

  const REFUSED: [string, Record<string, string | null>, string][] = [
    ["no PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["PKCE without a method, which means plain", { code_challenge_method: null }, "invalid_request"],
    ["a challenge that is no SHA-256", { code_challenge: "short" }, "invalid_request"],
    ["another resource", { resource: "https://evil.example.com/mcp" }, "invalid_target"],
    ["implicit", { response_type: "token" }, "unsupported_response_type"],
    ["no response type", { response_type: null }, "unsupported_response_type"],
    ["a fragment as response", { response_mode: "fragment" }, "invalid_request"],
    ["unknown scopes", { scope: "admin everything" }, "invalid_scope"],
  ];
  test.each(REFUSED)("%s: the person may take the refusal back, with iss and state", async (_, more, code) => {
    const page = await person.get(path(more));
    expect(page.status).toBe(400);
    expect(page.text).not.toContain("http-equiv");
    const [, href = ""] = /href="(http:\/\/127\.0\.0\.1\/callback[^"]*)"/.exec(page.text) ?? [];
    const { searchParams } = new URL(unescaped(href));
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual([code, "state-1"]);
    expect(searchParams.get("iss")).toBe(gateway.app.deps.baseUrl);
  });

  test("a resource that is another one, or stands there twice, is refused", async () => {
    const { baseUrl } = gateway.app.deps;
    for (const resource of [`${baseUrl}/MCP`, baseUrl, `${baseUrl}/mcp?`, `${baseUrl}/mcp#`, `${baseUrl}/mcp//`]) {
      expect((await person.get(path({ resource }))).text).toContain("invalid_target");
    }
    const { port } = new URL(baseUrl);
    for (const resource of [null, `${baseUrl}/mcp/`, `http://localhost:${port}/mcp`, `http://127.0.0.1:${port}/mcp/`])
      expect((await person.get(path({ resource }))).status).toBe(200);
    const twice = await person.get(`${path()}&resource=${encodeURIComponent("https://evil.example.com/mcp")}`);
    expect(twice.text).toContain("invalid_request");
  });

  test("the page says who asks and where it leads; what a client says of itself is text", async () => {
    const id = await newClient(gateway, "<script>alert(1)</script>\u202e\u0007 Claude");
    const page = await person.get(authorizePath(gateway, id, challenge));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script>alert");
    expect(unescaped(page.text)).toContain("<script>alert(1)</script> Claude");
    expect(page.text).not.toContain("\u202e");
    expect(page.text).toContain("not verified");
    expect(page.text).toContain("a program on your computer");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("looking at the page, refusing, and forms of others grant nothing", async () => {
    const before = await grants();
    await person.get(path());
    const refused = await person.submit(path(), { decision: "deny" });
    const { searchParams } = wayBack(refused.text);
    expect([searchParams.get("error"), searchParams.get("code")]).toEqual(["access_denied", null]);
    expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["state-1", gateway.app.deps.baseUrl]);
    expect(wayBack((await person.submit(path(), { use: "all" })).text).searchParams.get("error")).toBe("access_denied");
    expect((await person.post(path(), ALLOW)).status).toBe(403);
    expect((await person.post(path(), { ...ALLOW, form_token: "x" })).status).toBe(403);
    const page = await person.get(path());
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] as string;
    const foreign = await person.post(path(), { ...ALLOW, form_token: token }, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    const wrong = await person.post(path({ resource: "https://evil.example.com/mcp" }), {
      ...ALLOW,
      form_token: token,
    });
    expect(wrong.text).not.toContain("http-equiv");
    expect(await grants()).toBe(before);
  });

  test("a wrong choice is said in the form, and grants nothing", async () => {
    const before = await grants();
    const cases: Record<string, string | string[]>[] = [
      { access: "some" },
      { access: "some", provider: ["github", "nothing"] },
      { days: "400" },
      { days: "" },
      { external_id: "customer-1" },
    ];
    for (const fields of cases) {
      const page = await person.submit(path(), { ...ALLOW, ...fields });
      expect([fields, page.status]).toEqual([fields, 400]);
    }
    expect(await grants()).toBe(before);
  });

  test("who is not signed in signs in first, and comes back to the client's request", async () => {
    const browser = newBrowser(gateway);
    const first = await browser.get(path());
    expect(first.status).toBe(303);
    const signIn = first.headers.get("location") as string;
    const next = new URL(signIn, gateway.url).searchParams.get("next") as string;
    expect(next).toBe(path());
    const done = await browser.submit("/sign-in", { email: person.email, password: PASSWORD, next }, signIn);
    expect(done.headers.get("location")).toBe(next);
    expect((await browser.get(next)).text).toContain("Give Test client access?");
  });

  test("a sign-in of more than 15 minutes ago is repeated first, at the page and at its form", async () => {
    const late = await signedIn(gateway);
    const page = await late.get(path());
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] as string;
    gateway.clock.move(16 * MINUTE_MS);
    for (const response of [await late.get(path()), await late.post(path(), { ...ALLOW, form_token: token })]) {
      const to = new URL(response.headers.get("location") as string, gateway.url);
      expect([response.status, to.pathname, to.searchParams.get("next")]).toEqual([303, "/sign-in/again", path()]);
    }
    person = await signedIn(gateway);
  });

  test("a person without a user is told so", async () => {
    const operator = await signedIn(gateway, { role: "operator" });
    await gateway.admin("DELETE", `/people/${operator.personId}/users/${operator.userId}`);
    const page = await operator.get(path());
    expect([page.status, page.text.includes("You do not act for any user")]).toEqual([403, true]);
  });

  test("a user has a bounded number of clients", async () => {
    const many = await signedIn(gateway);
    await gateway.database.database.query(
      `insert into mcp_grants (id, person_id, user_id, client_id, client_name, read_only, resource, redirect_uri, code_mac,
        code_challenge, code_expires_at, code_used_at, created_at, expires_at)
      select gen_random_uuid(), $1, $2, 'c', 'c', true, 'r', 'http://127.0.0.1/', 'mac-' || n, '', now(), now(), now(),
        now() + interval '90 days' from generate_series(1, 100) as n`,
      [many.personId, many.userId],
    );
    const page = await many.submit(path(), ALLOW);
    expect([page.status, page.text.includes("already 100 clients")]).toEqual([409, true]);
  });

  test("the page of clients shows what was granted, and takes it back; another user's is none of it", async () => {
    const owner = await signedIn(gateway);
    const other = await signedIn(gateway);
    const { access } = await granted(gateway, owner, { fields: { use: "read", access: "some", provider: ["github"] } });
    const list = await owner.get("/settings/clients");
    for (const text of ["Test client", "read only", "github", "never"]) expect(list.text).toContain(text);
    expect(list.text).not.toContain(access);
    const [, revoke = ""] = /href="(\/settings\/clients\/[^"]+\/revoke)"/.exec(list.text) ?? [];
    expect((await other.get("/settings/clients")).text).not.toContain(revoke);
    expect((await other.get(revoke)).status).toBe(404);
    const token = /name="form_token" value="([^"]+)"/.exec((await other.get(path())).text)?.[1] as string;
    expect((await other.post(revoke, { form_token: token })).status).toBe(404);
    expect((await owner.submit(revoke, {})).status).toBe(303);
    expect((await owner.get("/settings/clients")).text).toContain("No client has access");
    const events = await gateway.call("GET", "/admin/v1/audit?limit=50", {
      headers: { authorization: "Bearer admin-token-for-tests" },
    });
    expect(events.text).toContain("mcp_client_granted");
    expect(events.text).toContain("mcp_client_revoked");
  });
});

describe("the endpoints of clients", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    person = await signedIn(gateway);
  }, 60_000);
  afterAll(() => gateway.close());
  const send = (path: string, body: string, headers: Record<string, string>) =>
    fetch(gateway.url + path, { method: "POST", headers, body });
  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  const JSON_TYPE = { "content-type": "application/json" };

  test("metadata names itself, and only what there is", async () => {
    const get = async (path: string) => (await gateway.call("GET", `/.well-known/${path}`)).json;
    const { baseUrl } = gateway.app.deps;
    const server = await get("oauth-authorization-server");
    expect(server).toMatchObject({
      issuer: baseUrl,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const name of ["authorization", "token", "revocation", "registration"]) {
      const { pathname } = new URL(server[`${name}_endpoint`]);
      const there = gateway.app.routes.some((route) => route.path === pathname);
      expect([name, there]).toEqual([name, true]);
    }
    for (const path of ["oauth-protected-resource", "oauth-protected-resource/mcp"])
      expect(await get(path)).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] });
  });

  test("a token request that is no form, or says something twice, is refused in OAuth's words", async () => {
    const form = { grant_type: "authorization_code", client_id: "c", code: "x" };
    const encoded = new URLSearchParams(form).toString();
    const cases: [string, Record<string, string>, string, number][] = [
      [JSON.stringify(form), JSON_TYPE, "invalid_request", 400],
      [JSON.stringify(form), FORM, "invalid_request", 400],
      [encoded, { "content-type": "text/plain" }, "invalid_request", 400],
      [`${encoded}&code=y`, FORM, "invalid_request", 400],
      [`${encoded}&client_id=other`, FORM, "invalid_request", 400],
      [`${encoded}&client_secret=s`, FORM, "invalid_client", 400],
      [encoded, { ...FORM, authorization: "Basic YTpi" }, "invalid_client", 400],
      ["", FORM, "invalid_request", 400],
      ["grant_type=password&client_id=c&username=a&password=b", FORM, "unsupported_grant_type", 400],
      ["grant_type=client_credentials&client_id=c", FORM, "unsupported_grant_type", 400],
      ["grant_type=refresh_token&client_id=c&refresh_token=%00", FORM, "invalid_request", 400],
      [`grant_type=refresh_token&client_id=c&refresh_token=${"a".repeat(20_000)}`, FORM, "invalid_request", 413],
    ];
    for (const [body, headers, error, status] of cases) {
      const response = await send("/oauth/token", body, headers);
      const json = (await response.json()) as { error: string; error_description: string };
      expect([body.slice(0, 80), response.status, json.error]).toEqual([body.slice(0, 80), status, error]);
      expect(json.error_description.length).toBeGreaterThan(5);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    expect((await fetch(`${gateway.url}/oauth/token?${encoded}`)).status).toBe(405);
    expect((await post(gateway, "/oauth/revoke", { token: "x" })).json.error).toBe("invalid_request");
  });

  test("registration takes what it understands, without application_type, and refuses what could lead people astray", async () => {
    const { status, json } = await register(gateway, {
      redirect_uris: ["http://localhost/cb", "cursor://host/cb"],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      logo_uri: "javascript:alert(1)",
      unknown: { a: 1 },
    });
    expect([status, json.token_endpoint_auth_method]).toEqual([201, "none"]);
    expect(Object.keys(json)).not.toContain("client_secret");
    expect(Object.keys(json)).not.toContain("logo_uri");
    const uris = ["http://localhost/cb"];
    const wrong: [unknown, string][] = [
      [{}, "invalid_redirect_uri"],
      [{ redirect_uris: [] }, "invalid_redirect_uri"],
      [{ redirect_uris: "http://localhost/cb" }, "invalid_redirect_uri"],
      [{ redirect_uris: [1] }, "invalid_redirect_uri"],
      [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
      [{ redirect_uris: [...uris, "http://example.com/cb"] }, "invalid_redirect_uri"],
      [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `http://localhost/${n}`) }, "invalid_redirect_uri"],
      [{ redirect_uris: uris, client_name: ["x"] }, "invalid_client_metadata"],
      [{ redirect_uris: uris, grant_types: ["client_credentials"] }, "invalid_client_metadata"],
      [{ redirect_uris: uris, response_types: ["token"] }, "invalid_client_metadata"],
      [[], "invalid_client_metadata"],
      [null, "invalid_client_metadata"],
      ["text", "invalid_client_metadata"],
    ];
    for (const [metadata, error] of wrong) {
      const refused = await register(gateway, metadata);
      expect([metadata, refused.status, refused.json.error]).toEqual([metadata, 400, error]);
    }
    expect((await send("/oauth/register", "redirect_uris=x", FORM)).status).toBe(400);
    expect((await send("/oauth/register", "{", JSON_TYPE)).status).toBe(400);
    const long = await send(
      "/oauth/register",
      JSON.stringify({ redirect_uris: uris, x: "a".repeat(20_000) }),
      JSON_TYPE,
    );
    expect(long.status).toBe(413);
  });

  test("S-43: a network's refused requests end in 429; the next minute is another", async () => {
    gateway.clock.nextMinute();
    let last = await exchange(gateway, { grant_type: "nothing", client_id: "c" });
    for (let tries = 0; tries < 60; tries++) last = await exchange(gateway, { grant_type: "nothing", client_id: "c" });
    expect([last.status, Number(last.headers.get("retry-after")) > 0]).toEqual([429, true]);
    gateway.clock.nextMinute();
    expect((await exchange(gateway, { grant_type: "nothing", client_id: "c" })).status).toBe(400);
  });

  test("a network registers a bounded number of clients in a minute", async () => {
    gateway.clock.nextMinute();
    const metadata = { redirect_uris: [REDIRECT] };
    const statuses = [];
    for (let tries = 0; tries < 121; tries++) statuses.push((await register(gateway, metadata)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(120);
    expect(statuses.at(-1)).toBe(429);
    gateway.clock.nextMinute();
    person = await signedIn(gateway);
    const clientId = await newClient(gateway);
    const { verifier, challenge } = pkce();
    const back = await consentTo(person, authorizePath(gateway, clientId, challenge));
    expect((await exchange(gateway, codeForm(gateway, clientId, back, verifier))).status).toBe(200);
    expect(AUTHORIZE).toBe("/oauth/authorize");
  });
});
