// Proves the dashboard in headless Chromium, by hand: `bun test/browser/dashboard.ts [folder for screenshots] [width of the steps]`.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateTOTP } from "@oslojs/otp";
import type { BrowserContext, Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { mcpSender } from "../agents/mcp/message.ts";
import { authorizePath, codeForm, exchange, newClient, pkce } from "../agents/oauth-server/mcp-client.ts";
import { startReceiver } from "../events/webhooks/receiver.ts";
import { everyPage, pagePaths } from "./every-page.ts";
import { startProof, tabTo, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");
const { drain, eventOf, publish } = await import("../events/webhooks/hooks.ts");
const { makeFirstOwnerLink } = await import("../../src/identity/sign-in/setup-links.ts");

const PASSWORD = "several words that nobody guesses";
const proof = await startProof(process.argv[2] ?? "data/screenshots");
/** Both where none is given. */
const only = process.argv[3] === undefined ? undefined : Number(process.argv[3]);
type Gateway = Awaited<ReturnType<typeof startTestGateway>>;
let gateway: Gateway;
let base: string;

/** At which widths the pages are seen, after the steps at one width have left their data. */
const PAGE_WIDTHS = { 1440: [1440, 2560], 360: [360, 768] } as const;

const steps: [string, (page: Page, context: BrowserContext) => Promise<void>][] = [
  ["the first owner signs up by keyboard alone", signUp],
  ["the owner signs in again by password", signIn],
  ["a passkey is added, and signs in", usePasskey],
  ["a second factor is added, and asked for", useSecondFactor],
  ["Google is connected through the page", connectGoogle],
  ["the operator tests Google's client through the real flow", testClient],
  ["a key is made, used, seen in the log, and revoked", useKey],
  ["a tool is found by its words, and tried out", tryTool],
  ["an MCP client is let in to read alone, and its access is taken back", letClientIn],
  ["a partner's accounts have names of every kind", becomePartner],
  ["a webhook gets an event, which stands in the inbox", receiveEvent],
  ["a person and a key stay", leaveBehind],
];
try {
  for (const width of WIDTHS) if (only === undefined || only === width) await proveAt(width);
} finally {
  await proof.end();
}

async function proveAt(width: (typeof WIDTHS)[number]): Promise<void> {
  gateway = await startTestGateway({
    lane: "embedded",
    plugins: await builtInPlugins(),
    emulate: ["google", "github", "slack"],
    // The receiver of webhooks runs on this machine.
    env: { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", GATEWAY_ENV: "development" },
    // Passkeys need a host with a name.
    baseUrl: (own) => own.replace("127.0.0.1", "localhost"),
  });
  base = gateway.url.replace("127.0.0.1", "localhost");
  try {
    const context = await proof.context(width);
    const page = await proof.open(context, `steps at ${width}`);
    for (const [name, step] of steps) {
      const startedAt = performance.now();
      await step(page, context);
      console.log(`${width} px, ${name}: ${Math.round(performance.now() - startedAt)} ms`);
    }
    for (const shown of PAGE_WIDTHS[width]) await everyPage({ proof, gateway, base, context, width: shown });
    await withoutScript(await context.storageState(), width);
  } finally {
    await gateway.close();
  }
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${base}/setup/${await makeFirstOwnerLink(gateway.app.deps)}`);
  await proof.inspect(page, "first-owner");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
}

/** A partner with accounts whose names test the layout. */
async function becomePartner(page: Page): Promise<void> {
  const profile = { user: "ada@example.com", name: "Engines", tier: "pro" };
  const made = await gateway.admin("POST", "/partners", profile);
  proof.expect(made.status === 200, `The partner profile was not made: ${made.text}`);
  const names = ["Grace", "<img src=x onerror=alert(1)>", "متجر غريس", "🧵".repeat(40), "W".repeat(255)];
  for (const [at, name] of names.entries()) {
    await page.goto(`${base}/partner/accounts/new`);
    await page.fill("#external_id", `customer-${at}`);
    await page.fill("#display_name", name);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/partner\/accounts\/[0-9a-f-]{36}/, { timeout: 5_000 }).catch(async () => {
      proof.violations.push(
        `The account ${at} was not made: ${await page.locator(".field-error, .notice").allTextContents()}`,
      );
    });
    await proof.inspect(page, `account-${at}`);
  }
}

async function signOut(page: Page): Promise<void> {
  const menu = page.locator('.topbar a[href="#menu"]');
  if (await menu.isVisible()) await menu.press("Enter");
  proof.expect(await tabTo(page, ".person button"), "The button that signs out is not reached by Tab.");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/sign-in`);
}

async function signIn(page: Page): Promise<void> {
  await signOut(page);
  await proof.inspect(page, "sign-in");
  await typePassword(page);
  await page.waitForURL(`${base}/`);
}

async function typePassword(page: Page): Promise<void> {
  await page.locator("#email").focus();
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
}

async function usePasskey(page: Page, context: BrowserContext): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto(`${base}/settings/sign-in`);
  await page.fill("#name", "Virtual key");
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await page.getByText("The passkey is added.").waitFor();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).press("Enter");
  await page.waitForURL(`${base}/`);
}

