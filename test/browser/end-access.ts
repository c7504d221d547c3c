// Proves the operators' page that ends access in headless Chromium, by hand: `bun test/browser/end-access.ts [folder for screenshots]`.
import type { Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { startProof, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { startTestGateway } = await import("../support/gateway.ts");
const { signedIn, PASSWORD } = await import("../dashboard/browser.ts");

const proof = await startProof(process.argv[2] ?? "data/screenshots");
const gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
const base = gateway.url;

try {
  for (const width of WIDTHS)
    for (const hasScript of [true, false]) {
      await proveAt(width, hasScript);
      console.log(`${width} px, ${hasScript ? "with" : "without"} script`);
    }
} finally {
  await gateway.close();
  await proof.end();
}

async function signIn(width: number, javaScriptEnabled: boolean): Promise<Page> {
  const owner = await signedIn(gateway, { role: "owner" });
  const sql = "select email from people where id = $1::uuid";
  const [person] = await gateway.database.database.query<{ email: string }>(sql, [owner.personId]);
  const viewport = { width, height: 900 };
  const context = await proof.browser.newContext({ viewport, javaScriptEnabled, locale: "en-GB" });
  const page = javaScriptEnabled ? await proof.open(context, `end access at ${width}`) : await context.newPage();
  await page.goto(`${base}/sign-in`);
  await page.fill("#email", person?.email ?? "");
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
  return page;
}

async function proveAt(width: number, hasScript: boolean): Promise<void> {
  const see = (page: Page, name: string) => (hasScript ? proof.inspect(page, name) : Promise.resolve());
  const user = await gateway.user();
  await gateway.connect(user.key, "google");
  const page = await signIn(width, hasScript);
  await page.goto(`${base}/operator/revocations`);
  await see(page, "end-access-form");
  await page.fill("#provider", "nowhere");
  await page.locator('main button[type="submit"].primary').click();
  await page.locator(".field-error").first().waitFor();
  await see(page, "end-access-refused");
  await page.fill("#provider", "google");
  await page.locator('main button[type="submit"].primary').click();
  await page.locator("#typed").waitFor();
  await see(page, "end-access-count");
  await page.fill("#typed", "revoke");
  await page.locator("main button.danger").click();
  await page.locator("#typed-error, .field-error").first().waitFor();
  await see(page, "end-access-mistyped");
  await page.fill("#typed", "revoke-all");
  await page.locator("main button.danger").click();
  await page.waitForURL(/\/operator\/revocations\/[0-9a-f-]{36}$/);
  await gateway.app.deps.revocationRuns.drain();
  await page.reload();
  await see(page, "end-access-run");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator('main a[href$="/export.jsonl"]').click(),
  ]);
  proof.expect(download.suggestedFilename().endsWith(".jsonl"), "The report is no file.");
  await page.goto(`${base}/operator/revocations`);
  await see(page, "end-access-list");
  proof.expect((await page.locator("main tbody tr").count()) > 0, "The list has no run.");
  await page.context().close();
}
