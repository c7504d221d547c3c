// Home: the first steps by what there is, what needs somebody, and the figures of the newest calls.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createUsageWriter } from "../../src/metering/usage/writer.ts";
import { createEndpoint, startHooksGateway } from "../events/webhooks/hooks.ts";
import { HOOK_MS } from "../support/connecting.ts";
import type { TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { usageRow } from "../support/usage-row.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

describe("home", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startHooksGateway("embedded");
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  /** The titles of the steps with whether each is done. */
  const stepsOf = async (person: SignedIn) =>
    [...(await person.get("/")).text.matchAll(/<li class="first-step( muted)?">.*?<p class="strong">([^<]*)/gs)].map(
      ([, muted, title]) => [title?.trim(), muted !== undefined],
    );
  const key = async (userId: string) =>
    (await gateway.admin("POST", "/keys", { user: userId, permissions: ["*", "gateway:partner.manage"] })).json.data;

  test("an owner's steps begin with a provider, and each is done by what there is", async () => {
    const owner = await signedIn(gateway, { role: "owner" });
    expect(await stepsOf(owner)).toEqual([
      ["Set up a provider", false],
      ["Connect an account", false],
      ["Create an API key", true],
      ["Make the first call", false],
      ["Add a second factor", false],
      ["Invite a second person", false],
      ["Receive events", false],
    ]);
    expect((await owner.get("/")).text).toContain(`${gateway.url}/api/v1/integrations`);
    const made = await key(owner.userId);
    await signedIn(gateway);
    await createEndpoint(gateway, made.key, { url: "http://127.0.0.1:9/x" });
    const after = new Map((await stepsOf(owner)) as [string, boolean][]);
    expect([after.get("Invite a second person"), after.get("Receive events")]).toEqual([true, true]);
  });

  test("somebody without a role hears nothing of what only operators can do", async () => {
    const titles = (await stepsOf(await signedIn(gateway))).map(([title]) => title);
    expect(titles).not.toContain("Set up a provider");
    expect(titles).not.toContain("Invite a second person");
    expect(titles[0]).toBe("Connect an account");
  });

  test("the figures are those of the newest calls, with errors one press away", async () => {
    const person = await signedIn(gateway, { partner: true });
    const { id } = await key(person.userId);
    const account = await person.submit("/partner/accounts/new", { external_id: "c-1", display_name: "Customer <1>" });
    const accountId = account.headers.get("location")?.split("/").at(-1) as string;
    const writer = createUsageWriter(gateway.database.database.requests);
    const now = gateway.clock.now();
    for (const [at, status] of [200, 200, 502, 404].entries())
      await writer.write(
        usageRow(person.userId, {
          keyId: id,
          occurredAt: now - 1_000 - at,
          status,
          durationMs: 10 * (at + 1),
          ...(at > 1 && { accountId, surface: "partner" }),
        }),
      );
    const page = await person.get("/");
    const text = textOf(page.text);
    expect(text).toContain("Errors 50% 2 failed");
    expect(text).toContain("Median duration 20 ms");
    expect(text).toContain("99th percentile 40 ms");
    const errors = unescaped(/href="([^"]*errors=true[^"]*)"/.exec(page.text)?.[1] ?? "");
    expect(textOf((await person.get(errors)).text)).toContain("502");
    const busiest = await person.get("/?part=busiest", { "hx-request": "true" });
    expect(busiest.text).toContain("Customer &lt;1&gt;");
    expect(textOf(busiest.text)).toMatch(/Account Calls Errors Customer <1> 2 2/);
    expect(textOf(busiest.text)).toMatch(/Key Calls Errors .*? 4 2/);
  });

  test("what has stopped is named with the page where it is mended, and nothing is where nothing has", async () => {
    const person = await signedIn(gateway);
    const { key: text, id } = await key(person.userId);
    const { id: hook } = await createEndpoint(gateway, text, { url: "http://127.0.0.1:9/x" });
    const needs = async () =>
      textOf((await person.get("/")).text.split('aria-label="What needs you"')[1]?.split("</section>")[0] ?? "");
    expect(await needs()).toBe("");
    const { database } = gateway.database;
    await database.query(
      "update webhook_endpoints set enabled = false, disabled_reason = 'failing' where id = $1::uuid",
      [hook],
    );
    await database.query("update api_keys set expires_at = $2::timestamptz where id = $1::uuid", [
      id,
      new Date(gateway.clock.now() + 86_400_000).toISOString(),
    ]);
    expect(await needs()).toMatch(
      /webhook at 127\.0\.0\.1:9 has stopped: no delivery .* See why .* expires within a week\. See the keys/,
    );
    expect((await person.get("/")).text).toContain(`href="/webhooks/${hook}"`);
  });
});
