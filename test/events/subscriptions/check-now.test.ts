// A check on request: due at once, within the owner's own integration, and audited.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { type FeedGateway, PUBLIC, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const PATH = "/api/v1/sources/feed";

for (const lane of laneOf(import.meta.file)) {
  describe(`checks of sources on ${lane}`, () => {
    let world: FeedGateway;
    beforeAll(async () => {
      world = await startFeedGateway({ lane, ...PUBLIC });
    }, HOOK_MS);
    afterAll(() => world.close(), HOOK_MS);
    beforeEach(() => {
      world.feed.intercept = () => null;
    });
    const check = (key: string, id: string) => world.gateway.call("POST", `${PATH}/${id}/check`, { key });
    const polls = () => world.feed.requests("GET", /^\/mails$/).length;

    test("a poll that is not due runs at once, and the response shows when the next one is", async () => {
      const { key, integrationId } = await world.integration();
      await world.drain();
      const { id } = await world.source(integrationId, "mails");
      const before = polls();
      await world.drain();
      expect(polls()).toBe(before);
      const { status, json } = await check(key, id);
      expect([status, json.data]).toMatchObject([
        200,
        { id, name: "mails", next_check_at: new Date(world.clock.now()).toISOString() },
      ]);
      await world.drain();
      expect(polls()).toBe(before + 1);
      const audited = await world.gateway.database.database.query(
        "select account_id from audit_entries where event = 'source_check_requested' and resource_id = $1",
        [id],
      );
      expect(audited).toEqual([{ account_id: null }]);
    });

    test("a subscription that failed, or that the provider has dropped, is made again", async () => {
      world.feed.intercept = ({ method, path }) =>
        method === "POST" && path === "/subscriptions" ? Response.json({ error: "no" }, { status: 403 }) : null;
      const { key, integrationId } = await world.integration();
      await world.drain();
      const chats = () => world.source(integrationId, "chats");
      const { id, state } = await chats();
      expect(state).toBe("failed");
      world.feed.intercept = () => null;
      await check(key, id);
      await world.drain();
      const { state: after, errorCode, subscriptionId } = await chats();
      expect([after, errorCode]).toEqual(["active", null]);
      world.feed.subscriptions.delete(subscriptionId as string);
      await check(key, id);
      await world.drain();
      const again = await chats();
      expect(again.state).toBe("active");
      expect(again.subscriptionId).not.toBe(subscriptionId);
    });

    test("an unknown source, another's, and one of an expired grant are refused", async () => {
      const { key } = await world.integration();
      const other = await world.integration();
      const { id } = await world.source(other.integrationId, "mails");
      expect((await check(key, id)).status).toBe(404);
      expect((await check(key, crypto.randomUUID())).status).toBe(404);
      await world.gateway.database.database.query("update integrations set status = 'expired' where id = $1::uuid", [
        other.integrationId,
      ]);
      const refused = await check(other.key, id);
      expect(refused.text).toContain("INTEGRATION_EXPIRED");
    });
  });
}
