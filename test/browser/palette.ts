// Proves the palette in headless Chromium, by hand: `bun test/browser/palette.ts [folder for screenshots]`.
import type { Page, Route } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { startProof, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");
const { PASSWORD, signedIn } = await import("../dashboard/browser.ts");

const proof = await startProof(process.argv[2] ?? "data/screenshots");
const gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
const FIELD = "#palette-field";
const marked = (page: Page) => page.locator("#palette [aria-selected=true] bdi").first().textContent();
const recentOf = (page: Page) => page.locator("[aria-labelledby=palette-recent] [role=option]").allInnerTexts();

try {
  const person = await signedIn(gateway, { role: "owner", partner: true });
  await gateway.admin("POST", "/keys", { user: person.userId, name: "Engine room" });
  const { key } = (await gateway.admin("POST", "/keys", { user: person.userId, permissions: ["*"] })).json.data;
  for (const name of ["Grace", "متجر غريس", "<img src=x onerror=alert(1)>", "W".repeat(200)])
    await gateway.call("POST", "/api/v1/accounts", { key, body: { external_id: `g-${name}`, display_name: name } });
  const failed = await gateway.call("GET", "/api/v1/accounts/unknown", { key });
  for (const width of WIDTHS) await proveAt(width, person.email, failed.headers.get("x-request-id") ?? "", key);
} finally {
  await gateway.close();
  await proof.end();
}

async function proveAt(width: number, email: string, requestId: string, key: string): Promise<void> {
  const context = await proof.context(width);
  const page = await proof.open(context, `palette at ${width}`);
  await page.goto(`${gateway.url}/sign-in`);
  await page.fill("#email", email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${gateway.url}/`);
  await openAtOnce(page);
  await open(page);
  await proof.inspect(page, "palette-empty");
  await byKeys(page);
  await byRequestId(page, requestId);
  await pasteKey(page, key);
  await loseConnection(page);
  await endRefused(page);
  await byLink(page, width);
  await page.goto(`${gateway.url}/search?q=g`);
  await proof.inspect(page, "search");
  await page.goto(`${gateway.url}/search?q=zzqqxxyy`);
  await proof.inspect(page, "search-nothing");
  await endsWithSignOut(page);
  await withoutScript(context, width);
}

async function open(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.keyboard.press("Control+k");
  await page.locator("#palette [role=option]").first().waitFor();
}

/** The keys come as soon as our script listens, which may be before htmx does. */
async function openAtOnce(page: Page): Promise<void> {
  const early = await page.context().newPage();
  await early.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true })),
    ),
  );
  await early.goto(gateway.url);
  await early.locator("#palette [role=option]").first().waitFor();
  const results = early.locator("#palette-results");
  await early.locator('#palette-results[aria-busy="false"]').waitFor();
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  await early.route("**/search?*", async (route) => {
    await isRead;
    await route.continue();
  });
  await early.fill(FIELD, "we");
  await early.locator('#palette-results[aria-busy="true"]').waitFor();
  read();
  await early.locator('#palette-results[aria-busy="false"]').waitFor();
  proof.expect(
    (await results.locator('[data-text="we"]').count()) === 1,
    "It is not busy until the results are there.",
  );
  await early.close();
}

/** Waits until the options are those of the text. */
async function type(page: Page, text: string): Promise<void> {
  await page.fill(FIELD, text);
  await page.locator(`#palette-results > [data-text="${text}"]`).waitFor({ state: "attached" });
}

async function byKeys(page: Page): Promise<void> {
  await type(page, "we");
  const first = await marked(page);
  await proof.inspect(page, "palette-results");
  await page.keyboard.press("ArrowDown");
  proof.expect((await marked(page)) !== first, "An arrow does not move.");
  await page.keyboard.press("ArrowUp");
  proof.expect((await marked(page)) === first, "The other arrow does not move back.");
  const active = await page.locator(FIELD).getAttribute("aria-activedescendant");
  proof.expect((await page.locator(`[id="${active}"]`).getAttribute("role")) === "option", "No option is active.");
  await page.keyboard.press("Escape");
  proof.expect((await page.locator("#palette[open]").count()) === 0, "Escape does not close.");
  await page.locator("#main").focus();
  await open(page);
  await page.keyboard.press("Escape");
  proof.expect(await page.evaluate("document.activeElement.id === 'main'"), "The focus is not back.");
  await open(page);
  await type(page, "webhooks");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${gateway.url}/webhooks`);
  await open(page);
  proof.expect((await recentOf(page)).join().includes("Webhooks"), "The page is not among the recent ones.");
  await proof.inspect(page, "palette-recent");
  await type(page, "zzqqxxyy");
  const status = await page.locator("#palette-status").textContent();
  proof.expect(status?.startsWith("Nothing matches") === true, `Without a result it says: ${status}`);
  await proof.inspect(page, "palette-nothing");
}

/** Pasted and confirmed before any result has come. */
async function byRequestId(page: Page, id: string): Promise<void> {
  await page.fill(FIELD, id);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${gateway.url}/requests/${id}`);
  await open(page);
  await type(page, id);
  proof.expect((await marked(page))?.includes("/accounts/") === true, "The request is not the first result.");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  proof.expect(page.url() === `${gateway.url}/requests/${id}`, "Enter does not lead to the request.");
}

async function pasteKey(page: Page, key: string): Promise<void> {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await open(page);
  await page.fill(FIELD, key);
  await page.locator(`#palette-results > [data-text="${key.slice(0, 12)}"]`).waitFor({ state: "attached" });
  proof.expect(
    sent.every((url) => !url.includes(key.slice(0, 20))),
    "A pasted key is in an address.",
  );
}

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.fill(FIELD, "engine");
  await page.locator("#palette .trouble", { hasText: "cannot be reached" }).waitFor();
  await proof.inspect(page, "palette-offline");
  await page.context().setOffline(false);
  await page.locator('#palette-results > [data-text="engine"]').waitFor({ timeout: 20_000 });
  proof.expect(await page.locator("#palette .trouble").isHidden(), "The trouble stays.");
  await page.keyboard.press("Escape");
  // The browser and htmx report the lost connection as well.
  const others = proof.violations.filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(line));
  proof.violations.splice(0, proof.violations.length, ...others);
}

