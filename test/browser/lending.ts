// Proves the pages of lending in headless Chromium, by hand: `bun test/browser/lending.ts [folder for screenshots]`.
import type { Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { startProof, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");
const { insertGrant } = await import("../support/test-partners.ts");
const { acting } = await import("../dashboard/acting.ts");
const { PASSWORD } = await import("../dashboard/browser.ts");
type Acting = Awaited<ReturnType<typeof acting>>;

const proof = await startProof(process.argv[2] ?? "data/screenshots");
const plugins = await builtInPlugins();
const gateway = await startTestGateway({ lane: "embedded", plugins, emulate: ["google"] });
const base = gateway.url;
const addressOf = async ({ userId }: Acting) => {
  const sql = "select email from users where id = $1::uuid";
  return (await gateway.database.database.query<{ email: string }>(sql, [userId]))[0]?.email as string;
};
/** The first link of a page that ends so. */
const linkOf = (page: Page, ending: string) => page.locator(`main a[href$="${ending}"]`).first().getAttribute("href");

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

async function signInAs(person: Acting, width: number, javaScriptEnabled: boolean): Promise<Page> {
  const viewport = { width, height: 900 };
  const context = await proof.browser.newContext({ viewport, javaScriptEnabled, locale: "en-GB" });
  const page = javaScriptEnabled ? await proof.open(context, `lending at ${width}`) : await context.newPage();
  await page.goto(`${base}/sign-in`);
  await page.fill("#email", person.email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
  return page;
}

async function proveAt(width: number, hasScript: boolean): Promise<void> {
  const [lender, borrower] = [await acting(gateway, { partner: true }), await acting(gateway)];
  const suffix = hasScript ? "" : "-plain";
  const see = (page: Page, name: string) => (hasScript ? proof.inspect(page, name + suffix) : Promise.resolve());
  await insertGrant(gateway, { userId: lender.userId, accountId: null }, "google");
  const page = await signInAs(lender, width, hasScript);
  await page.goto(`${base}/integrations`);
  await see(page, "lend-card");
  await page.locator('a[href$="/lend"]').first().click();
  await see(page, "lend-none");
  await page.locator('main a[href$="/lend/new"]').first().click();
  await page.locator('main button[type="submit"].primary').click();
  await page.locator(".field-error").first().waitFor();
  await see(page, "lend-errors");
  await page.fill("#user", await addressOf(borrower));
  for (const permission of ["gmail.read", "gmail.send", "calendar.read"])
    await page.check(`input[name="permission"][value="${permission}"]`);
  await page.locator("#expiry").selectOption("30");
  await see(page, "lend-form");
  await page.locator('main button[type="submit"].primary').click();
  await page.waitForURL(`${base}/integrations/google/lend`);
  await see(page, "lend-list");
  const borrowing = await signInAs(borrower, width, hasScript);
  await accept(borrowing, see);
  await seeLoan(page, borrowing, see);
  await lendAmongAccounts(page, lender, see);
  await page.context().close();
  await borrowing.context().close();
}

type See = (page: Page, name: string) => Promise<void>;

async function accept(page: Page, see: See): Promise<void> {
  await page.goto(`${base}/integrations`);
  await see(page, "borrowed-invited");
  await page.goto(base + (await linkOf(page, "/accept")));
  await page.fill("#name", "The Team");
  await page.locator('main form button[type="submit"].primary').click();
  await page.locator(".field-error").waitFor();
  await see(page, "borrow-errors");
  await page.fill("#name", "team");
  await page.locator('main form button[type="submit"].primary').click();
  await page.waitForURL(`${base}/integrations`);
  await see(page, "borrowed");
  await page.goto(`${base}/tools/google_gmail_list_messages`);
  proof.expect((await page.inputValue("#connection")) === "shared:team", "The tool's form lacks the borrowed name.");
  await see(page, "borrowed-tool");
}

async function seeLoan(page: Page, borrowing: Page, see: See): Promise<void> {
  await page.goto(`${base}/integrations/google/lend`);
  const end = (await linkOf(page, "/end")) as string;
  await page.goto(base + end.replace("/end", ""));
  await see(page, "loan");
  await page.goto(base + end);
  await see(page, "loan-end");
  await borrowing.goto(`${base}/integrations`);
  await borrowing.goto(base + (await linkOf(borrowing, "/end")));
  await see(borrowing, "give-back");
  await borrowing.locator('main button[type="submit"].danger').click();
  await borrowing.waitForURL(`${base}/integrations`);
  proof.expect((await borrowing.locator("#borrowed").count()) === 0, "What was given back is still listed.");
}

async function lendAmongAccounts(page: Page, lender: Acting, see: See): Promise<void> {
  const ids = [];
  for (const external_id of ["first", "second"]) {
    const body = { external_id };
    ids.push((await gateway.call("POST", "/api/v1/accounts", { key: lender.key, body })).json.data.id as string);
  }
  const [first] = ids as [string];
  await insertGrant(gateway, { userId: lender.userId, accountId: first }, "google");
  await page.goto(`${base}/integrations/google/lend/new`);
  await page.check('input[name="borrower"][value="account"]');
  await page.fill("#account", "first");
  await page.check('input[name="permission"][value="gmail.read"]');
  await see(page, "lend-to-account");
  await page.locator('main button[type="submit"].primary').click();
  await page.waitForURL(`${base}/integrations/google/lend`);
  await page.goto(`${base}/partner/accounts/${first}/integrations/google/lend/new`);
  await see(page, "account-lend");
  await page.fill("#account", "second");
  await page.check('input[name="permission"][value="gmail.read"]');
  await page.locator('main button[type="submit"].primary').click();
  await page.waitForURL(/\/lend$/);
  await see(page, "account-lend-list");
  await page.goto(`${base}/partner/accounts/${first}`);
  await see(page, "account-loans");
  await page.goto(base + (await page.locator('main a[href*="/borrowed/"]').first().getAttribute("href")));
  await see(page, "account-end");
}
