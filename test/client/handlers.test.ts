// The handlers in an app on Hono and on Express, against a gateway and an emulated provider: who may start, finish and deliver what.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Request as ExpressRequest } from "express";
import { type Context, Hono } from "hono";
import {
  createHandlers,
  expressHandler,
  type HandlersOptions,
  honoHandler,
  nextHandlers,
} from "../../client/src/handlers.ts";
import { createClient, type WebhookEvent } from "../../client/src/index.ts";
import { createFakeGateway } from "../../client/src/testing.ts";
import { consent } from "../../emulators/consent.ts";
import { newSecret, signedHeaders } from "../../src/events/webhooks/signature.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { HOOK_MS, integrationOf, land } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(HOOK_MS);
const SECRET = "0123456789abcdef0123456789abcdef";
const WEBHOOK_SECRET = newSecret();
const MAIL = "https://www.googleapis.com/auth/gmail.readonly";
const CALENDAR = "https://www.googleapis.com/auth/calendar.readonly";

interface TestApp {
  url: string;
  close(): Promise<void>;
}
type Common = Omit<HandlersOptions, "customer" | "appUrl" | "finish">;

/** Who is signed in, as a test's browser says: an app reads its own session. */
const CUSTOMER = "x-signed-in";

async function honoApp(options: Common): Promise<TestApp> {
  let appUrl = "";
  const app = new Hono();
  const server = platform.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => app.fetch(request) });
  appUrl = `http://127.0.0.1:${server.port}`;
  const handlers = createHandlers<Context>({
    ...options,
    appUrl,
    customer: (_, context) => context.req.header(CUSTOMER) ?? null,
  });
  app.all("/gateway/*", honoHandler(handlers));
  app.get("/gateway/other", (context) => context.text("the app's own"));
  return { url: appUrl, close: async () => server.stop() };
}

/** Response.redirect() as Node makes it: its headers cannot be changed. */
function immutableRedirect(url: string): Response {
  const response = Response.redirect(url, 303);
  response.headers.append = () => {
    throw new TypeError("immutable");
  };
  return response;
}