async function useSecondFactor(page: Page): Promise<void> {
  await page.goto(`${base}/settings/sign-in`);
  await page.getByRole("button", { name: "Add a second factor" }).press("Enter");
  const secret = (await page.locator("#secret").textContent())?.replace(/\s/g, "") ?? "";
  await proof.inspect(page, "second-factor");
  const code = () => generateTOTP(decodeBase32IgnorePadding(secret), 30, 6);
  await page.fill("#code", code());
  await page.keyboard.press("Enter");
  await page.locator("#codes").waitFor();
  const recovery = ((await page.locator("#codes").textContent()) ?? "").trim().split("\n")[0] ?? "";
  await page.goto(`${base}/`);
  await signOut(page);
  await typePassword(page);
  await page.waitForURL(/second-factor/);
  await page.locator("#code").focus();
  await page.keyboard.type(recovery);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
}

async function connectGoogle(page: Page): Promise<void> {
  await page.goto(`${base}/integrations`);
  await consentInWindow(page, "Connect Google");
  await page.waitForURL(/\/integrations\?connected=google/);
  const outcome = page.getByText("Connected. Calls with your keys can now use it.");
  proof.expect(await outcome.isVisible(), "The page does not say that Google is connected.");
}

/** Presses the button, and consents in the window that it opens; the page goes on by itself. */
async function consentInWindow(page: Page, button: string): Promise<void> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: button }).press("Enter");
  const window = await opened;
  await window.waitForURL(/\/connect\//);
  await window.getByRole("button", { name: /Google/ }).press("Enter");
  await window.waitForURL(/o\/oauth2/);
  await window.getByText("ada@example.com").first().click();
}

async function testClient(page: Page): Promise<void> {
  await page.goto(`${base}/operator/providers/google`);
  await consentInWindow(page, "Test the OAuth app");
  await page.waitForURL(/\/operator\/providers\/google\?/);
  const outcome = page.getByText("The OAuth app works: Google connected ada@example.com");
  proof.expect(await outcome.isVisible(), "The test of a client does not say that it works.");
  await proof.inspect(page, "operator-provider-tested");
}

async function useKey(page: Page): Promise<void> {
  await page.goto(`${base}/settings/keys/new`);
  await page.locator("#name").focus();
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Enter");
  const key = ((await page.locator("#key").textContent()) ?? "").trim();
  const call = () =>
    fetch(`${base}/api/v1/google/gmail/messages?limit=2`, { headers: { authorization: `Bearer ${key}` } });
  proof.expect((await call()).status === 200, "The key of the page does not work.");
  await page.goto(`${base}/requests`);
  const row = page.getByText(/gmail\/messages|gmail\.read/).first();
  proof.expect(await row.isVisible(), "The call is not in the log of the page.");
  await page.goto(`${base}/settings/keys`);
  await page.getByRole("link", { name: /^Revoke/ }).press("Enter");
  await page.locator("#typed").fill(key.slice(-4));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/settings/keys");
  proof.expect((await call()).status === 401, "A revoked key still works.");
}

/** A webhook with one delivery, and the event that it delivered. */
async function receiveEvent(page: Page): Promise<void> {
  const receiver = await startReceiver();
  try {
    await page.goto(`${base}/webhooks/new`);
    await page.fill("#url", receiver.url);
    await page.keyboard.press("Enter");
    await page
      .getByText(/whsec_/)
      .first()
      .waitFor();
    const [user] = await gateway.database.database.query<{ id: string }>("select id from users");
    await publish(gateway, [eventOf(gateway, user?.id ?? "")]);
    await drain(gateway);
    proof.expect(receiver.received.length === 1, "The event is not delivered.");
    await page.goto(`${base}/inbox`);
    await page.getByRole("link", { name: "Issue opened" }).waitFor();
  } finally {
    await receiver.close();
  }
}

