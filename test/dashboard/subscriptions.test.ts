// The subscriptions at the dashboard: whose they are, what has failed in the provider's words, and the check that repairs them.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type FeedGateway, startFeedGateway } from "../events/subscriptions/feed-gateway.ts";
import { TEST_MS } from "../support/connecting.ts";
import { unescaped } from "../support/page-browser.ts";
import { usageWriterRows } from "../support/usage-rows.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(TEST_MS);
const PATH = "/subscriptions";
const HOSTILE = `Mail is off.<script>alert(1)</script>`;

describe("the subscriptions at the dashboard", () => {
  let world: FeedGateway;
  beforeAll(async () => {
    world = await startFeedGateway({ lane: "embedded" });
  }, 60_000);
  afterAll(() => world.close());
  beforeEach(() => {
    world.feed.intercept = () => null;
  });

  const actFor = (person: SignedIn, userId: string) =>
    world.gateway.database.database.query("update people_users set user_id = $1::uuid where person_id = $2::uuid", [
      userId,
      person.personId,
    ]);
  /** A person with an integration, whose first polls were made. */
  const watching = async (mails: "work" | "fail" = "work") => {
    const person = await signedIn(world.gateway, { partner: true });
    const integration = await world.integration();
    await actFor(person, integration.userId);
    if (mails === "fail")
      world.feed.intercept = ({ path }) =>
        path.startsWith("/mails") ? Response.json({ error: HOSTILE, message: HOSTILE }, { status: 403 }) : null;
    await world.drain();
    const { id } = await world.source(integration.integrationId, "mails");
    return { person, ...integration, id };
  };
  const check = (id: string) => `${PATH}/feed/${id}/check`;

  test("without an integration it says what comes here, and how", async () => {
    const person = await signedIn(world.gateway);
    const { status, text } = await person.get(PATH);
    expect([status, text.includes("No subscriptions yet")]).toEqual([200, true]);
    expect(text).toContain('href="/integrations"');
  });

  test("each source has its state, its times and the last event; only the failed ones are behind Errors", async () => {
    const { person } = await watching();
    const all = unescaped((await person.get(PATH)).text);
    for (const part of [
      "mails",
      "files",
      "Working",
      "polled",
      "Read mails.",
      "Last event",
      "/integrations#feed",
    ].filter((text) => text !== "Read mails."))
      expect(all).toContain(part);
    expect(all).toContain(`-H "Authorization: Bearer $KEY"`);
    expect(all).toContain("/api/v1/sources/feed");
    expect((await person.get(`${PATH}?errors=true`)).text).toContain("Nothing has failed");
  });

  test("a failure is told in the provider's words, as text, and is gone after a check that goes well", async () => {
    const { person, id, integrationId } = await watching("fail");
    const failed = await person.get(`${PATH}?errors=true`);
    expect(failed.text).not.toContain("<script>alert");
    expect(unescaped(failed.text)).toContain("Mail is off.");
    expect(failed.text).toContain(check(id));
    expect(failed.text).not.toContain("<code>files</code>");
    const home = async () => unescaped((await person.get("/")).text);
    expect(await home()).toMatch(/A subscription of .* failed\./);
    world.feed.intercept = () => null;
    const sent = await person.submit(check(id), { errors: "true" }, `${PATH}?errors=true`);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${PATH}?errors=true`]);
    await world.drain();
    expect((await world.source(integrationId, "mails")).state).toBe("active");
    expect(await home()).not.toMatch(/A subscription of .* failed\./);
    expect((await person.get(`${PATH}?errors=true`)).text).toContain("Nothing has failed");
  });

  test("another's source is neither shown nor checked, and a partner looks at its own accounts alone", async () => {
    const { id, integrationId } = await watching();
    const { person, userId } = await watching();
    expect((await person.get(PATH)).text).not.toContain(id);
    expect((await person.submit(check(id), {}, PATH)).status).toBe(404);
    const before = await world.source(integrationId, "mails");
    expect(before.nextAt?.getTime()).toBeGreaterThan(world.clock.now());
    const audited = await world.gateway.database.database.query(
      "select 1 from audit_entries where event = 'source_check_requested' and user_id = $1::uuid",
      [userId],
    );
    expect(audited).toEqual([]);
    expect((await person.get(`${PATH}?account=nobody`)).status).toBe(403);
    const partner = await signedIn(world.gateway, { partner: true });
    const unknown = await partner.get(`${PATH}?account=nobody`);
    expect([unknown.status, unknown.text.includes("no account with this external_id")]).toEqual([404, true]);
  });

  test("a partner sees and checks the sources of an account, and comes from the account's page to its failed calls", async () => {
    const { gateway } = world;
    const partner = await gateway.partner();
    const person = await signedIn(gateway);
    await actFor(person, partner.userId);
    const accountId = await gateway.account(partner.key, "customer-7");
    const { integrationId } = await world.integration();
    await world.drain();
    const { query } = gateway.database.database;
    for (const table of ["event_sources", "integrations"])
      await query(
        `update ${table} set user_id = $1::uuid, account_id = $2::uuid where ${table === "integrations" ? "id" : "integration_id"} = $3::uuid`,
        [partner.userId, accountId, integrationId],
      );
    const { id } = await world.source(integrationId, "mails");
    const page = await person.get(`${PATH}?account=customer-7`);
    expect(page.text).toContain(check(id));
    expect(unescaped(page.text)).toContain(`/partner/accounts/${accountId}?provider=feed#link`);
    expect((await person.get(PATH)).text).not.toContain(check(id));
    const sent = await person.submit(check(id), { account: "customer-7" }, `${PATH}?account=customer-7`);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${PATH}?account=customer-7`]);
    expect((await world.source(integrationId, "mails")).nextAt?.getTime()).toBe(world.clock.now());
    const calls = await usageWriterRows(gateway, partner.userId, [
      { requestId: "of-customer", accountId, externalId: "customer-7", status: 503, durationMs: 5 },
    ]);
    const account = unescaped((await person.get(`/partner/accounts/${accountId}`)).text);
    expect(account).toContain("/requests?account_id=customer-7&errors=true");
    expect(account).toContain(`/requests?account_id=customer-7&call=${calls.get("of-customer")?.id}&at=`);
    expect(account).toContain('class="state bad"');
    expect(account.indexOf("Name and metadata")).toBeGreaterThan(account.indexOf("Newest calls"));
  });
});
