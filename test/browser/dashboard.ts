// Proves the dashboard in headless Chromium, by hand: `bun test/browser/dashboard.ts [folder for screenshots]`.
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateTOTP } from "@oslojs/otp";
import type { BrowserContext, Page } from "playwright-core";
import { platform } from "../../src/platform/bun.ts";
import { virtualModules } from "../../src/platform/modules.ts";
import { startProof, tabTo, WIDTHS } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startTestGateway } = await import("../support/gateway.ts");
const { makeFirstOwnerLink } = await import("../../src/people/setup-links.ts");

const PASSWORD = "several words that nobody guesses";
const proof = await startProof(process.argv[2] ?? "data/screenshots");
// Passkeys need a host with a name.
const gateway = await startTestGateway({
  lane: "embedded",
  plugins: await builtInPlugins(),
  emulate: ["google", "github", "slack"],
  baseUrl: (own) => own.replace("127.0.0.1", "localhost"),
});
const base = gateway.url.replace("127.0.0.1", "localhost");

const steps: [string, (page: Page, context: BrowserContext) => Promise<void>][] = [
  ["the first owner signs up by keyboard alone", signUp],
  ["the owner signs in again by password", signIn],
  ["a passkey is added, and signs in", usePasskey],
  ["a second factor is added, and asked for", useSecondFactor],
];
try {
  const context = await proof.context();
  const page = await proof.open(context, "steps");
  for (const [name, step] of steps) {
    const startedAt = performance.now();
    await step(page, context);
    console.log(`${name}: ${Math.round(performance.now() - startedAt)} ms`);
  }
  await everyPage(context);
} finally {
  await gateway.close();
  await proof.end();
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${base}/setup/${await makeFirstOwnerLink(gateway.app.deps)}`);
  await proof.inspect(page, "first-owner");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
}

async function signOut(page: Page): Promise<void> {
  proof.expect(await tabTo(page, ".person button"), "The button that signs out is not reached by Tab.");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/sign-in`);
}

async function signIn(page: Page): Promise<void> {
  await signOut(page);
  await proof.inspect(page, "sign-in");
  await typePassword(page);
  await page.waitForURL(`${base}/`);
}

async function typePassword(page: Page): Promise<void> {
  await page.locator("#email").focus();
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
}

async function usePasskey(page: Page, context: BrowserContext): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto(`${base}/settings/sign-in`);
  await page.fill("#name", "Virtual key");
  await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
  await page.waitForURL(/done=passkey/);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).press("Enter");
  await page.waitForURL(`${base}/`);
}

async function useSecondFactor(page: Page): Promise<void> {
  await page.goto(`${base}/settings/sign-in`);
  await page.getByRole("button", { name: "Add a second factor" }).press("Enter");
  const secret = (await page.locator("#secret").textContent())?.replace(/\s/g, "") ?? "";
  await proof.inspect(page, "second-factor");
  const code = () => generateTOTP(decodeBase32IgnorePadding(secret), 30, 6);
  await page.fill("#code", code());
  await page.keyboard.press("Enter");
  await page.locator("#codes").waitFor();
  const recovery = ((await page.locator("#codes").textContent()) ?? "").trim().split("\n")[0] ?? "";
  await page.goto(`${base}/`);
  await signOut(page);
  await typePassword(page);
  await page.waitForURL(/second-factor/);
  await page.keyboard.type(recovery);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/`);
}

/** Every page without parameters, at both widths, in both schemes. */
async function everyPage(context: BrowserContext): Promise<void> {
  const paths = gateway.app.routes.flatMap((route) =>
    "isPage" in route && route.isPage && route.method === "GET" && !/[{]|export/.test(route.path) ? route.path : [],
  );
  const page = await proof.open(context, "pages");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of paths) {
      await page.goto(base + path);
      await proof.inspect(page, path === "/" ? "integrations" : path.slice(1).replaceAll("/", "-"));
    }
  }
}
