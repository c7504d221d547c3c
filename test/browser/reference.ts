// Proves the API reference in headless Chromium, by hand: `bun test/browser/reference.ts [folder for screenshots]`.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (!CHROMIUM)
  throw new Error("There is no Chromium: install Debian's package `chromium`, or set CHROMIUM to its path.");
const shots = process.argv[2] ?? "data/screenshots";
mkdirSync(shots, { recursive: true });

const gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const violations: string[] = [];
try {
  const { key } = await gateway.user();
  for (const scheme of ["light", "dark"] as const) {
    for (const width of [1440, 360]) await visit(browser, scheme, width, key);
  }
} finally {
  await browser.close();
  await gateway.close();
}
for (const line of violations) console.error(line);
console.log(violations.length === 0 ? "passed" : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;

async function visit(browser: Browser, colorScheme: "light" | "dark", width: number, key: string): Promise<void> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  // The browser reports what the policy refuses to the page alone, not always to the console.
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    console.error("refused by the policy:", event.violatedDirective, event.blockedURI, event.sample))`);
  const name = `${colorScheme}-${width}`;
  watch(page, name);
  const started = performance.now();
  await page.goto(`${gateway.url}/docs`);
  await page.getByRole("heading", { name: "Integration Gateway" }).waitFor({ timeout: 30_000 });
  console.log(`${name}: loaded in ${Math.round(performance.now() - started)} ms`);
  await page.screenshot({ path: `${shots}/reference-${name}.png` });
  await accessible(page, `${name} reference`);
  await search(page, name);
  await tryIt(page, name, key);
  await page.goto(`${gateway.url}/docs/guides/api`);
  await page.screenshot({ path: `${shots}/guide-${name}.png` });
  await accessible(page, `${name} guide`);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  if (overflow !== 0) violations.push(`${name}: the guide is ${overflow} px too wide`);
  await context.close();
}

/** What axe finds is a violation. */
async function accessible(page: Page, name: string): Promise<void> {
  // Through the protocol: the page's policy refuses scripts that are not its own.
  const session = await page.context().newCDPSession(page);
  const run = async (expression: string) =>
    (await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })).result.value;
  await run(AXE);
  const found = await run(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) => html + " " + failureSummary).join(" | ")))`);
  for (const one of found as string[]) violations.push(`${name}: axe ${one.slice(0, 800)}`);
}

/** Finds an operation by its words, and goes to it. */
async function search(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").or(page.getByRole("combobox")).first().fill("merge pull request");
  const found = page.getByRole("option").filter({ hasText: "Merge" }).first();
  await found.waitFor();
  await page.screenshot({ path: `${shots}/search-${name}.png` });
  await found.click();
  await page.waitForURL(/#.*merge/);
  await page.screenshot({ path: `${shots}/operation-${name}.png` });
}

/** Sends a request with the reader's key from the page. */
async function tryIt(page: Page, name: string, key: string): Promise<void> {
  await page.goto(`${gateway.url}/docs#tag/integrations/GET/api/v1/integrations`);
  await page.reload();
  const test = page.getByRole("button", { name: /^Test Request.*get \/api\/v1\/integrations/i }).first();
  await test.waitFor({ timeout: 30_000 });
  await test.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByPlaceholder("Token").first().fill(key);
  const sent = page.waitForRequest((request) => request.url().includes("/api/v1/integrations"));
  await dialog.getByRole("button", { name: /^Send/ }).first().click();
  const request = await sent;
  const response = await request.response();
  if (request.headers().authorization !== `Bearer ${key}`) violations.push(`${name}: try-it did not send the key`);
  if (response?.status() !== 200) violations.push(`${name}: try-it got ${response?.status()}`);
  console.log(`${name}: try-it got ${response?.status()}`);
  await page.getByText("integrations").last().waitFor();
  await page.screenshot({ path: `${shots}/try-it-${name}.png` });
}

/** Requests to other hosts and whatever the policy refuses are violations. */
function watch(page: Page, name: string): void {
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== gateway.url && protocol.startsWith("http")) violations.push(`${name}: requested ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") violations.push(`${name}: ${message.text().slice(0, 300)}`);
  });
  page.on("pageerror", (error) => violations.push(`${name}: ${String(error).slice(0, 300)}`));
}
