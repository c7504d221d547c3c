// Proves the client's button and hook for React, and the documented page without it, in headless Chromium, by hand: `bun test/browser/react.ts`.
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { createHandlers } from "../../client/src/handlers.ts";
import { createClient } from "../../client/src/index.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";

platform.provideModules(virtualModules);
const { startTestGateway } = await import("../support/gateway.ts");

const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (!CHROMIUM)
  throw new Error("There is no Chromium: install Debian's package `chromium`, or set CHROMIUM to its path.");

const gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
const { key } = await gateway.partner();
const { outputs } = await Bun.build({
  entrypoints: [new URL("react-app.ts", import.meta.url).pathname],
  target: "browser",
  define: { "process.env.NODE_ENV": '"development"' },
});
const script = (await outputs[0]?.text()) ?? "";
const guide = readFileSync(new URL("../../docs/api/app-handlers.md", import.meta.url), "utf8");
const plainPage = (/^```html\n([\s\S]*?)```/m.exec(guide)?.[1] ?? "").replace("http://127.0.0.1:3000", gateway.url);
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: serve });
const appUrl = `http://127.0.0.1:${server.port}`;
const handlers = createHandlers({
  gateway: createClient({ baseUrl: gateway.url, apiKey: key }),
  appUrl,
  secret: "a secret of this test, long enough",
  customer: (request) => (request.headers.get("referer")?.endsWith("/plain") ? "customer-8" : "customer-7"),
});
async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const of = (text: string, type: string) => new Response(text, { headers: { "content-type": type } });
  if (pathname === "/") return of('<div id="root"></div><script type="module" src="/app.js"></script>', "text/html");
  if (pathname === "/plain") return of(plainPage, "text/html");
  if (pathname === "/app.js") return of(script, "text/javascript");
  return (await handlers(request, undefined)) ?? new Response(null, { status: 404 });
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto(appUrl);
  const open = async (selector: string) => (await Promise.all([page.waitForEvent("popup"), page.click(selector)]))[0];

  const closed = await open("#hook");
  await page.getByText("connecting").waitFor();
  await closed.close();
  await page.getByText("failed closed").waitFor();

  const popUp = await open("#button");
  if (!(await page.isDisabled("#button"))) faults.push("The button can be pressed twice.");
  await popUp.getByText("Continue to Google").click();
  await popUp.getByText("ada@example.com").first().click();
  await page.waitForFunction(() => document.title !== "");
  if ((await page.title()) !== "connected google ada@example.com") faults.push(await page.title());

  await page.goto(`${appUrl}/plain`);
  const plain = await open("#connect");
  await plain.getByText("Continue to Google").click();
  await plain.getByText("ada@example.com").first().click();
  await page.getByText("Connected as ada@example.com").waitFor();
  const { json } = await gateway.call("GET", "/api/v1/accounts/external:customer-7/integrations", { key });
  if (json.data.integrations[0]?.status !== "active") faults.push("The integration is not active.");
  console.log(faults.length === 0 ? "All as it should be." : faults.join("\n"));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.stop(true);
  await gateway.close();
}
