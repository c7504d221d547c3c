// Proves the connect page in headless Chromium, by hand: `bun test/browser/connect.ts [folder for screenshots]`.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, chromium, type Frame, type Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";

platform.provideModules(virtualModules);
const { BUILT_IN, startTestGateway } = await import("../support/gateway.ts");
const { startCredentialStandIn, TYPED_PROVIDERS } = await import("../support/credential-providers.ts");

const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (!CHROMIUM)
  throw new Error("There is no Chromium: install Debian's package `chromium`, or set CHROMIUM to its path.");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.argv[2] ?? "data/screenshots";
mkdirSync(shots, { recursive: true });
const WAIT_MS = 20_000;

const violations: string[] = [];
let accounts = 0;
const KEY = "sk_test_typedinabrowser";
const standIn = await startCredentialStandIn();
const gateway = await startTestGateway({
  lane: "embedded",
  emulate: ["google", "github"],
  plugins: [...BUILT_IN, ...TYPED_PROVIDERS],
  settings: standIn.settings,
});
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
/** The partner's page, and one of somebody else: the same files under two origins. */
const sites = [0, 1].map(() => Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: servePartnerPage }));
const [own, foreign] = sites.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
const { key } = await gateway.partner();
await gateway.call("PUT", "/api/v1/brand", { key, body: { name: "Lovelace Mail", color: "#14532d" } });
await gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins: [own, "http://localhost"] } });
try {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 360]) {
      const name = `${colorScheme}-${width}`;
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, locale: "en-GB" });
      context.setDefaultTimeout(WAIT_MS);
      for (const [what, run] of Object.entries({
        byLink,
        byKey,
        byAddress,
        byPopUp,
        byFrame,
        byForeignFrame,
        byRefusedFrame,
        byCancel,
        byCutOff,
        byChoice,
        byOther,
      })) {
        await run(context, name).catch((error) => violations.push(`${name} ${what}: ${String(error).slice(0, 500)}`));
        for (const page of context.pages()) await page.close();
      }
      console.log(`${name}: done`);
      await context.close();
    }
  }
  await byLanguages();
} finally {
  await browser.close();
  for (const site of sites) await site.stop(true);
  await gateway.close();
  await standIn.close();
}
for (const line of violations) console.error(line);
console.log(violations.length === 0 ? "passed" : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;

function servePartnerPage(): Response {
  const html = `<!doctype html><html lang="en"><title>Partner</title><main><h1>Partner</h1><button id="go">Connect</button>
    <div id="place"></div></main><script src="${gateway.url}/connect.js"></script><script>
    go.onclick = () => gateway.connect({ url: go.dataset.url, mode: go.dataset.mode, container: place })
      .then((outcome) => { window.outcome = outcome; }, (error) => { window.outcome = { thrown: error.code, message: error.message }; });
  </script></html>`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}

async function startSession(body: Record<string, unknown> = { provider: "google" }, connected?: string) {
  const accountId = connected ?? (await gateway.account(key, `customer-${++accounts}`));
  const path = `/api/v1/accounts/${accountId}/connect`;
  const response = await gateway.call("POST", path, {
    key,
    body: { redirect_url: `${own}/done`, page: true, ...body },
  });
  if (response.status !== 200) throw new Error(response.text);
  const { connect_url: url, session_id: sessionId } = response.json.data;
  const status = async () => (await gateway.call("GET", `${path}/${sessionId}`, { key })).json.data.status;
  return { url: url as string, sessionId: sessionId as string, accountId, status };
}

function isEqual(name: string, what: string, actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) violations.push(`${name}: ${what} is ${one}, not ${other}`);
}