/** What the pages of a person and of a key need. */
async function leaveBehind(page: Page): Promise<void> {
  const person = { email: "grace@example.com", name: "Grace" };
  const { status, json, text } = await gateway.admin("POST", "/people", person);
  proof.expect(status === 200, `The person was not made: ${text}`);
  await gateway.admin("POST", `/people/${json.data?.id}/users`, { user: "ada@example.com" });
  await gateway.admin("POST", "/keys", { user: "ada@example.com", name: "Server" });
  await page.goto(`${base}/settings/keys`);
  proof.expect(await page.getByText("Server").first().isVisible(), "The key is not on the page of keys.");
}

/** The client listens on this machine, as those of editors do. */
async function letClientIn(page: Page): Promise<void> {
  const { promise: came, resolve } = Promise.withResolvers<URL>();
  const client = createServer((request, response) => {
    if (request.url?.startsWith("/callback")) resolve(new URL(request.url, redirectUri));
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><html lang=en><title>Signed in</title>Signed in");
  }).listen(0, "127.0.0.1");
  await once(client, "listening");
  const redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`;
  try {
    const id = await newClient(gateway, "Editor <b>with</b> a name", [redirectUri]);
    const { verifier, challenge } = pkce();
    await page.goto(base + authorizePath(gateway, id, challenge, { redirect_uri: redirectUri }));
    await proof.inspect(page, "client-consent");
    await page.getByLabel("Read only").check();
    await page.locator("button.primary", { hasText: /^Allow Editor/ }).press("Enter");
    const back = await Promise.race([came, page.waitForURL(/127\.0\.0\.1.*callback/).then(() => came)]);
    const { json } = await exchange(gateway, codeForm(gateway, id, back, verifier, redirectUri));
    const list = () => mcpSender(gateway, { key: json.access_token, query: "?tools=connected" })("tools/list");
    const { tools } = (await list()).json.result;
    const isReading = tools.every((tool: { name: string; annotations: { readOnlyHint: boolean } }) => {
      return tool.name === "connect" || tool.annotations.readOnlyHint;
    });
    proof.expect(tools.length > 5 && isReading, "A client that may read alone sees other tools.");
    await page.goto(`${base}/settings/clients`);
    await proof.inspect(page, "client-access");
    await page.getByRole("link", { name: /^Revoke/ }).press("Enter");
    await page.getByRole("button", { name: "Revoke" }).press("Enter");
    await page.getByText("access is revoked").waitFor();
    proof.expect((await list()).status === 401, "A client still has access after it was taken back.");
  } finally {
    client.close();
  }
}

async function tryTool(page: Page): Promise<void> {
  await page.goto(`${base}/tools`);
  await page.keyboard.press("/");
  await page.keyboard.type("unread mail");
  const found = page.getByRole("link", { name: "google_gmail_list_messages" });
  await found.press("Enter");
  await page.waitForURL(/google_gmail_list_messages/);
  await page.getByRole("button", { name: /Try it|Send/ }).press("Enter");
  await page.getByText("200", { exact: false }).first().waitFor();
  await proof.inspect(page, "tool");
}

/** Without JavaScript: pages have their contents, forms work, and nothing that needs it is shown. */
async function withoutScript(
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
  width: number,
): Promise<void> {
  const options = { storageState, javaScriptEnabled: false, viewport: { width, height: 900 } };
  const context = await proof.browser.newContext(options);
  const page = await context.newPage();
  for (const path of pagePaths(gateway)) {
    const response = await page.goto(base + path);
    proof.expect((response?.status() ?? 0) < 400, `Without script ${path} is ${response?.status()}.`);
    const isShown = await page.locator("[data-live]:visible, [data-passkey]:visible").count();
    proof.expect(isShown === 0, `Without script ${path} shows what needs it.`);
  }
  await page.goto(`${base}/tools`);
  await page.locator("[data-search]").fill("unread mail");
  await page.locator("[data-search]").press("Enter");
  const found = page.getByRole("link", { name: "google_gmail_list_messages" });
  proof.expect(await found.isVisible(), "Without script the search of tools finds nothing.");
  await context.close();
}
