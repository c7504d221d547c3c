// Proves the panel in headless Chromium, by hand: `bun test/browser/panel.ts [folder for screenshots]`.
import type { Frame, Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { startProof, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { startTestGateway } = await import("../support/gateway.ts");

const proof = await startProof(process.argv[2] ?? "data/screenshots");
const gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github", "slack"] });
/** Other hosts than the gateway's, so that the frame is of another site: pages with a policy as strict as Helmet's. */
const sites = [0, 1].map(() => Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: servePage }));
const [own, foreign] = sites.map(({ port }) => `http://localhost:${port}`) as [string, string];
const { key } = await gateway.partner();
await gateway.call("PUT", "/api/v1/brand", { key, body: { name: "Lovelace Mail", color: "#14532d" } });
await gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins: [own, "http://localhost"] } });

/** The query has the element's attributes. */
function servePage(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const attributes = [...searchParams].map(([name, value]) => `${name}="${Bun.escapeHTML(value)}"`).join(" ");
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Partner</title>
    <main><h1>Partner</h1><gateway-integrations ${attributes}></gateway-integrations></main>
    <script>window.heard = []; for (const type of ["connected", "disconnected", "error", "resize"])
      document.querySelector("gateway-integrations").addEventListener(type, ({ detail }) => heard.push({ type, ...detail }));
    </script><script src="${gateway.url}/connect.js"></script></html>`;
  const headers = { "content-type": "text/html", "referrer-policy": "no-referrer" };
  return new Response(html, { headers });
}

let accounts = 0;
async function makeToken(accountId: string, body: Record<string, unknown> = {}) {
  const path = `/api/v1/accounts/${accountId}/panel-sessions`;
  const response = await gateway.call("POST", path, { key, body: { redirect_url: `${own}/done`, ...body } });
  if (response.status !== 200) throw new Error(response.text);
  return response.json.data.token as string;
}
const account = () => gateway.account(key, `customer-${++accounts}`);
const heard = (page: Page, type: string) =>
  page.evaluate(
    (wanted) => (window as unknown as { heard: { type: string }[] }).heard.filter(({ type }) => type === wanted),
    type,
  );
const waitFor = (page: Page, type: string) =>
  page.waitForFunction(
    (wanted) => (window as unknown as { heard: { type: string }[] }).heard.some(({ type }) => type === wanted),
    type,
  );

async function frameIn(page: Page): Promise<Frame> {
  return (await (await page.waitForSelector("gateway-integrations iframe")).contentFrame()) as Frame;
}

const url = (site: string, attributes: Record<string, string>) => `${site}/?${new URLSearchParams(attributes)}`;

/** Connects, sees it, disconnects by name: each step as the customer takes it. */
async function fullPath(width: number): Promise<void> {
  const context = await proof.context(width);
  const page = await proof.open(context, `panel-${width}`);
  const id = await account();
  await page.goto(url(own, { token: await makeToken(id) }));
  const frame = await frameIn(page);
  await frame.getByRole("heading", { name: "Your connections" }).waitFor();
  await proof.inspectFrame(frame, "panel-empty frame");
  await proof.inspect(page, "panel-empty");
  const opening = page.waitForEvent("popup");
  await frame.getByRole("button", { name: "Connect Google" }).click();
  const popUp = await opening;
  await frame.getByText("Finish in the window that has opened.").waitFor();
  await popUp.getByRole("button", { name: "Continue to Google" }).click();
  await popUp.getByText("ada@example.com").first().click();
  await frame.getByText("Google is connected.").waitFor();
  await waitFor(page, "connected");
  proof.expect((await heard(page, "connected")).length === 1, `${width}: connected is not told once`);
  await frame.getByText("As ada@example.com").waitFor();
  await frame.getByText("Permissions").click();
  await proof.inspectFrame(frame, "panel-connected frame");
  await proof.inspect(page, "panel-connected");
  const height = await page.locator("iframe").evaluate(({ clientHeight }) => clientHeight);
  const content = await frame.evaluate("document.querySelector('main').getBoundingClientRect().height");
  proof.expect(Math.abs(height - Number(content)) <= 1, `${width}: ${height} px for ${content} px`);
  await frame.getByRole("button", { name: "Disconnect Google" }).click();
  await frame.getByLabel("Enter Google to confirm").fill("Gogle");
  await frame.getByRole("button", { name: "Disconnect" }).click();
  await frame.getByText("This is another name.").waitFor();
  await proof.inspectFrame(frame, "panel-ask frame");
  await proof.inspect(page, "panel-ask");
  await frame.getByLabel("Enter Google to confirm").fill("google");
  await frame.getByRole("button", { name: "Disconnect" }).dblclick();
  await frame.getByText("Google is disconnected.").waitFor();
  await waitFor(page, "disconnected");
  const left = await gateway.call("GET", `/api/v1/accounts/${id}/integrations`, { key });
  proof.expect(left.json.data.integrations.length === 0, `${width}: the integration is still there`);
  proof.expect((await heard(page, "error")).length === 0, `${width}: ${JSON.stringify(await heard(page, "error"))}`);
  await context.close();
}

/** Each state of a connection, with names as long as they come, an empty panel and one that has ended. */
async function states(width: number, lang: string): Promise<void> {
  const context = await proof.context(width);
  const page = await proof.open(context, `panel-states-${lang}`);
  const id = await account();
  const set = (provider: string, change: string, values: string[] = []) =>
    gateway.database.database.query(`update integrations set ${change} where account_id = $1 and provider = $2`, [
      id,
      provider,
      ...values,
    ]);
  const statuses = { google: "expired", github: "pending", slack: "active" } as const;
  for (const provider of ["google", "github", "slack"] as const) {
    await gateway.connect(key, provider, { accountId: id });
    await set(provider, "status = $3", [statuses[provider]]);
  }
  const long = { id: "7", name: `${"long".repeat(20)}@example.com`, workspace: { id: "w", name: "Lovelace & Söhne" } };
  await set("google", "identity = $3::jsonb", [JSON.stringify(long)]);
  await set("slack", "access_expires_at = now() + interval '1 day'");
  const show = async (name: string, token: string) => {
    await page.goto(url(own, { token, lang }));
    await waitFor(page, "resize");
    const frame = await frameIn(page);
    await proof.inspectFrame(frame, `panel-${name}-${lang} frame ${width}`);
    await proof.inspect(page, `panel-${name}-${lang}`);
    return frame;
  };
  const frame = await show("states", await makeToken(id));
  await frame.evaluate("window.open = () => null");
  await frame.locator('button[value="connect:google"]').click();
  await frame.locator("[data-blocked]").waitFor();
  await proof.inspectFrame(frame, `panel-blocked-${lang} frame ${width}`);
  await proof.inspect(page, `panel-blocked-${lang}`);
  await gateway.database.database.query("update panel_sessions set revoked_at = now() where account_id = $1", [id]);
  await frame.locator('button[value="ask_disconnect:google"]').click();
  await frame.locator(".centred").waitFor();
  await proof.inspectFrame(frame, `panel-ended-${lang} frame ${width}`);
  await proof.inspect(page, `panel-ended-${lang}`);
  const token = await makeToken(id);
  // What it offered is no longer set up.
  await gateway.database.database.query("update panel_sessions set providers = '{gone}' where account_id = $1", [id]);
  await show("nothing", token);
  await context.close();
}

async function look(): Promise<void> {
  const context = await proof.context(600);
  const page = await proof.open(context, "panel-look");
  const id = await account();
  await gateway.connect(key, "github", { accountId: id });
  const token = await makeToken(id);
  await page.goto(url(own, { token, theme: "dark", accent: "#7c2d12", radius: "16", font: "serif", lang: "fr" }));
  const frame = await frameIn(page);
  await frame.getByText("Vos connexions").waitFor();
  await proof.inspectFrame(frame, "panel-look frame");
  await proof.inspect(page, "panel-look");
  await context.close();
}

/** An origin that is not registered settles at once; another page's frame of the panel shows nothing. */
async function strangers(): Promise<void> {
  const context = await proof.context();
  const id = await account();
  const page = await context.newPage();
  await page.goto(url(foreign, { token: await makeToken(id) }));
  await waitFor(page, "error");
  const [error] = (await heard(page, "error")) as unknown as { code: string }[];
  proof.expect(error?.code === "origin_not_allowed", `a foreign page hears ${error?.code}`);
  proof.expect((await page.locator("iframe").count()) === 0, "a foreign page has an empty frame");
  // A page that claims to be the partner's is refused by the browser, and hears nothing.
  const token = await makeToken(id);
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.evaluate(
    ([action, secret, origin]) => {
      const frame = Object.assign(document.createElement("iframe"), { name: "stolen" });
      const form = Object.assign(document.createElement("form"), { method: "post", action, target: "stolen" });
      const fields = { token: secret, opener: "x".repeat(43), origin };
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      document.body.append(frame, form);
      form.submit();
    },
    [`${gateway.url}/panel`, token, own] as const,
  );
  await refused;
  await context.close();
}

async function withoutScript(): Promise<void> {
  const context = await proof.context();
  const page = await context.newPage();
  const id = await account();
  await gateway.connect(key, "google", { accountId: id });
  await page.route(`${gateway.url}/assets/panel*`, (route) => route.abort());
  await page.goto(url(own, { token: await makeToken(id) }));
  const frame = await frameIn(page);
  await frame.getByRole("button", { name: "Disconnect Google" }).click();
  await frame.getByLabel("Enter Google to confirm").fill("Google");
  await frame.getByRole("button", { name: "Disconnect" }).click();
  await frame.getByText("Google is disconnected.").waitFor();
  const opening = page.waitForEvent("popup");
  await frame.getByRole("button", { name: "Connect GitHub" }).click();
  await (await opening).getByRole("heading", { name: "Lovelace Mail wants to use your GitHub account" }).waitFor();
  await context.close();
}

/** A blocked window, and a gateway that is gone for a while. */
async function failures(): Promise<void> {
  const context = await proof.context();
  const page = await context.newPage();
  const id = await account();
  await page.route(`${gateway.url}/panel/check`, (route) => route.abort());
  await page.goto(url(own, { token: await makeToken(id) }));
  await waitFor(page, "error");
  const [error] = (await heard(page, "error")) as unknown as { code: string }[];
  proof.expect(error?.code === "network", `without the gateway a page hears ${error?.code}`);
  await page.unroute(`${gateway.url}/panel/check`);
  await page.evaluate("heard[0].retry()");
  const frame = await frameIn(page);
  await frame.getByRole("button", { name: "Connect Google" }).waitFor();
  await frame.evaluate("window.open = () => null");
  await frame.getByRole("button", { name: "Connect Google" }).click();
  await frame.getByText("The browser blocked the window.").waitFor();
  const codes = ((await heard(page, "error")) as unknown as { code: string }[]).map(({ code }) => code);
  proof.expect(codes.includes("popup_blocked"), `a blocked window is told as ${codes}`);
  await context.close();
}

try {
  for (const width of WIDTHS) await fullPath(width);
  for (const width of WIDTHS) for (const lang of ["en", "de"]) await states(width, lang);
  await look();
  await strangers();
  await withoutScript();
  await failures();
} catch (error) {
  proof.violations.push(String(error));
} finally {
  for (const site of sites) await site.stop(true);
  await gateway.close();
  await proof.end();
}