/** Contrast, names, landmarks and the rest of WCAG 2.2 AA; no side scrolling; a picture. */
async function inspect(page: Page | Frame, name: string, what: string): Promise<void> {
  // As an extension would: the page's own policy lets no script of others in.
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
      .then(({ passes, violations }) => [
        ...(passes.length < 10 ? ["only " + passes.length + " rules ran"] : []),
        ...violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")),
      ])`,
  )) as string[];
  for (const one of found) violations.push(`${name} ${what}: axe ${one.slice(0, 300)}`);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  if (overflow !== 0) violations.push(`${name} ${what}: ${overflow} px too wide`);
  if ("screenshot" in page) await page.screenshot({ path: `${shots}/connect-${what}-${name}.png`, fullPage: true });
}

/** Presses Tab until the element has the focus: it is reachable, and in view. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
    if (focused === text) return;
  }
  throw new Error(`Tab does not reach "${text}"`);
}

/** The emulator's consent: a button for each person. */
async function consentAs(page: Page, person: string): Promise<void> {
  await page.waitForURL((url) => url.origin === gateway.providers.google.url);
  await page.getByText(person).first().click();
}

async function byLink(context: BrowserContext, name: string): Promise<void> {
  const { url, status } = await startSession();
  const page = await context.newPage();
  watch(page, name);
  await page.goto(url);
  await inspect(page, name, "consent");
  await tabTo(page, "Continue to Google");
  await page.keyboard.press("Enter");
  await consentAs(page, "ada@example.com");
  await page.getByRole("heading", { name: "Google is connected" }).waitFor();
  await inspect(page, name, "connected");
  await tabTo(page, "Back to Lovelace Mail");
  await page.keyboard.press("Enter");
  await page.waitForURL((to) => to.origin === own && to.searchParams.get("status") === "success");
  isEqual(name, "the session by link", await status(), "completed");
}

/** An API key: help where it is typed, the error at the field, and nothing of it in the page or the address. */
async function byKey(context: BrowserContext, name: string): Promise<void> {
  standIn.valid.add(`keyed ${KEY}`);
  const { url, status } = await startSession({ provider: "keyed" });
  const page = await context.newPage();
  // A refused form is a response with status 400, which the console tells as an error.
  await page.goto(url);
  await inspect(page, name, "key");
  await page.getByLabel("Secret key").fill("sk_test_refusedbyeverybody");
  await page.keyboard.press("Enter");
  await page.getByText("Keyed does not accept this.").waitFor();
  const text = (await page.content()) + page.url();
  isEqual(name, "a refused key in the page", text.includes("refusedbyeverybody"), false);
  await inspect(page, name, "key-refused");
  await page.getByLabel("Secret key").fill("pk_wrong");
  await tabTo(page, "Connect Keyed");
  await page.keyboard.press("Enter");
  await page.getByText("does not have the form that Keyed uses").waitFor();
  await inspect(page, name, "key-error");
  await page.getByLabel("Secret key").fill(KEY);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Keyed is connected" }).waitFor();
  await inspect(page, name, "key-connected");
  isEqual(name, "the session by key", await status(), "completed");
}

/** An address and a password, which nothing but the browser's own checks refuses when they are left empty. */
async function byAddress(context: BrowserContext, name: string): Promise<void> {
  standIn.valid.add(`desk Basic ${Buffer.from("ada@example.com/token:Passw0rdOfAda").toString("base64")}`);
  const { url, status } = await startSession({ provider: "desk" });
  const page = await context.newPage();
  watch(page, name);
  await page.goto(url);
  await inspect(page, name, "address");
  await page.getByLabel("Subdomain").fill("acme");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("API token").fill("Passw0rdOfAda");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Desk is connected" }).waitFor();
  isEqual(name, "the session by address", await status(), "completed");
}

async function openPartner(context: BrowserContext, site: string, url: string, mode: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site);
  await page.locator("#go").evaluate((go: HTMLElement, data) => void Object.assign(go.dataset, data), { url, mode });
  return page;
}

async function outcomeOf(page: Page): Promise<unknown> {
  return (await page.waitForFunction("window.outcome", undefined, { timeout: WAIT_MS })).jsonValue();
}

async function byPopUp(context: BrowserContext, name: string): Promise<void> {
  const { url, sessionId, accountId, status } = await startSession();
  const page = await openPartner(context, own, url, "popup");
  const opening = page.waitForEvent("popup");
  await tabTo(page, "Connect");
  await page.keyboard.press("Enter");
  const popUp = await opening;
  watch(popUp, name);
  await popUp.getByRole("heading", { name: "Lovelace Mail wants to use your Google account" }).waitFor();
  await inspect(popUp, name, "pop-up");
  await tabTo(popUp, "Continue to Google");
  await popUp.keyboard.press("Enter");
  const closing = popUp.waitForEvent("close");
  await consentAs(popUp, "ada@example.com");
  const outcome = (await outcomeOf(page)) as Record<string, unknown>;
  isEqual(name, "the outcome by pop-up", outcome, {
    status: "success",
    provider: "google",
    sessionId,
    accountId,
    externalId: `customer-${accounts}`,
    confirmToken: null,
    error: null,
    errorDescription: null,
  });
  await closing;
  isEqual(name, "the session by pop-up", await status(), "completed");
}

async function byFrame(context: BrowserContext, name: string): Promise<void> {
  const { url, sessionId, status } = await startSession({ provider: "google", confirm: true });
  const page = await openPartner(context, own, url, "frame");
  await page.locator("#go").click();
  const frame = (await (await page.waitForSelector("iframe")).contentFrame()) as Frame;
  await frame.getByRole("link", { name: "Continue" }).waitFor();
  await inspect(frame, name, "frame");
  await page.screenshot({ path: `${shots}/connect-frame-${name}.png` });
  const opening = page.waitForEvent("popup");
  await frame.getByRole("link", { name: "Continue" }).press("Enter");
  const popUp = await opening;
  await frame.getByRole("heading", { name: "Finish in the window that has opened" }).waitFor();
  await inspect(frame, name, "frame waiting");
  await popUp.getByRole("button", { name: "Continue to Google" }).click();
  await consentAs(popUp, "ada@example.com");
  const outcome = (await outcomeOf(page)) as Record<string, unknown>;
  isEqual(name, "the outcome by frame", [outcome.status, outcome.sessionId], ["success", sessionId]);
  if (typeof outcome.confirmToken !== "string") violations.push(`${name}: the frame got no confirm token`);
  await frame.getByRole("heading", { name: "This is connected" }).waitFor();
  await inspect(frame, name, "frame done");
  isEqual(name, "the session by frame", await status(), "completed");
}

/** Neither our frame nor any other page of a session is shown by a site that the partner has not registered. */
async function byForeignFrame(context: BrowserContext, name: string): Promise<void> {
  const { url } = await startSession();
  const page = await context.newPage();
  for (const [site, path] of [
    [foreign, `${url}?window=frame`],
    [foreign, `${url}?window=popup`],
    [own, url],
    [own, `${url}?window=frame_popup`],
  ] as const) {
    await page.goto(site);
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.append(frame);
    }, path);
    await refused.catch(() => violations.push(`${name}: ${site} could frame ${path}`));
  }
  // A pop-up of a foreign page gets the page, and the outcome stays with us.
  const stranger = await openPartner(context, foreign, (await startSession()).url, "popup");
  const opening = stranger.waitForEvent("popup");
  await stranger.locator("#go").click();
  const popUp = await opening;
  const closing = popUp.waitForEvent("close");
  await popUp.getByRole("button", { name: "Cancel" }).click();
  await closing;
  const { thrown } = (await outcomeOf(stranger)) as { thrown: string };
  isEqual(name, "what a foreign opener gets", thrown, "closed");
}

/** connect() on an origin that is not registered settles at once, says which, and leaves no empty frame. */
async function byRefusedFrame(context: BrowserContext, name: string): Promise<void> {
  const page = await openPartner(context, foreign, (await startSession()).url, "frame");
  await page.locator("#go").click();
  const begun = Date.now();
  const { thrown, message } = (await outcomeOf(page)) as { thrown: string; message: string };
  const took = Date.now() - begun;
  isEqual(
    name,
    "what connect() says in a foreign frame",
    [thrown, message.startsWith(foreign)],
    ["origin_not_allowed", true],
  );
  isEqual(name, "the frames that are left", await page.locator("iframe").count(), 0);
  if (took > 5_000) violations.push(`${name}: connect() took ${took} ms to refuse a foreign frame`);
}

async function byCancel(context: BrowserContext, name: string): Promise<void> {
  const { url, status } = await startSession();
  const page = await openPartner(context, own, url, "popup");
  const opening = page.waitForEvent("popup");
  await page.locator("#go").click();
  const popUp = await opening;
  await popUp.getByRole("button", { name: "Cancel" }).click();
  const outcome = (await outcomeOf(page)) as Record<string, unknown>;
  isEqual(name, "the outcome of a refusal", [outcome.status, outcome.error], ["error", "access_denied"]);
  isEqual(name, "the refused session", await status(), "failed");
  // The link shows the failure, in a tab as well.
  const tab = await context.newPage();
  await tab.goto(url);
  await inspect(tab, name, "failed");
}

/** Some providers' pages cut a window off from the one that opened it: the gateway tells what came of it. */
async function byCutOff(context: BrowserContext, name: string): Promise<void> {
  await context.route(`${gateway.providers.google.url}/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ response, headers: { ...response.headers(), "cross-origin-opener-policy": "same-origin" } });
  });
  for (const mode of ["popup", "frame"] as const) {
    const { url, sessionId } = await startSession();
    const page = await openPartner(context, own, url, mode);
    // Playwright gives every page the focus.
    await page.evaluate("document.hasFocus = () => false");
    const opening = page.waitForEvent("popup");
    await page.locator("#go").click();
    if (mode === "frame") await page.frameLocator("iframe").getByRole("link", { name: "Continue" }).click();
    const popUp = await opening;
    await popUp.getByRole("button", { name: "Continue to Google" }).click();
    await consentAs(popUp, "ada@example.com");
    await popUp.getByRole("heading", { name: "Google is connected" }).waitFor();
    const outcome = (await outcomeOf(page)) as Record<string, unknown>;
    const facts = [outcome.status, outcome.sessionId, outcome.accountId];
    isEqual(name, `the outcome of a ${mode} that was cut off`, facts, ["success", sessionId, null]);
    await popUp.getByRole("link", { name: "Back to Lovelace Mail" }).click();
    await popUp.waitForURL((to) => to.origin === own && to.searchParams.get("status") === "success");
  }
  await context.unroute(`${gateway.providers.google.url}/**`);
}

