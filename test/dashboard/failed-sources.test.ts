// The failed sources of all of a partner's accounts: over REST and at the dashboard, with the way to repair each, and nobody else's.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { type FeedGateway, startFeedGateway } from "../events/subscriptions/feed-gateway.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { unescaped } from "../support/page-browser.ts";
import { signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const API = "/api/v1/failed-sources";
const PAGE = "/subscriptions/failed";
const HOSTILE = "Mail is off.<script>alert(1)</script>";

for (const lane of LANES) {
  describe(`failed sources across accounts on ${lane}`, () => {
    let world: FeedGateway;
    beforeAll(async () => {
      world = await startFeedGateway({ lane });
    });
    afterAll(() => world.close());

    const query = (text: string, values: string[] = []) => world.gateway.database.database.query(text, values);
    const list = async (key: string, more = "") => (await world.gateway.call("GET", API + more, { key })).json.data;
    /** A partner's account with an integration whose mails cannot be polled. */
    const failingAccount = async (partner: { key: string; userId: string }, externalId: string) => {
      const accountId = await world.gateway.account(partner.key, externalId);
      world.feed.intercept = ({ path }) =>
        path.startsWith("/mails") ? Response.json({ error: HOSTILE, message: HOSTILE }, { status: 403 }) : null;
      const { integrationId } = await world.integration();
      for (const [table, column] of [
        ["event_sources", "integration_id"],
        ["integrations", "id"],
      ])
        await query(`update ${table} set user_id = $1::uuid, account_id = $2::uuid where ${column} = $3::uuid`, [
          partner.userId,
          accountId,
          integrationId,
        ]);
      await world.drain();
      world.feed.intercept = () => null;
      return { accountId, integrationId, source: await world.source(integrationId, "mails") };
    };

    test("each has its account, its error and since when, which further failures do not move, and goes once it works", async () => {
      const partner = await world.gateway.partner();
      const { accountId, integrationId, source } = await failingAccount(partner, "customer-1");
      const { failed_sources: failed, next_cursor } = await list(partner.key);
      expect(next_cursor).toBeNull();
      expect(failed).toEqual([
        {
          account: { id: accountId, external_id: "customer-1", display_name: null },
          provider: "feed",
          connection: "default",
          integration_status: "active",
          failed_at: source.failedAt?.toISOString(),
          source: expect.objectContaining({ id: source.id, name: "mails", state: "failed" }),
        },
      ]);
      expect(failed[0].source.error.message).toContain("Mail is off.");
      world.clock.move(48 * 3_600_000);
      world.feed.intercept = ({ path }) => (path.startsWith("/mails") ? new Response("", { status: 403 }) : null);
      await world.drain();
      const again = await world.source(integrationId, "mails");
      expect(again.attempts).toBeGreaterThan(source.attempts);
      expect(again.failedAt).toEqual(source.failedAt);
      world.feed.intercept = () => null;
      world.clock.move(48 * 3_600_000);
      await world.drain();
      expect((await world.source(integrationId, "mails")).failedAt).toBeNull();
      expect((await list(partner.key)).failed_sources).toEqual([]);
    });

    test("pages hold each once, the latest first; the provider narrows; a cursor is its partner's", async () => {
      const [partner, other] = [await world.gateway.partner(), await world.gateway.partner()];
      for (const name of ["a", "b", "c"]) {
        await failingAccount(partner, name);
        world.clock.move(60_000);
      }
      const first = await list(partner.key, "?limit=2");
      const cursor = encodeURIComponent(first.next_cursor);
      const second = await list(partner.key, `?limit=2&cursor=${cursor}`);
      const names = [...first.failed_sources, ...second.failed_sources].map(({ account }) => account.external_id);
      expect([names, second.next_cursor]).toEqual([["c", "b", "a"], null]);
      expect((await list(partner.key, "?provider=google")).failed_sources).toEqual([]);
      expect((await list(partner.key, "?provider=feed")).failed_sources).toHaveLength(3);
      const foreign = await world.gateway.call("GET", `${API}?cursor=${cursor}`, { key: other.key });
      expect(foreign.status).toBe(400);
      expect((await list(other.key)).failed_sources).toEqual([]);
    });

    test("the page has the way to repair each, for every role of the team, and nothing for anybody else", async () => {
      const partner = await world.gateway.partner();
      const { accountId, integrationId, source } = await failingAccount(partner, "customer-9");
      for (const role of ["owner", "admin", "member", "viewer"] as const) {
        const person = await signedIn(world.gateway);
        await query("delete from people_users where person_id = $1::uuid", [person.personId]);
        await addUserOf(world.gateway.database.database, person.personId, partner.userId, role);
        const { status, text } = await person.get(PAGE);
        expect([role, status, text.includes("customer-9"), text.includes("<script>alert")]).toEqual([
          role,
          200,
          true,
          false,
        ]);
        expect(unescaped(text)).toContain("Mail is off.");
        const check = `/subscriptions/feed/${source.id}/check`;
        expect([role, text.includes(check)]).toEqual([role, role !== "viewer"]);
        expect((await person.get("/subscriptions")).text).toContain(`href="${PAGE}"`);
      }
      const member = await signedIn(world.gateway);
      await query("delete from people_users where person_id = $1::uuid", [member.personId]);
      await addUserOf(world.gateway.database.database, member.personId, partner.userId, "member");
      await query("update integrations set status = 'expired' where id = $1::uuid", [integrationId]);
      const reconnect = `/partner/accounts/${accountId}?provider=feed#link`;
      expect(unescaped((await member.get(PAGE)).text)).toContain(reconnect);
      const stranger = await (await signedIn(world.gateway, { partner: true })).get(PAGE);
      expect([stranger.status, stranger.text.includes("customer-9")]).toEqual([200, false]);
      const user = await signedIn(world.gateway);
      expect((await user.get(PAGE)).status).toBe(403);
      expect((await user.get("/subscriptions")).text).not.toContain(PAGE);
    });
  });
}
