// Proves the page of a link that decides in headless Chromium, by hand: `bun test/browser/approval-links.ts [folder for screenshots]`.
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { startProof, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");
const { insertGrant } = await import("../support/test-partners.ts");
const { PASSWORD } = await import("../dashboard/browser.ts");
const { acting } = await import("../dashboard/acting.ts");

const proof = await startProof(process.argv[2] ?? "data/screenshots");
const plugins = await builtInPlugins();
const gateway = await startTestGateway({ lane: "embedded", plugins, emulate: ["google", "github"] });
const LOCALES = ["en-GB", "de-DE", "fr-FR", "es-ES", "pt-BR", "ja-JP"];
const MAIL = {
  to: ["kim@customer.example"],
  subject: "Your invoice 4711",
  text: "Dear Ms Kim,\n\nthe invoice is attached.\n\nYours",
};

const person = await acting(gateway, { partner: true });
await gateway.call("PUT", "/api/v1/brand", { key: person.key, body: { name: "Lovelace Mail", color: "#14532d" } });
const accountId = await gateway.account(person.key, "customer-42");
await insertGrant(gateway, { userId: person.userId, accountId }, "google");
const made = await gateway.admin("POST", "/keys", {
  ...{ user: person.userId, permissions: ["*", "gateway:approvals.decide", "gateway:policies.*"] },
});
const key = made.json.data.key as string;
const rules = [{ outcome: "ask", reason: "Mails need a person.", when: { tool: "google_gmail_send_message" } }];
const ruled = await gateway.call("PUT", "/api/v1/policies/partner", { key, body: { version: 0, rules } });
proof.expect(ruled.status === 200, `The rules are refused: ${ruled.text}`);

try {
  for (const width of WIDTHS)
    for (const hasScript of [true, false]) {
      await proveAt(width, hasScript);
      console.log(`${width} px, ${hasScript ? "with" : "without"} script`);
    }
  for (const locale of LOCALES) await proveIn(locale);
  await proveDashboard();
} finally {
  await gateway.close();
  await proof.end();
}

async function waiting(): Promise<string> {
  gateway.clock.nextMinute();
  const session = await gateway.call("POST", "/api/v1/agent-sessions", {
    key: person.key,
    body: { name: "invoices", agent: "Billing agent", account: "customer-42" },
  });
  const { token } = session.json.data;
  const asked = await gateway.call("POST", "/api/v1/google/gmail/send", { key: token, body: MAIL });
  proof.expect(asked.status === 202, `The call is ${asked.status}: ${asked.text}`);
  return asked.json.approval.id as string;
}

async function link(id: string, name = "Ms Kim, accounting"): Promise<string> {
  const response = await gateway.call("POST", `/api/v1/approvals/${id}/links`, { key, body: { name } });
  return response.json.data.url as string;
}

async function proveAt(width: number, hasScript: boolean): Promise<void> {
  const [id, other] = [await waiting(), await waiting()];
  const context = await proof.browser.newContext({
    ...{ viewport: { width, height: 900 }, javaScriptEnabled: hasScript, locale: "en-GB" },
  });
  const page = hasScript ? await proof.open(context, `link at ${width}`) : await context.newPage();
  const see = (name: string) => (hasScript ? proof.inspect(page, `approve-${name}`) : Promise.resolve());
  const url = await link(id);
  await page.goto(url);
  await see("continue");
  await page.click('button[value="continue"]');
  await page.waitForSelector("text=What it would send");
  await see("call");
  await page.fill('[name="note"]', "Fine by me.");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=The gateway makes the call once.");
  await see("approved");
  await page.goto(await link(other));
  await page.click('button[value="continue"]');
  await page.click('button[value="deny"]');
  await page.waitForSelector("text=The call is never made.");
  await see("denied");
  const second = await proof.browser.newContext({ viewport: { width, height: 900 }, locale: "en-GB" });
  const elsewhere = await proof.open(second, `elsewhere at ${width}`);
  await elsewhere.goto(url);
  proof.expect((await elsewhere.title()) === "This link was opened elsewhere", "Another browser opens the link.");
  if (hasScript) await proof.inspect(elsewhere, "approve-elsewhere");
  const read = await gateway.call("GET", `/api/v1/approvals/${id}`, { key });
  proof.expect(read.json.data.note === "Fine by me.", "The note is not stored.");
  await second.close();
  await context.close();
}

async function proveIn(locale: string): Promise<void> {
  const context = await proof.browser.newContext({ viewport: { width: 360, height: 900 }, locale });
  const page = await proof.open(context, `link in ${locale}`);
  await page.goto(await link(await waiting()));
  await page.click('button[value="continue"]');
  await page.waitForSelector('[name="note"]');
  const language = await page.getAttribute("html", "lang");
  proof.expect(language === locale.slice(0, 2), `${locale} is shown in ${language}.`);
  await proof.inspect(page, `approve-${locale}`);
  await context.close();
}

/** A person makes a link at the dashboard. */
async function proveDashboard(): Promise<void> {
  const id = await waiting();
  for (const width of WIDTHS) {
    const context = await proof.context(width);
    const page = await proof.open(context, `dashboard at ${width}`);
    await page.goto(`${gateway.url}/sign-in`);
    await page.fill("#email", person.email);
    await page.fill("#password", PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${gateway.url}/`);
    await page.goto(`${gateway.url}/approvals/${id}`);
    await proof.inspect(page, "approval-with-link");
    await page.click("text=Let somebody else decide");
    await page.waitForSelector("#expires_in");
    await proof.inspect(page, "approval-link-form");
    await page.fill("#name", "Ms Kim");
    await page.locator('main form button[type="submit"].primary').click();
    await page.waitForSelector("#link");
    await proof.inspect(page, "approval-link");
    const url = (await page.locator("#link").textContent())?.trim() ?? "";
    await page.goto(url);
    await page.click('button[value="continue"]');
    await page.waitForSelector("text=This link is for Ms Kim.");
    await page.goto(`${gateway.url}/webhooks/new`);
    await proof.inspect(page, "webhook-form-decides");
    await context.close();
  }
}
