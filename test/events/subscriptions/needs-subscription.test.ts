// Polls that read what belongs to their subscription: they know it, run only beside it, and as rarely as the plugin says.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { pollDelay } from "../../../src/events/subscriptions/schedule.ts";
import type { Poll, SourceContext } from "../../../src/plugin/index.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { type FeedGateway, PUBLIC, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`polls that need a subscription, on ${lane}`, () => {
    const worlds: FeedGateway[] = [];
    /** What each start and each page knew of the subscription. */
    const known: (string | null)[] = [];
    const begin = async (options: Parameters<typeof startFeedGateway>[0]) => {
      const world = await startFeedGateway(options);
      worlds.push(world);
      const poll = world.deps.registry.provider("feed")?.sources?.files?.poll as Poll;
      const { start, next } = poll;
      const note = ({ subscription }: SourceContext) => known.push(subscription?.id ?? null);
      poll.requiresSubscription = true;
      poll.start = (context, upstream) => {
        note(context);
        return start(context, upstream);
      };
      poll.next = (position, context, upstream) => {
        note(context);
        return next(position, context, upstream);
      };
      return world;
    };
    let world: FeedGateway;
    beforeAll(async () => {
      world = await begin({ lane, ...PUBLIC });
    }, HOOK_MS);
    afterAll(async () => {
      for (const each of worlds) await each.close();
    }, HOOK_MS);
    beforeEach(async () => {
      await world.gateway.database.database.script("delete from integrations");
      world.feed.subscriptions.clear();
      known.length = 0;
    });

    test("begin before there is one, and read on with the one that is current", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      const first = (await world.source(integrationId, "files")).subscriptionId;
      expect(known).toEqual([null, first]);
      world.feed.subscriptions.clear();
      world.feed.lists.files = ["new"];
      world.clock.move(DAY_MS + MINUTE_MS);
      await world.deps.sources.checkDue();
      await world.drain();
      const second = (await world.source(integrationId, "files")).subscriptionId;
      expect(second).not.toBe(first);
      expect(known.at(-1)).toBe(second);
      expect(await world.events(integrationId, "files.made")).toEqual(["new"]);
    });

    test("rest while there is none, and start with the first", async () => {
      world.feed.intercept = ({ method, path }) =>
        method === "POST" && path === "/subscriptions" ? Response.json({ message: "No." }, { status: 403 }) : null;
      const { integrationId } = await world.integration();
      await world.drain();
      expect((await world.source(integrationId, "files")).state).toBe("failed");
      world.clock.move(60 * MINUTE_MS);
      await world.drain();
      expect(known).toEqual([null]);
      world.feed.intercept = () => null;
      world.clock.move(DAY_MS);
      await world.drain();
      const { state, subscriptionId } = await world.source(integrationId, "files");
      expect([state, known.at(-1)]).toEqual(["active", subscriptionId]);
    });

    test("are not made where nothing can be pushed", async () => {
      const hidden = await begin({ lane });
      const { integrationId } = await hidden.integration();
      expect((await hidden.rows(integrationId)).map(({ name }) => name)).toEqual(["mails"]);
    });
  });
}

test.each([
  [undefined, 15],
  [300, 15],
  [6 * 3_600, 360],
])("beside a subscription a poll of every %p seconds waits %d minutes, a tenth less at most", (everyS, minutes) => {
  for (let turn = 0; turn < 50; turn++) {
    const delay = pollDelay(everyS, turn, true);
    expect(delay).toBeLessThanOrEqual(minutes * MINUTE_MS);
    expect(delay).toBeGreaterThanOrEqual(minutes * MINUTE_MS * 0.9);
  }
});
