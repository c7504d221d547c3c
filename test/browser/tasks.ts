// Counts in headless Chromium how many clicks a task takes, by hand: `bun test/browser/tasks.ts [folder for screenshots]`.
import type { Locator, Page } from "playwright-core";
import { platform } from "../../src/foundation/platform/bun.ts";
import { virtualModules } from "../../src/foundation/platform/modules.ts";
import { startProof } from "./proof.ts";

platform.provideModules(virtualModules);
const { builtInPlugins } = await import("../support/built-in.ts");
const { startEmulated, startTestGateway } = await import("../support/gateway.ts");
const { callerOf, FAILED_CALLS, failedCall, startFailingGateway } = await import("../support/failed-calls.ts");
const { PASSWORD: OF_PERSON, signedIn } = await import("../dashboard/browser.ts");
const { makeFirstOwnerLink } = await import("../../src/identity/sign-in/setup-links.ts");

const PASSWORD = "several words that nobody guesses";
const proof = await startProof(process.argv[2] ?? "data/screenshots");
/** The app that is registered at the emulated provider, which the gateway does not have yet. */
let registered = { clientId: "", clientSecret: "" };
const gateway = await startTestGateway({
  lane: "embedded",
  plugins: await builtInPlugins(),
  // The provider is there, and nobody has registered an app of its.
  settings: async (redirectUri) => {
    const { settings } = await startEmulated("github", { redirectUri, now: Date.now });
    const { clientId = "", clientSecret = "", ...addresses } = settings;
    registered = { clientId, clientSecret };
    return { github: addresses };
  },
});

let clicks = 0;
async function click(target: Locator): Promise<void> {
  clicks++;
  await target.click();
}

async function within(most: number, task: string, work: () => Promise<void>): Promise<void> {
  clicks = 0;
  await work();
  console.log(`${task}: ${clicks} clicks`);
  proof.expect(clicks <= most, `${task} takes ${clicks} clicks, and ${most} at most were promised.`);
}

try {
  const context = await proof.context();
  const page = await proof.open(context, "tasks");
  await page.goto(`${gateway.url}/setup/${await makeFirstOwnerLink(gateway.app.deps)}`);
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${gateway.url}/`);
  await within(6, "the first connection from nothing", () => connectFirst(page));
  await within(2, "a customer's errors, from Home", () => seeCustomer(page));
  await seeReasons();
} finally {
  await gateway.close();
  await proof.end();
}

/** From Home over the provider's page: its steps, the form, and the test that connects. */
async function connectFirst(page: Page): Promise<void> {
  await click(page.getByRole("link", { name: "Choose a provider" }));
  await click(page.getByRole("link", { name: "GitHub" }));
  await proof.inspect(page, "provider-steps");
  await page.fill("#client_id", registered.clientId);
  await page.fill("#client_secret", registered.clientSecret);
  await click(page.getByRole("button", { name: "Save" }));
  const opened = page.waitForEvent("popup");
  await click(page.getByRole("button", { name: "Test the OAuth app" }));
  const window = await opened;
  await click(window.getByRole("button", { name: /GitHub/ }));
  await window.waitForURL(/login\/oauth/);
  await click(window.getByText("ada@example.com").first());
  await page.getByText("The OAuth app works: GitHub connected ada").waitFor();
}

async function newKey(more: object): Promise<string> {
  return (await gateway.admin("POST", "/keys", { user: "ada@example.com", ...more })).json.data.key;
}

/** Calls that fail for every reason, each from Home to its sentence and the next step. */
async function seeReasons(): Promise<void> {
  const failing = await startFailingGateway({ lane: "embedded", plugins: await builtInPlugins() });
  try {
    const person = await signedIn(failing, { partner: true });
    const caller = await callerOf(failing, person.userId);
    const page = await proof.open(await proof.context(), "reasons");
    await page.goto(`${failing.url}/sign-in`);
    await page.fill("#email", person.email);
    await page.fill("#password", OF_PERSON);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${failing.url}/`);
    for (const call of FAILED_CALLS) {
      await failedCall(caller, call);
      await page.goto(`${failing.url}/`);
      await within(2, `why the newest call failed: ${call.name}`, async () => {
        await click(page.getByRole("link", { name: /failed/ }));
        await click(page.locator("tbody a").first());
        await page.locator("[aria-labelledby=reason]").waitFor();
      });
      const reason = (await page.locator("[aria-labelledby=reason]").textContent()) ?? "";
      for (const part of [call.why, call.next])
        proof.expect(reason.includes(part), `${call.name}: the page does not say "${part}", but: ${reason}`);
    }
    await proof.inspect(page, "reason");
  } finally {
    await failing.close();
  }
}

/** A customer's call that was refused, and from Home over the list of accounts to the sentence. */
async function seeCustomer(page: Page): Promise<void> {
  await gateway.admin("POST", "/partners", { user: "ada@example.com", name: "Engines", tier: "pro" });
  const key = await newKey({ permissions: ["*", "gateway:partner.manage"] });
  await gateway.call("POST", "/api/v1/accounts", { key, body: { external_id: "customer-1", display_name: "Grace" } });
  const headers = { "x-account-id": "customer-1" };
  await gateway.call("GET", "/api/v1/github/repos/ada/engine/issues", { key, headers });
  await page.goto(`${gateway.url}/`);
  await click(page.getByRole("link", { name: "Accounts" }));
  await click(page.getByRole("link", { name: "Grace" }));
  await page.getByText('Integration "github" is not connected').first().waitFor();
  await proof.inspect(page, "customer-errors");
}