async function expressApp(options: Common): Promise<TestApp> {
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handlers = createHandlers<ExpressRequest>({
    ...options,
    appUrl,
    customer: (_, request) => request.get(CUSTOMER) ?? null,
    finish: ({ status, error }) =>
      immutableRedirect(`${appUrl}/?${status === "connected" ? "connected=google" : `connect_error=${error}`}`),
  });
  app.use(expressHandler(handlers));
  app.use(express.json());
  app.get("/gateway/other", (_, response) => {
    response.send("the app's own");
  });
  return { url: appUrl, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe.each([
  ["Hono", honoApp],
  ["Express", expressApp],
])("an app on %s", (_, start) => {
  let gateway: TestGateway;
  let app: TestApp;
  let key: string;
  const events: WebhookEvent[] = [];
  const wanted: string[] = [];
  let fail: Error | null = null;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    key = (await gateway.partner()).key;
    app = await start({
      gateway: createClient({ baseUrl: gateway.url, apiKey: key }),
      secret: SECRET,
      webhookSecret: WEBHOOK_SECRET,
      connectOptions: ({ provider, customer: whose, scopes }) => {
        wanted.push(`${whose} ${provider} ${scopes.length}`);
        const allowed = scopes.filter((scope) => scope === CALENDAR);
        return allowed.length === 0 ? {} : { scopes: [MAIL, ...allowed] };
      },
      onEvent: (event) => {
        if (fail) throw fail;
        events.push(event);
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await gateway.close();
  });
  let customer: string;
  beforeEach(() => {
    customer = `customer ${crypto.randomUUID()} é`;
    fail = null;
    events.length = 0;
    wanted.length = 0;
  });

  interface Ask {
    as?: string | null;
    cookie?: string | null;
    headers?: Record<string, string>;
    post?: object;
  }
  const ask = async (path: string, { as = customer, cookie = null, headers = {}, post }: Ask = {}) => {
    const response = await fetch(new URL(path, app.url), {
      redirect: "manual",
      method: post ? "POST" : "GET",
      headers: {
        ...(as !== null && { [CUSTOMER]: encodeURIComponent(as) }),
        ...(cookie !== null && { cookie }),
        ...(post && { "content-type": "application/json" }),
        ...headers,
      },
      ...(post && { body: JSON.stringify(post) }),
    });
    const location = response.headers.get("location");
    const [set = ""] = response.headers.getSetCookie();
    return { status: response.status, location, cookie: set.split(";")[0] ?? "", set, text: await response.text() };
  };
  const idOf = (name: string) => `external:${encodeURIComponent(encodeURIComponent(name))}`;
  const integration = () => integrationOf(gateway, key, "google", idOf(customer));
  /** Starts, consents and stops at the app's door. */
  const begin = async (query = "", fields = {}) => {
    const started = await ask(`/gateway/connect/google${query}`);
    expect(started.status).toBe(303);
    const callback = await consent(new URL(started.location ?? ""), "ada@example.com", fields);
    const { headers } = await land(callback);
    return { cookie: started.cookie, set: started.set, back: new URL(headers.get("location") ?? "") };
  };

  test("a connect that comes back to its browser is confirmed, and its token is in no address of the app", async () => {
    const { cookie, set, back } = await begin();
    expect(set).toMatch(/; Max-Age=1800; Path=\/gateway\/; HttpOnly; SameSite=Lax$/);
    expect(back.href).toStartWith(`${app.url}/gateway/connected?`);
    expect((await integration()).status).toBe("pending");
    const done = await ask(back.href, { cookie });
    expect([done.status, done.location]).toEqual([303, `${app.url}/?connected=google`]);
    expect(done.set).toContain("Max-Age=0");
    expect((await integration()).status).toBe("active");
  });

  test("a pop-up's page confirms by POST", async () => {
    const { cookie, back } = await begin();
    const { session_id = "", confirm_token } = Object.fromEntries(back.searchParams);
    const done = await ask("/gateway/connected", { cookie, post: { session_id, confirm_token } });
    expect([done.status, JSON.parse(done.text)]).toMatchObject([
      200,
      {
        status: "connected",
        provider: "google",
        sessionId: session_id,
        error: null,
        identity: { name: "ada@example.com" },
        missingPermissions: [],
      },
    ]);
    expect((await integration()).status).toBe("active");
  });

  test("a link asks for more scopes as far as the app allows them, and the outcome says what was not allowed", async () => {
    const query = `?${new URLSearchParams({ scopes: `${CALENDAR} https://www.googleapis.com/auth/drive` })}`;
    const { location } = await ask(`/gateway/connect/google${query}`);
    const requested = new URL(location ?? "").searchParams.get("scope")?.split(" ") ?? [];
    expect(requested.filter((scope) => scope.startsWith("https:")).sort()).toEqual([CALENDAR, MAIL].sort());
    expect(decodeURIComponent(wanted.at(-1) ?? "")).toBe(`${customer} google 2`);
    const { cookie, back } = await begin(query, { scope: `openid ${MAIL}` });
    const { session_id, confirm_token } = Object.fromEntries(back.searchParams);
    const { text } = await ask("/gateway/connected", { cookie, post: { session_id, confirm_token } });
    const { status, missingPermissions } = JSON.parse(text);
    expect([status, missingPermissions]).toEqual(["connected", ["calendar.read"]]);
  });

  test("a script gets the address of the gateway's page", async () => {
    const { status, text, cookie } = await ask("/gateway/connect/google", { post: {} });
    expect([status, JSON.parse(text).connect_url]).toEqual([200, expect.stringContaining(`${gateway.url}/connect/`)]);
    expect(cookie).toStartWith(`gateway_connect_${JSON.parse(text).session_id}=`);
  });

  test("without the cookie of the browser that began, nothing is confirmed: a link that somebody sent connects nobody", async () => {
    const { cookie, back } = await begin();
    const planted = cookie.replace(/=.*/, `=${"0".repeat(64)}`);
    const other = (await ask("/gateway/connect/google")).cookie;
    for (const wrong of [null, planted, other, `${cookie.split("=")[0]}=`]) {
      const refused = await ask(back.href, { cookie: wrong });
      expect([wrong, refused.status, refused.location]).toEqual([wrong, 403, null]);
    }
    const { session_id, confirm_token } = Object.fromEntries(back.searchParams);
    expect((await ask("/gateway/connected", { post: { session_id, confirm_token } })).status).toBe(403);
    expect((await integration()).status).toBe("pending");
  });

  test("the cookie is of one customer: a planted one of another's connect confirms nothing", async () => {
    const { cookie, back } = await begin();
    expect((await ask(back.href, { cookie, as: "somebody else" })).status).toBe(403);
    expect((await ask(back.href, { cookie, as: null })).status).toBe(401);
    expect((await integration()).status).toBe("pending");
    // A second cookie of the same name, as a subdomain can plant it, locks nobody out.
    const planted = cookie.replace(/=.*/, `=${"0".repeat(64)}`);
    expect((await ask(back.href, { cookie: `${planted}; ${cookie}` })).status).toBe(303);
  });

  test("a refusal at the provider ends with its code", async () => {
    const { cookie, back } = await begin();
    const denied = new URL(back);
    denied.searchParams.delete("confirm_token");
    denied.searchParams.set("error", "access_denied");
    const done = await ask(denied.href, { cookie });
    expect([done.status, done.location]).toEqual([303, `${app.url}/?connect_error=access_denied`]);
  });

  test("nobody starts a connect who is not signed in, nor from another site; what the gateway refuses keeps its code", async () => {
    expect((await ask("/gateway/connect/google", { as: null })).status).toBe(401);
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      expect((await ask("/gateway/connect/google", { headers })).status).toBe(403);
      expect((await ask("/gateway/connect/google", { headers, post: {} })).status).toBe(403);
    }
    const foreign = { origin: "https://elsewhere.example" };
    expect((await ask("/gateway/connected", { headers: foreign, post: {} })).status).toBe(403);
    const unknown = await ask("/gateway/connect/nothing");
    expect([unknown.status, JSON.parse(unknown.text).code]).toEqual([400, "VALIDATION_ERROR"]);
    expect((await ask("/gateway/connect/..%2f")).status).toBe(404);
  });

  test("other paths are the app's own", async () => {
    expect((await ask("/gateway/other")).text).toBe("the app's own");
    expect((await ask("/nothing")).status).toBe(404);
  });

  const event = { type: "mail.received", timestamp: "2026-01-01T00:00:00Z", data: { title: "Grüße" } };
  const body = JSON.stringify(event, null, 1);
  const deliver = (text: string, headers: Record<string, string>) =>
    fetch(`${app.url}/gateway/webhook`, {
      method: "POST",
      body: text,
      headers: { ...headers, "content-type": "application/json" },
    });

  test("a signed webhook reaches the app as it was sent; any other is refused, and an error of the app has it sent again", async () => {
    const headers = signedHeaders([WEBHOOK_SECRET], "msg-1", Date.now(), body);
    expect((await deliver(body, headers)).status).toBe(204);
    expect(events as object[]).toEqual([event]);
    expect((await deliver(`${body} `, headers)).status).toBe(400);
    expect((await deliver(body, {})).status).toBe(400);
    expect((await deliver(body, signedHeaders([newSecret()], "msg-1", Date.now(), body))).status).toBe(400);
    expect((await deliver("x".repeat(5 * 1024 * 1024), headers)).status).toBe(413);
    expect(events.length).toBe(1);
    fail = new Error("no database");
    expect((await deliver(body, headers)).status).toBe(500);
  });
});

test("Express: a parser of bodies before the handlers is an error that names it, and a raw body is taken", async () => {
  const gateway = createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key" });
  const events: WebhookEvent[] = [];
  const handlers = createHandlers<ExpressRequest>({
    gateway,
    appUrl: "http://127.0.0.1",
    secret: SECRET,
    customer: () => null,
    webhookSecret: WEBHOOK_SECRET,
    onEvent: (event) => void events.push(event),
  });
  const statusWith = async (parser: express.RequestHandler) => {
    const app = express();
    let message = "";
    app.use(parser, expressHandler(handlers));
    app.use(((error, _request, response, _next) => {
      message = (error as Error).message;
      response.status(500).end();
    }) as express.ErrorRequestHandler);
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const body = JSON.stringify({ type: "a", data: {} });
    const headers = { ...signedHeaders([WEBHOOK_SECRET], "1", Date.now(), body), "content-type": "application/json" };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway/webhook`;
    const { status } = await fetch(url, { method: "POST", body, headers });
    await new Promise((resolve) => server.close(resolve));
    return [status, message];
  };
  expect(await statusWith(express.json())).toEqual([500, expect.stringContaining("before express.json()")]);
  expect(await statusWith(express.raw({ type: "*/*" }))).toEqual([204, ""]);
  expect(events.length).toBe(1);
});

test("Next: GET and POST of a catch-all route", async () => {
  const gateway = createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key" });
  const options = { gateway, appUrl: "https://app.example", secret: SECRET, customer: () => null };
  const { GET, POST } = nextHandlers(createHandlers(options));
  expect((await GET(new Request("https://app.example/gateway/connect/google"))).status).toBe(401);
  expect((await POST(new Request("https://app.example/gateway/connect/google", { method: "POST" }))).status).toBe(401);
  expect((await GET(new Request("https://app.example/gateway/elsewhere"))).status).toBe(404);
});

test("a link widens nothing where the app does not choose: its scopes are refused, and nothing is started", async () => {
  const fake = createFakeGateway();
  const gateway = createClient({ baseUrl: "http://gateway.test", apiKey: "key", fetch: fake.fetch });
  const handlers = createHandlers({
    gateway,
    appUrl: "https://app.example",
    secret: SECRET,
    customer: () => "customer-1",
    connectOptions: { scopes: ["calendar"] },
  });
  const response = await handlers(new Request("https://app.example/gateway/connect/google?scopes=mail"), undefined);
  const { code } = await (response ?? new Response("{}")).json();
  expect([response?.status, code, fake.calls.length]).toEqual([400, "VALIDATION_ERROR", 0]);
});

test("the outcome names the workspace, where the provider has some", async () => {
  const fake = createFakeGateway();
  const session_id = crypto.randomUUID();
  const identity = { id: "T1 U1", name: "ada", workspace: { id: "T1", name: "Analytical" } };
  const times = { created_at: "2026-01-01T00:00:00Z", expires_at: "2026-01-01T00:30:00Z" };
  fake.on("POST", "/api/v1/connect", {
    ...{ connect_url: "https://slack.example", session_id, expires_at: times.expires_at },
    ...{ status: "pending", account_id: crypto.randomUUID() },
  });
  fake.on("GET", "/api/v1/accounts/{id}/connect/{session_id}", {
    ...{ session_id, provider: "slack", status: "completed", ...times, identity, missing_permissions: [] },
  });
  fake.on("POST", "/api/v1/accounts/{id}/integrations/{provider}/confirm", {} as never);
  const outcomes: (string | undefined)[] = [];
  const handlers = createHandlers({
    gateway: createClient({ baseUrl: "http://gateway.test", apiKey: "key", fetch: fake.fetch }),
    appUrl: "https://app.example",
    secret: SECRET,
    customer: () => "customer-1",
    finish({ identity }) {
      outcomes.push(identity?.workspace?.name);
      return new Response();
    },
  });
  const started = await handlers(new Request("https://app.example/gateway/connect/slack"), undefined);
  const cookie = started?.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const back = `https://app.example/gateway/connected?session_id=${session_id}&confirm_token=t`;
  await handlers(new Request(back, { headers: { cookie } }), undefined);
  expect(outcomes).toEqual(["Analytical"]);
});

test("the adapters take handlers that do not look at their context", () => {
  const gateway = createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key" });
  const handlers = createHandlers({ gateway, appUrl: "https://app.example", secret: SECRET, customer: () => null });
  // The compiler holds it.
  expect([honoHandler(handlers), expressHandler(handlers), nextHandlers(handlers)].length).toBe(3);
});

test("a short secret and an address that is none are refused before the first request", () => {
  const gateway = createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key" });
  const options = { gateway, appUrl: "https://app.example", secret: SECRET, customer: () => null };
  expect(() => createHandlers({ ...options, secret: "short" })).toThrow("32 random characters");
  expect(() => createHandlers({ ...options, appUrl: "app.example" })).toThrow("appUrl");
});
