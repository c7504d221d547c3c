// Polls that get nowhere: they stop, slow down, and tell their owner.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import google from "../../../plugins/google/index.ts";
import { createCircles } from "../../../src/events/subscriptions/circles.ts";
import { listSources } from "../../../src/events/subscriptions/store.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { connected } from "../../support/acme.ts";
import { HOOK_MS, integrationOf, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway } from "../../support/gateway.ts";
import { always, startProviderServer } from "../../support/proxied-provider.ts";
import { type FeedGateway, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`polls that get nowhere on ${lane}`, () => {
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
    const pauseOf = async (integrationId: string) => {
      const { nextAt } = await world.source(integrationId, "mails");
      return ((nextAt?.getTime() ?? 0) - world.clock.now()) / MINUTE_MS;
    };

    test.each([
      ["the same position", 1],
      ["two positions in turn", 2],
      ["a circle that is longer than a turn", 23],
    ])("a list whose pages lead to %s stops, tells its owner and is read more and more slowly", async (_, length) => {
      const { integrationId, key } = await world.integration();
      await world.drain();
      world.feed.intercept = ({ path, query }) =>
        path === "/mails"
          ? Response.json({
              items: [{ id: `m${query.get("from")}` }],
              position: String((Number(query.get("from")) + 1) % length),
              more: true,
            })
          : null;
      const pauses: number[] = [];
      for (let poll = 0; poll < 3; poll++) {
        world.clock.move(15 * MINUTE_MS);
        world.feed.log.length = 0;
        await world.drain();
        expect(world.feed.requests("GET", /^\/mails$/).length).toBeLessThanOrEqual(4 * length + 12);
        pauses.push(await pauseOf(integrationId));
      }
      expect(pauses[1] as number).toBeGreaterThan((pauses[0] as number) * 1.5);
      expect(pauses[2] as number).toBeGreaterThan((pauses[1] as number) * 1.5);
      const { sources } = await integrationOf(world.gateway, key, "feed");
      expect(sources.find(({ name }: { name: string }) => name === "mails")).toMatchObject({
        state: "failed",
        error: { code: "error", message: expect.stringContaining("repeats the same pages") },
      });
      // Each thing came once all the same.
      expect(await world.events(integrationId, "mails.came")).toHaveLength(length);
      world.feed.intercept = () => null;
      world.clock.move(15 * MINUTE_MS);
      await world.drain();
      expect(await world.source(integrationId, "mails")).toMatchObject({ state: "active", attempts: 0, error: null });
    });

    test("a poll that finds only what it has found before slows down as one that finds nothing", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.feed.intercept = ({ path, query }) =>
        path === "/mails" ? Response.json({ items: [{ id: "same" }], position: query.get("from"), more: false }) : null;
      const pauses: number[] = [];
      for (let poll = 0; poll < 4; poll++) {
        world.clock.move(15 * MINUTE_MS);
        await world.drain();
        pauses.push(Math.ceil(await pauseOf(integrationId)));
      }
      expect(pauses).toEqual([1, 2, 4, 8]);
      expect(await world.events(integrationId, "mails.came")).toEqual(["same"]);
    });

    test("a long list that goes on is no circle, even where an attempt fails on the way", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      world.feed.lists.mails = Array.from({ length: 150 }, (_, index) => `m${index}`);
      let count = 0;
      world.feed.intercept = ({ path }) =>
        path === "/mails" && ++count % 7 === 0 ? Response.json({}, { status: 500 }) : null;
      for (let poll = 0; poll < 20; poll++) {
        world.clock.move(15 * MINUTE_MS);
        await world.drain();
      }
      expect(await world.events(integrationId, "mails.came")).toHaveLength(150);
      expect((await world.source(integrationId, "mails")).state).toBe("active");
    });
  });
}

test("Google's calendar asks once where a response has neither a page nor a sync token, and says so", async () => {
  const server = await startProviderServer();
  server.answer(always(200, { "content-type": "application/json" }, '{"items":[]}'));
  const { baseUrl } = google as unknown as Provider;
  const client = { clientId: "acme-client", clientSecret: "acme-secret" };
  const urls = Object.fromEntries(Object.keys(baseUrl).map((name): [string, string] => [name, server.url]));
  const gateway = await startTestGateway({ lane: "embedded", settings: { google: { ...client, baseUrl: urls } } });
  try {
    const { integrationId, key } = await connected(gateway, google as unknown as Provider);
    await gateway.app.deps.sources.reconcile();
    await gateway.app.deps.sources.drain();
    expect(server.seen.filter(({ url }) => url.startsWith("/calendar/v3/calendars/primary/events"))).toHaveLength(1);
    const { orm } = gateway.database.database;
    const calendar = (await listSources(orm, [integrationId])).find(({ name }) => name === "calendar");
    expect(calendar).toMatchObject({ state: "failed", errorCode: "error", attempts: 1 });
    const { sources } = await integrationOf(gateway, key, "google");
    expect(sources.find(({ name }: { name: string }) => name === "calendar").error.message).toContain("no sync token");
  } finally {
    await gateway.close();
    await server.close();
  }
});

test("a circle of any length is found within four times round, with one position in memory", () => {
  for (let length = 1; length < 60; length++) {
    const circles = createCircles();
    let steps = 0;
    while (!circles.isClosed("source", String(steps % length))) steps++;
    expect(steps).toBeLessThanOrEqual(4 * length);
  }
});
