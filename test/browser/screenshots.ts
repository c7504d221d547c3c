// Takes the pictures of docs/screenshots from the demo, by hand: `bun test/browser/screenshots.ts [folder]`.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { SCHEMES, startProof } from "./proof.ts";

interface Demo {
  base_url: string;
  dashboard: { email: string; password: string };
  partner: { accounts: { id: string }[] };
}

const folder = process.argv[2] ?? "docs/screenshots";
mkdirSync(folder, { recursive: true });
const file = join(mkdtempSync(join(tmpdir(), "gateway-screenshots-")), "demo.json");
const child = spawn(process.execPath, ["src/main.ts", "demo", "--json", file], {
  env: { ...process.env, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
let written = "";
for await (const chunk of child.stdout) {
  written += String(chunk);
  if (written.includes("Yours to try")) break;
}
const demo = JSON.parse(readFileSync(file, "utf8")) as Demo;
const base = demo.base_url;
const proof = await startProof(folder);
try {
  const page = await proof.open(await proof.context(1280), "screenshots");
  await page.goto(`${base}/sign-in`);
  await shoot(page, "sign-in");
  await page.fill("#email", demo.dashboard.email);
  await page.fill("#password", demo.dashboard.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  await yours(page);
  await partners(page);
} finally {
  child.kill("SIGTERM");
  await proof.end();
}

async function yours(page: Page): Promise<void> {
  const paths = [
    ["home", "/"],
    ["integrations", "/integrations"],
    ["tools", "/tools?q=send+an+email"],
    ["requests", "/requests?errors=true"],
    ["inbox", "/inbox"],
    ["subscriptions", "/subscriptions"],
    ["keys", "/settings/keys"],
    ["key-new", "/settings/keys/new"],
    ["ai-clients", "/settings/clients"],
    ["usage", "/settings/usage"],
    ["sign-in-settings", "/settings/sign-in"],
    ["team", "/settings/team"],
    ["operator-users", "/operator/users"],
    ["operator-people", "/operator/people"],
    ["operator-providers", "/operator/providers"],
    ["operator-provider", "/operator/providers/google"],
    ["operator-provider-steps", "/operator/providers/notion"],
    ["operator-partners", "/operator/partners"],
    ["operator-tiers", "/operator/tiers"],
    ["operator-plugins", "/operator/plugins"],
    ["operator-jobs", "/operator/jobs"],
    ["operator-audit", "/operator/audit"],
    ["operator-health", "/operator/health"],
  ] as const;
  for (const [name, path] of paths) {
    await page.goto(base + path);
    await shoot(page, name);
  }
  await page.goto(`${base}/tools/google_gmail_send_message`);
  await shoot(page, "tool");
}

async function partners(page: Page): Promise<void> {
  await page.goto(base);
  const before = page.url();
  await page.locator("#acting").selectOption({ label: "acme@example.com" });
  await page.waitForURL(({ href }) => href !== before);
  const user = page.url().replace(/\/$/, "");
  for (const [name, path] of [
    ["accounts", "/partner/accounts"],
    ["account", `/partner/accounts/${demo.partner.accounts[0]?.id}`],
    ["clients", "/partner/clients"],
    ["connect-page", "/partner/connect-page"],
    ["webhooks", "/webhooks"],
  ] as const) {
    await page.goto(user + path);
    await shoot(page, name);
  }
}

/** WebP, which is a third of PNG; Playwright itself writes none. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const cdp = await page.context().newCDPSession(page);
    const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality: 80 });
    await cdp.detach();
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, "base64"));
  }
}
