// Polls: from now on, each thing once, whatever breaks in between, fairly and with pauses.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { triggerPolls } from "../../../src/events/subscriptions/store.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { type FeedGateway, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`polls on ${lane}`, () => {
    let world: FeedGateway;
    beforeAll(async () => {
      world = await startFeedGateway({ lane });
    }, HOOK_MS);
    afterAll(() => world.close(), HOOK_MS);
    beforeEach(async () => {
      await world.gateway.database.database.script("delete from integrations");
      Object.assign(world.feed, { lists: {}, intercept: () => null, pageSize: 2 });
      world.feed.log.length = 0;
    });
    const mails = (id: string) => world.events(id, "mails.came");
    const trigger = async (integrationId: string, name = "mails") => {
      const { database } = world.gateway.database;
      await database.transaction((tx) => triggerPolls(tx, [{ integrationId, name }], world.clock.now()));
    };

    test("the first poll stores where the list ends and emits nothing; later ones emit what is new, once", async () => {
      world.feed.lists.mails = ["old"];
      const { integrationId } = await world.integration();
      await world.drain();
      expect(await mails(integrationId)).toEqual([]);
      expect((await world.source(integrationId, "mails")).position).toBe("1");
      world.feed.lists.mails.push("a", "b", "c");
      world.clock.move(MINUTE_MS);
      await world.drain();
      expect(await mails(integrationId)).toEqual(["a", "b", "c"]);
      world.clock.move(MINUTE_MS);
      await world.drain();
      expect(await mails(integrationId)).toEqual(["a", "b", "c"]);
    });

    test("without a public address a source that can be pushed is polled, and one that cannot be polled is not made", async () => {
      const { integrationId } = await world.integration();
      const rows = await world.rows(integrationId);
      expect(rows.map(({ name, mode }) => [name, mode])).toEqual([
        ["files", "poll"],
        ["mails", "poll"],
      ]);
    });

    test("while nothing comes the pause doubles up to 15 minutes, and ends with the first new thing", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      const pauses: number[] = [];
      for (let poll = 0; poll < 6; poll++) {
        world.clock.move(15 * MINUTE_MS);
        await world.drain();
        const { nextAt } = await world.source(integrationId, "mails");
        pauses.push(((nextAt?.getTime() ?? 0) - world.clock.now()) / MINUTE_MS);
      }
      const most = [2, 4, 8, 15, 15, 15];
      pauses.forEach((pause, index) => {
        expect(pause).toBeWithin((most[index] as number) * 0.89, (most[index] as number) + 0.001);
      });
      world.feed.lists.mails = ["a"];
      world.clock.move(15 * MINUTE_MS);
      await world.drain();
      expect((await world.source(integrationId, "mails")).emptyPolls).toBe(0);
    });

    test("a trigger that comes while a poll runs makes the source due again at its end", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.clock.move(MINUTE_MS);
      let isWoken = false;
      world.feed.intercept = async ({ path, query }) => {
        if (path !== "/mails" || isWoken) return null;
        isWoken = true;
        // The provider says "something new" after it has read the list for the running poll.
        world.feed.lists.mails = ["late"];
        await trigger(integrationId);
        return Response.json({ items: [], position: query.get("from"), more: false });
      };
      await world.drain();
      expect(isWoken).toBe(true);
      expect(await mails(integrationId)).toEqual(["late"]);
    });

    test("a rate limit pauses the source for its Retry-After, and counts as no failed attempt", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.clock.move(MINUTE_MS);
      world.feed.lists.mails = ["a"];
      world.feed.intercept = ({ path }) =>
        path === "/mails" ? new Response("{}", { status: 429, headers: { "retry-after": "300" } }) : null;
      await world.drain();
      const limited = await world.source(integrationId, "mails");
      expect([limited.attempts, limited.state]).toEqual([0, "active"]);
      expect((limited.nextAt?.getTime() ?? 0) - world.clock.now()).toBeGreaterThanOrEqual(300_000);
      world.feed.intercept = () => null;
      world.clock.move(301_000);
      await world.drain();
      expect(await mails(integrationId)).toEqual(["a"]);
    });

    test("a position that the provider has forgotten: polling starts anew, and an event tells of the gap", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.clock.move(MINUTE_MS);
      world.feed.lists.mails = ["missed", "missed too"];
      world.feed.intercept = ({ path }) => (path === "/mails" ? Response.json({}, { status: 404 }) : null);
      await world.drain();
      world.feed.intercept = () => null;
      expect(await world.events(integrationId, "integration.events_missed")).toHaveLength(1);
      expect((await world.source(integrationId, "mails")).position).toBe("2");
      world.feed.lists.mails.push("after");
      world.clock.move(MINUTE_MS);
      await world.drain();
      expect(await mails(integrationId)).toEqual(["after"]);
    });

    test("a turn reads at most ten pages; the next turns read the rest", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.feed.pageSize = 1;
      world.feed.lists.mails = Array.from({ length: 25 }, (_, index) => `m${index}`);
      world.clock.move(MINUTE_MS);
      await world.drain();
      expect(await mails(integrationId)).toEqual(world.feed.lists.mails);
    });

    test("a plugin that throws on one item is tried again with pauses, and skips the item in the end", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.feed.lists.mails = ["poison", "good"];
      for (let attempt = 0; attempt < 7; attempt++) {
        world.clock.move(20 * MINUTE_MS);
        await world.drain();
      }
      expect(await mails(integrationId)).toEqual(["good"]);
      expect((await world.source(integrationId, "mails")).state).toBe("active");
    });

    test("a source whose service is off is not polled, and ends; on again it starts from then", async () => {
      const partner = await world.gateway.partner();
      const accountId = await world.gateway.account(partner.key);
      const { integrationId, userId } = await world.integration();
      await world.gateway.database.database.query(
        "update integrations set user_id = $1::uuid, account_id = $2::uuid where id = $3::uuid",
        [partner.userId, accountId, integrationId],
      );
      await world.gateway.database.database.query(
        "update event_sources set user_id = $1::uuid, account_id = $2::uuid where user_id = $3::uuid",
        [partner.userId, accountId, userId],
      );
      await world.drain();
      const path = `/api/v1/accounts/${accountId}/integrations/feed`;
      const switchTo = (isOn: boolean) =>
        world.gateway.call("PATCH", path, { key: partner.key, body: { services: { "mails.read": isOn } } });
      expect((await switchTo(false)).status).toBe(200);
      world.feed.lists.mails = ["while off"];
      world.clock.move(20 * MINUTE_MS);
      await world.drain();
      expect((await world.rows(integrationId)).map(({ name }) => name)).toEqual(["files"]);
      expect((await switchTo(true)).status).toBe(200);
      await world.drain();
      world.feed.lists.mails.push("on again");
      world.clock.move(2 * MINUTE_MS);
      await world.drain();
      expect(await mails(integrationId)).toEqual(["on again"]);
    });

    test("an integration that has ended is not polled", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      await world.gateway.database.database.query("update integrations set status = 'revoked'");
      world.clock.move(60 * MINUTE_MS);
      const before = world.feed.log.length;
      await world.drain();
      expect(world.feed.log.length).toBe(before);
      expect(await world.rows(integrationId)).toHaveLength(2);
    });
  });
}
