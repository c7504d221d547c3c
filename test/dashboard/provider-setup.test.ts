// The page of a provider that is not set up: the steps there with this gateway's address, and the form for what they give.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { stepsIn } from "../../src/reference/provider-setup.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

test("each provider with an OAuth app has steps in the guide, with the redirect URI where it takes one", async () => {
  const steps = stepsIn(readFileSync(new URL("../../docs/providers.md", import.meta.url), "utf8"));
  const withApp = (await builtInPlugins()).filter(({ auth }) => auth.oauth2);
  for (const { name } of withApp) {
    expect(steps.get(name), name).toMatch(/^1\. /m);
    expect(steps.get(name), name).toContain("{base_url}/api/v1/connect/callback");
    expect(steps.get(name), name).not.toContain("**Permissions**");
  }
  expect([...steps.keys()].toSorted()).toEqual(withApp.map(({ name }) => name).toSorted());
});

describe("a provider's page for operators", () => {
  let gateway: TestGateway;
  let operator: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins(), emulate: ["google"] });
    operator = await signedIn(gateway, { role: "operator" });
  });
  afterAll(() => gateway.close());

  const hasForm = (text: string) => text.includes('name="client_secret"');

  test("it has the steps and the form until there is an app, and then the test", async () => {
    const path = "/operator/providers/asana";
    const { text } = await operator.get(path);
    expect(text).toContain(`<code>${gateway.url}/api/v1/connect/callback</code>`);
    expect([hasForm(text), text.includes("Test the OAuth app")]).toEqual([true, false]);

    const saved = await operator.submit(`${path}/client`, { client_id: "an-id", client_secret: "a-secret" }, path);
    expect(saved.headers.get("location")).toBe(path);
    const after = (await operator.get(path)).text;
    expect([hasForm(after), after.includes("Test the OAuth app")]).toEqual([false, true]);
  });

  test("only an operator who signed in lately gets the form in the page", async () => {
    const path = "/operator/providers/notion";
    const viewer = await signedIn(gateway, { role: "viewer" });
    expect(hasForm((await viewer.get(path)).text)).toBe(false);
    expect(hasForm((await operator.get(path)).text)).toBe(true);
    gateway.clock.move(20 * 60_000);
    const { text } = await operator.get(path);
    expect([hasForm(text), text.includes(`href="${path}/client"`)]).toEqual([false, true]);
  });

  test("a provider that people connect with their own keys needs nothing", async () => {
    const { text } = await operator.get("/operator/providers/stripe");
    expect(text).toContain("there is nothing to set up");
    expect(hasForm(text)).toBe(false);
  });
});
