// Proves the pages of agents in headless Chromium, by hand: `bun test/browser/agents.ts [folder for screenshots]`.
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
const gateway = await startTestGateway({ lane: "embedded", plugins, emulate: ["google", "github"] });
const base = gateway.url;
const SUBMIT = 'main form button[type="submit"].primary';

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

type See = (page: Page, name: string) => Promise<void>;

async function proveAt(width: number, hasScript: boolean): Promise<void> {
  const person = await acting(gateway, { partner: true });
  await insertGrant(gateway, { userId: person.userId, accountId: null }, "google");
  await gateway.call("POST", "/api/v1/accounts", { key: person.key, body: { external_id: "customer-42" } });
  const context = await proof.browser.newContext({
    ...{ viewport: { width, height: 900 }, javaScriptEnabled: hasScript, locale: "en-GB" },
  });
  const page = hasScript ? await proof.open(context, `agents at ${width}`) : await context.newPage();
  await page.goto(`${base}/sign-in`);
  await page.fill("#email", person.email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
  const see: See = (at, name) => (hasScript ? proof.inspect(at, name) : Promise.resolve());
  await makeAndEnd(page, person, see);
  await decide(page, person, see);
  await ruleCalls(page, see);
  await context.close();
}

/** A call of an agent's session waits, and is denied. */
async function decide(page: Page, { key }: Acting, see: See): Promise<void> {
  await page.goto(`${base}/approvals`);
  await see(page, "approvals-none");
  const made = await gateway.call("POST", "/api/v1/agent-sessions", {
    key,
    body: { name: "tidy up", agent: "triage" },
  });
  const trash = "/api/v1/google/gmail/messages/mail-1/trash";
  const { json } = await gateway.call("POST", trash, { key: made.json.data.token });
  await page.goto(`${base}/approvals`);
  await see(page, "approvals");
  await decideMany(page, made.json.data.token, see);
  await page.goto(json.approval.url);
  await see(page, "approval");
  await page.fill('[name="note"]', "Keep it.");
  await page.click('button[value="deny"]');
  await page.waitForSelector("text=The call is never made.");
  await see(page, "approval-denied");
}

/** Two calls are approved together; a third also for later times, which is then ended. */
async function decideMany(page: Page, token: string, see: See): Promise<void> {
  const urls: string[] = [];
  for (const mail of ["mail-2", "mail-3", "mail-4"]) {
    const { json } = await gateway.call("POST", `/api/v1/google/gmail/messages/${mail}/trash`, { key: token });
    urls.push(json.approval.url);
  }
  await page.goto(`${base}/approvals`);
  for (const url of urls.slice(0, 2)) await page.check(`main input[value="${url.slice(url.lastIndexOf("/") + 1)}"]`);
  await see(page, "approvals-ticked");
  await page.click('main button[value="approve"]');
  await page.waitForSelector('h1:has-text("Approve 2 calls?")');
  await see(page, "approvals-selected");
  await page.click('main button[value="approve"]');
  await page.waitForSelector("text=2 calls approved.");
  await page.goto(`${base}/approvals/always`);
  await see(page, "standing-none");
  await page.goto(urls[2] as string);
  await page.check('[name="remember"]');
  await see(page, "approval-remembered");
  await page.click('button[value="approve"]');
  await page.waitForSelector("text=You can end that under Always allowed.");
  await page.goto(`${base}/approvals/always`);
  await see(page, "standing");
  await page.click('main td button[name="id"]');
  await page.waitForSelector("text=The next such call waits");
}

async function makeAndEnd(page: Page, person: Acting, see: See): Promise<void> {
  await page.goto(`${base}/agents`);
  await see(page, "agents-none");
  await page.goto(`${base}/agents/new`);
  await see(page, "agent-form");
  await page.fill("#name", "ticket 4711");
  await page.fill("#account", "nobody");
  await page.locator(SUBMIT).click();
  await page.locator(".field-error").first().waitFor();
  await see(page, "agent-errors");
  await page.fill("#account", "");
  await page.locator(SUBMIT).click();
  await page.locator("#token").waitFor();
  await see(page, "agent-token");
  const token = (await page.locator("#token").textContent())?.trim() ?? "";
  await gateway.call("POST", "/api/v1/google/gmail/messages", { key: token, body: { to: ["a@b.example"] } });
  const body = {
    ...{
      name: "invoices of customer 42",
      agent: "billing",
      account: "customer-42",
      allow: ["google", "github:issues.*"],
    },
    ...{ deny: ["google_gmail_send_message"], limits: { calls: 1_200, calls_per_minute: 30 }, idle_in: 600 },
    constraints: {
      github: { owner: { equals: "acme", absent: true }, repo: { matches: ["web-*", "api-*"], absent: true } },
    },
  };
  const { id } = (await gateway.call("POST", "/api/v1/agent-sessions", { key: person.key, body })).json.data;
  await page.goto(`${base}/agents`);
  await see(page, "agents");
  await page.goto(`${base}/agents/sessions/${id}`);
  await see(page, "agent");
  await page.goto(`${base}/agents/sessions/${id}/end`);
  await see(page, "agent-end");
  await page.locator('main button[type="submit"].danger').click();
  await page.waitForURL(`${base}/agents`);
  await page.goto(`${base}/agents/end-all`);
  await page.locator('main button[type="submit"].danger').click();
  await page.waitForURL(`${base}/agents`);
  await page.goto(`${base}/agents?ended=true`);
  proof.expect((await page.locator("tbody tr").count()) === 2, "The ended sessions are not listed.");
  await see(page, "agents-ended");
}

async function ruleCalls(page: Page, see: See): Promise<void> {
  await page.goto(`${base}/agents/rules`);
  await see(page, "rules-none");
  await page.locator('form[action*="/add"] button').nth(1).click();
  await page.waitForURL(`${base}/agents/rules`);
  await page.locator(".done").waitFor();
  await page.goto(`${base}/agents/rules/rule`);
  await page.check('input[name="outcome"][value="deny"]');
  await page.check('input[name="effect"][value="reaches"]');
  await page.check('input[name="provider"][value="google"]');
  await page.fill("#service", "gmial");
  await page.fill("#path_0", "to");
  await page.locator("#operator_0").selectOption("not_matches");
  await page.fill("#value_0", "*@acme.example");
  await page.fill("#reason", "Mail stays inside.");
  await page.locator(SUBMIT).click();
  await page.locator(".field-error").first().waitFor();
  await see(page, "rule-errors");
  await page.fill("#service", "gmail");
  await page.locator('main form button[name="check"]').click();
  await page.locator("#replay").waitFor();
  await see(page, "rule-tried");
  await page.locator(SUBMIT).click();
  await page.waitForURL(`${base}/agents/rules`);
  await page.goto(`${base}/agents/rules?try=leaves`);
  await see(page, "rules");
  await page.goto(`${base}/agents/rules/text`);
  await see(page, "rules-text");
  await page.goto(`${base}/agents/rules/versions`);
  await see(page, "rules-versions");
  await page.locator('form[action*="/back"] button').first().click();
  await page.waitForURL(`${base}/agents/rules`);
  proof.expect((await page.locator("tbody tr").count()) === 1, "The version before is not in force.");
}
