// Proves in headless Chromium what pages do when requests fail or come twice, by hand: `bun test/browser/failures.ts [folder]`.
import type { BrowserContext, Page, Route } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { addUserOf } from "../../src/identity/people/store.ts";
import { startProof } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");
const { PASSWORD, signedIn } = await import("../dashboard/browser.ts");

const MENU = '.topbar a[href="#menu"]';
const proof = await startProof(process.argv[2] ?? "data/screenshots");
const gateway = await startTestGateway({
  lane: "embedded",
  plugins: await builtInPlugins(),
  emulate: ["google", "github", "slack"],
});
const base = gateway.url;
const { email, personId, userId } = await signedIn(gateway, { role: "owner", partner: true });
const TOOL = "/tools/google_gmail_send_message";
const proxyFails = (route: Route) =>
  route.fulfill({ status: 502, contentType: "text/html", body: "<html><body><h1>502 Bad Gateway</h1></body></html>" });

const steps: [string, (page: Page, context: BrowserContext) => Promise<void>][] = [
  ["the inbox survives a 502, a broken line and a restart, and comes back by itself", inboxSurvives],
  ["a search survives a 502 and is asked for again", searchSurvives],
  ["a tool's form survives a 502, offline and the end of the session", toolSurvives],
  ["the response of a tool comes into view, and a second press repeats no write", responseInView],
  ["a form keeps what was typed over a 502 and offline", formSurvives],
  ["a slow form is busy, and a double click makes one key, seen once", keyOnce],
  ["a filled form comes back after a new sign-in", draftReturns],
  ["two tabs act each on its own user", twoTabs],
];
try {
  for (const width of [1440, 360]) {
    const context = await proof.context(width);
    const page = await proof.open(context, `failures at ${width}`);
    await signIn(page);
    for (const [name, step] of steps) {
      await step(page, context).catch((error: unknown) => proof.violations.push(`${name}: ${error}`));
      await page.unrouteAll();
      await context.setOffline(false);
      console.log(`${width} px, ${name}: ${proof.violations.length} violations so far`);
    }
    await context.close();
  }
} finally {
  await gateway.close();
  // Failures on purpose are in the console too.
  const expected = /net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED|Failed to fetch|status of 50\d/;
  proof.violations.splice(0, proof.violations.length, ...proof.violations.filter((line) => !expected.test(line)));
  await proof.end();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${base}/sign-in`);
  await page.fill("#email", email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

async function says(page: Page, text: string): Promise<void> {
  await page.locator("#trouble", { hasText: text }).waitFor({ timeout: 15_000 });
}

async function inboxSurvives(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(`${base}/inbox`);
  const before = await page.locator("#events").innerHTML();
  await page.route("**/inbox?*", proxyFails);
  await says(page, "Trying again");
  await proof.inspect(page, "inbox-not-reached");
  proof.expect((await page.locator("#events").innerHTML()) === before, "A 502 changed the inbox.");
  await page.unrouteAll();
  await context.setOffline(true);
  await page.mouse.move(10, 10);
  await page.waitForTimeout(6_000);
  proof.expect((await page.locator("#events").innerHTML()) === before, "A broken line changed the inbox.");
  await context.setOffline(false);
  await page.locator("#trouble").waitFor({ state: "hidden", timeout: 30_000 });
}

async function searchSurvives(page: Page): Promise<void> {
  await page.goto(`${base}/tools?q=mail`);
  const rows = await page.locator("#found tbody tr").count();
  await page.route("**/tools?*", proxyFails);
  await page.fill("[data-search]", "issues");
  await says(page, "Trying again");
  proof.expect((await page.locator("#found tbody tr").count()) === rows, "A 502 emptied the search.");
  await page.unrouteAll();
  await page.locator("#found", { hasText: "issue" }).first().waitFor({ timeout: 30_000 });
}

async function toolSurvives(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(base + TOOL);
  const to = page.locator('[name="body.to"]');
  await to.fill("grace@example.com");
  await page.route("**/tools/**", proxyFails);
  await page.locator("#send").click();
  await says(page, "send it again");
  proof.expect((await to.inputValue()) === "grace@example.com", "A 502 lost what was typed into a tool.");
  await page.unrouteAll();
  await context.setOffline(true);
  await page.locator("#send").click();
  await says(page, "send it again");
  proof.expect((await to.inputValue()) === "grace@example.com", "Offline lost what was typed into a tool.");
  proof.expect(await page.locator("#send").isEnabled(), "The button stays busy after a failure.");
  await context.setOffline(false);
  const cookies = await context.cookies();
  await context.clearCookies({ name: /session/ });
  await page.locator("#send").click();
  await says(page, "You are signed out");
  await proof.inspect(page, "tool-signed-out");
  proof.expect((await to.inputValue()) === "grace@example.com", "The end of the session lost what was typed.");
  await context.addCookies(cookies);
}

async function responseInView(page: Page): Promise<void> {
  await page.goto(`${base}/tools/github_get_user`);
  await page.locator("#send").click();
  await page.locator("#response").waitFor();
  const box = await page.locator("#result").boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  proof.expect(box !== null && box.y > -5 && box.y < height, `The response is out of view: ${JSON.stringify(box)}`);
  proof.expect(
    await page.evaluate(() => document.activeElement?.id === "result"),
    "The response does not have the focus.",
  );
  await page.goto(`${base}${TOOL}?example`);
  const more = page.locator("details.more-fields summary");
  if (await more.isVisible()) await more.click();
  const nonce = await page.locator('[name="nonce"]').inputValue();
  await page.locator("#send").click();
  await page.locator("#response").waitFor();
  await page.waitForTimeout(300);
  const shown = await page.locator("#result").boundingBox();
  proof.expect(shown !== null && shown.y > -5 && shown.y < height, `Out of view: ${JSON.stringify(shown)}`);
  await proof.inspect(page, "tool-response-in-view");
  proof.expect((await page.locator('[name="nonce"]').inputValue()) === nonce, "A second press is another call.");
  proof.expect(await page.locator('[name="again"]').isVisible(), "There is no button to repeat the call.");
}

async function formSurvives(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(`${base}/webhooks/new`);
  await page.fill("#url", "https://example.com/kept");
  await page.route("**/webhooks/new", proxyFails);
  const create = page.getByRole("button", { name: "Create" });
  await create.click();
  await says(page, "What you typed is kept");
  await page.unrouteAll();
  await context.setOffline(true);
  await create.click();
  await says(page, "What you typed is kept");
  proof.expect((await page.inputValue("#url")) === "https://example.com/kept", "A failure lost a filled form.");
  proof.expect(await create.isEnabled(), "The button stays busy after a failure.");
  await proof.inspect(page, "form-not-reached");
  await context.setOffline(false);
  // What is wrong comes with the form, in place of the page.
  await page.fill("#url", "https://user:secret@example.com/");
  await create.click();
  await page.locator(".field-error").first().waitFor();
}

async function keyOnce(page: Page): Promise<void> {
  await page.goto(`${base}/settings/keys/new`);
  await page.fill("#name", `Twice ${Date.now()}`);
  await page.route("**/settings/keys/new", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await route.continue();
  });
  const create = page.locator("button.primary", { hasText: "Create the key" });
  await create.click();
  proof.expect(await create.isDisabled(), "The button can be pressed while the form is under way.");
  proof.expect((await page.locator("form[aria-busy=true]").count()) === 1, "The form does not say that it is busy.");
  await create.click({ force: true, timeout: 500 }).catch(() => {});
  await page.waitForURL(/shown-once/);
  await page.locator("#key").waitFor();
  const key = ((await page.locator("#key").textContent()) ?? "").trim();
  proof.expect(key.startsWith("sk_live_"), "The key is not visible.");
  await page.reload();
  proof.expect((await page.locator("#key").count()) === 0, "A reload shows the key again.");
  await proof.inspect(page, "key-shown-once");
  await page.goto(`${base}/settings/keys`);
}

async function draftReturns(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(`${base}/webhooks/new`);
  await page.fill("#url", "https://example.com/draft");
  await page.fill("#description", "Of before");
  await page.getByLabel("GitHub", { exact: true }).check();
  await context.clearCookies({ name: /session/ });
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/sign-in/);
  await page.fill("#email", email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/webhooks\/new/);
  await says(page, "What you typed is back");
  proof.expect((await page.inputValue("#url")) === "https://example.com/draft", "A sign-in lost the URL.");
  proof.expect((await page.inputValue("#description")) === "Of before", "A sign-in lost the description.");
  proof.expect(await page.getByLabel("GitHub", { exact: true }).isChecked(), "A sign-in lost a tick.");
  await proof.inspect(page, "draft-is-back");
  await page.goto(`${base}/webhooks/new`);
  proof.expect((await page.inputValue("#url")) === "", "A draft comes back a second time.");
}

async function twoTabs(page: Page, context: BrowserContext): Promise<void> {
  const second = await gateway.partner();
  await addUserOf(gateway.database.database, personId, second.userId);
  await page.goto(`${base}/settings/keys/new`);
  await page.waitForURL(new RegExp(`/u/${userId}/settings/keys/new`));
  const other = await proof.open(context, "second tab");
  await other.goto(`${base}/`);
  if (await other.locator(MENU).isVisible()) await other.locator(MENU).click();
  await other.locator("#acting").selectOption(second.userId);
  await other.waitForURL(new RegExp(`/u/${second.userId}/`));
  await proof.inspect(other, "second-user");
  await page.fill("#name", `Of the first tab ${Date.now()}`);
  await page.locator("button.primary", { hasText: "Create the key" }).click();
  await page.waitForURL(new RegExp(`/u/${userId}/shown-once/`));
  const { json } = await gateway.admin("GET", `/users/${second.userId}/keys`);
  const names = json.data.keys.map(({ name }: { name: string | null }) => name ?? "");
  proof.expect(!names.some((name: string) => name.startsWith("Of the first tab")), "The key is the second user's.");
  await other.close();
  const query = "delete from people_users where person_id = $1 and user_id = $2";
  await gateway.database.database.query(query, [personId, second.userId]);
}
