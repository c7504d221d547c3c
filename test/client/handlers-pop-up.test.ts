// The page with a pop-up of docs/api/app-handlers.md, on an app of node:http: its own script starts and confirms a connect.
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ConnectOptions, ConnectOutcome } from "../../client/src/connect.ts";
import { createHandlers, expressHandler } from "../../client/src/handlers.ts";
import { createClient } from "../../client/src/index.ts";
import { consent } from "../../emulators/consent.ts";
import { HOOK_MS, integrationOf } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { pageBrowser, unescaped } from "../support/page-browser.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(HOOK_MS);
const PAGE = readFileSync(join(ROOT, "docs/api/app-handlers.md"), "utf8");
const [, SCRIPT = ""] = /^```html\n[\s\S]*?<script>\n([\s\S]*?)<\/script>\n```/m.exec(PAGE) ?? [];

let gateway: TestGateway;
let key: string;
let server: Server;
let appUrl: string;
let customer: string;
let cookie: string;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
  key = (await gateway.partner()).key;
  server = createServer((request, response) =>
    serve(request, response, (error) => {
      response.statusCode = error ? 500 : 404;
      response.end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handlers = createHandlers<IncomingMessage>({
    gateway: createClient({ baseUrl: gateway.url, apiKey: key }),
    appUrl,
    secret: "0123456789abcdef0123456789abcdef",
    customer: () => {
      if (customer === "") throw new Error("no database");
      return customer;
    },
  });
  const serve = expressHandler(handlers);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await gateway.close();
});
beforeEach(() => {
  customer = `customer-${crypto.randomUUID()}`;
  cookie = "";
});

/** fetch() of the app's page, with its one cookie. */
async function fetchInPage(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, appUrl), { ...init, headers: { ...init.headers, cookie } });
  const [set] = response.headers.getSetCookie();
  if (set) cookie = set.split(";")[0] ?? "";
  return response;
}
const post = async (body: unknown) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetchInPage("/gateway/connected", { method: "POST", body: text });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};

/** connect() for a person who goes through the pop-up, or cancels in it. */
async function connect({ url }: ConnectOptions, action: "continue" | "cancel" = "continue"): Promise<ConnectOutcome> {
  if (typeof url !== "function") throw new TypeError("The page gives a function.");
  const browser = pageBrowser();
  const opened = await browser.open(`${await url()}?window=popup`);
  let page = await browser.send(opened, { action });
  if (page.onTo) page = await browser.open((await consent(page.onTo, "ada@example.com")).href);
  const [, text = "null"] = /data-outcome="([^"]*)"/.exec(page.text) ?? [];
  const { status, provider, session_id, account_id, external_id, confirm_token, error } = JSON.parse(unescaped(text));
  return {
    status,
    provider,
    sessionId: session_id,
    accountId: account_id ?? null,
    externalId: external_id ?? null,
    confirmToken: confirm_token ?? null,
    error: error ?? null,
    errorDescription: null,
  };
}
const start = async () =>
  connect({
    url: async () => {
      const response = await fetchInPage("/gateway/connect/google", { method: "POST" });
      const started = (await response.json()) as { connect_url: string };
      expect(Object.keys(started)).toEqual(["connect_url", "session_id"]);
      return started.connect_url;
    },
  });
const statusOfIntegration = async () => (await integrationOf(gateway, key, "google", `external:${customer}`)).status;

/** Clicks the button of the documented page; the text that is on it then. */
async function click(action: "continue" | "cancel"): Promise<string> {
  const button = { onclick: async () => {}, textContent: "" };
  const page = { querySelector: () => button };
  new Function("document", "gateway", "fetch", SCRIPT)(
    page,
    { connect: (options: ConnectOptions) => connect(options, action) },
    fetchInPage,
  );
  await button.onclick();
  return button.textContent;
}

test("the documented page connects in a pop-up and has the app confirm its outcome", async () => {
  expect(await click("continue")).toBe("Connected as ada@example.com");
  expect(await statusOfIntegration()).toBe("active");
});

test("the documented page says why nothing was connected", async () => {
  expect(await click("cancel")).toBe("Not connected: access_denied");
});

test("an outcome without a field or with another type is 400 and names the field, and it can be sent again", async () => {
  const outcome = await start();
  const { sessionId, confirmToken, ...rest } = outcome;
  const cases: [unknown, string][] = [
    [{ ...rest, confirmToken }, "`sessionId` (or `session_id`) is missing"],
    [{ ...outcome, sessionId: "" }, "`sessionId` (or `session_id`) is missing"],
    [{ ...outcome, sessionId: 7 }, "`sessionId` (or `session_id`) must be text"],
    [{ ...rest, sessionId }, "`confirmToken` (or `confirm_token`) is missing"],
    [{ ...outcome, confirmToken: { a: 1 } }, "`confirmToken` (or `confirm_token`) must be text"],
    [{ ...outcome, error: true }, "`error` must be text"],
    ...["", "null", "[]", '"text"', "{"].map((text): [string, string] => [text, "must be a JSON object"]),
  ];
  for (const [body, sentence] of cases)
    expect([body, await post(body)]).toEqual([
      body,
      { status: 400, json: { error: expect.stringContaining(sentence), code: "VALIDATION_ERROR" } },
    ]);
  expect((await post({ ...outcome, more: "x".repeat(20_000) })).status).toBe(413);
  expect(await statusOfIntegration()).toBe("pending");
  const names = { session_id: sessionId, confirm_token: confirmToken };
  expect(await post(names)).toMatchObject({ status: 200, json: { status: "connected" } });
});

test("an outcome whose pop-up was cut off has no token, and confirms nothing", async () => {
  const outcome = await start();
  expect(await post({ ...outcome, confirmToken: null })).toMatchObject({
    status: 200,
    json: { status: "failed", error: "not_connected" },
  });
  expect(await statusOfIntegration()).toBe("pending");
});

test("a browser that did not begin is 403, whichever names the fields have", async () => {
  const outcome = await start();
  cookie = "";
  expect((await post(outcome)).status).toBe(403);
  expect((await post({ session_id: outcome.sessionId, confirm_token: outcome.confirmToken })).status).toBe(403);
});

test("node:http gets other paths and errors in `next`", async () => {
  expect((await fetchInPage("/other")).status).toBe(404);
  customer = "";
  expect((await fetchInPage("/gateway/connect/google", { method: "POST" })).status).toBe(500);
});