/** However a request ends, the list is busy no longer, and has the earlier results. */
async function endRefused(page: Page): Promise<void> {
  for (const status of [401, 403]) {
    await open(page);
    const seen = Promise.withResolvers<void>();
    const refuse = (route: Route) => seen.promise.then(() => route.fulfill({ status, body: "" }));
    await page.route("**/search?*", refuse, { times: 1 });
    const isBusy = page.locator('#palette-results[aria-busy="true"]').waitFor({ state: "attached" });
    await page.fill(FIELD, `engine ${status}`);
    await isBusy;
    seen.resolve();
    await page.locator("#palette .trouble:not([hidden])").waitFor();
    await page
      .locator('#palette-results[aria-busy="false"]')
      .waitFor({ state: "attached", timeout: 2_000 })
      .catch(() => proof.expect(false, `After ${status} the list stays busy.`));
    await page.keyboard.press("Escape");
  }
  await page.reload();
}

async function byLink(page: Page, width: number): Promise<void> {
  const link = page.locator(width > 900 ? ".side [data-opens-palette]" : ".topbar [data-opens-palette]");
  await link.click();
  await page.locator("#palette [role=option]").first().waitFor();
  await page.locator("[data-closes-palette]").click();
  proof.expect((await page.locator("#palette[open]").count()) === 0, "The button does not close.");
  await page.locator("#main").focus();
  await page.keyboard.press("?");
  proof.expect(
    (await page.locator("#keys").textContent())?.includes("Go anywhere") === true,
    "No line among the keys.",
  );
  await open(page);
  proof.expect((await page.locator("#keys[open]").count()) === 0, "Two dialogs are open.");
  await page.keyboard.press("Escape");
}

async function endsWithSignOut(page: Page): Promise<void> {
  const stored = () => page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])") as Promise<string>;
  proof.expect((await stored()).includes("Webhooks"), "Nothing is remembered.");
  await page.evaluate("document.querySelector('form.person').requestSubmit()");
  await page.waitForURL(`${gateway.url}/sign-in`);
  proof.expect(!(await stored()).includes("Webhooks"), `Stored after the sign-out: ${await stored()}`);
}

async function withoutScript(signedOut: Awaited<ReturnType<typeof proof.context>>, width: number): Promise<void> {
  await signedOut.close();
  const context = await proof.browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const another = await signedIn(gateway, { partner: true });
  await page.goto(`${gateway.url}/sign-in`);
  await page.fill("#email", another.email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${gateway.url}/`);
  await page.locator(width > 900 ? ".side .palette-link" : ".topbar .palette-link").click();
  await page.waitForURL(`${gateway.url}/search`);
  await page.fill("#q", "webhooks");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${gateway.url}/search?q=webhooks`);
  await page.locator("#search-results .search-result").first().click();
  await page.waitForURL(`${gateway.url}/webhooks`);
  await context.close();
}