async function byChoice(context: BrowserContext, name: string): Promise<void> {
  const { url } = await startSession({ providers: ["google", "github"] });
  const page = await context.newPage();
  await page.goto(url);
  await inspect(page, name, "choice");
  await tabTo(page, "GitHub");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Lovelace Mail wants to use your GitHub account" }).waitFor();
  await page.goto(`${gateway.url}/connect/unknown`);
  await inspect(page, name, "unknown");
}

/** A pop-up that comes back as somebody else asks first: its opener hears nothing before the answer. */
async function byOther(context: BrowserContext, name: string): Promise<void> {
  const accountId = await gateway.account(key, `customer-${++accounts}`);
  await gateway.connect(key, "google", { accountId });
  const { url, status } = await startSession({ provider: "google" }, accountId);
  const page = await openPartner(context, own, url, "popup");
  const opening = page.waitForEvent("popup");
  await page.locator("#go").click();
  const popUp = await opening;
  watch(popUp, name);
  await popUp.getByRole("button", { name: "Continue to Google" }).click();
  await consentAs(popUp, "grace@example.com");
  await popUp.getByRole("heading", { name: "Replace the Google connection?" }).waitFor();
  await inspect(popUp, name, "other");
  isEqual(name, "what the opener hears before the answer", await page.evaluate("window.outcome ?? null"), null);
  isEqual(name, "the session before the answer", await status(), "pending");
  const closing = popUp.waitForEvent("close");
  await tabTo(popUp, "Replace it");
  await popUp.keyboard.press("Enter");
  const outcome = (await outcomeOf(page)) as Record<string, unknown>;
  await closing;
  isEqual(name, "the outcome of another person", [outcome.status, await status()], ["success", "completed"]);
}

async function byLanguages(): Promise<void> {
  const { url } = await startSession();
  for (const locale of ["de-AT", "fr-FR", "es-MX", "pt-BR", "ja-JP"]) {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale });
    const page = await context.newPage();
    await page.goto(url);
    isEqual(locale, "the language", await page.evaluate("document.documentElement.lang"), locale.slice(0, 2));
    await inspect(page, locale, "consent");
    const accountId = await gateway.account(key, `customer-${++accounts}`);
    await gateway.connect(key, "google", { accountId });
    await page.goto((await startSession({ provider: "google" }, accountId)).url);
    await page.locator("button[value=continue]").click();
    await consentAs(page, "grace@example.com");
    await page.locator("button[value=replace]").waitFor();
    await inspect(page, locale, "other");
    await context.close();
  }
}

/** Whatever the policy refuses is a violation. */
function watch(page: Page, name: string): void {
  page.on("console", (message) => {
    if (message.type() === "error") violations.push(`${name}: ${message.text().slice(0, 300)}`);
  });
  page.on("pageerror", (error) => violations.push(`${name}: ${String(error).slice(0, 300)}`));
}
