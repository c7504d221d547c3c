// Each new thing becomes one event, whichever step breaks, whoever polls, and whatever triggers the poll.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { claimSources } from "../../../src/events/subscriptions/claim-store.ts";
import { createSources } from "../../../src/events/subscriptions/service.ts";
import { insertSource, triggerPolls } from "../../../src/events/subscriptions/store.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { breaking, CRASHES } from "./breaking.ts";
import { type FeedGateway, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(HOOK_MS);
const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`each thing once on ${lane}`, () => {
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
    const trigger = (integrationId: string) =>
      world.gateway.database.database.transaction((tx) =>
        triggerPolls(tx, [{ integrationId, name: "mails" }], world.clock.now()),
      );
    /** Polls without crashes until nothing is left, past leases and pauses. */
    const settle = async () => {
      for (let round = 0; round < 3; round++) {
        world.clock.move(20 * MINUTE_MS);
        await world.drain();
      }
    };

    for (const crash of CRASHES) {
      for (const page of [0, 1, 2]) {
        test(`a process that dies ${crash} the commit of page ${page + 1} loses nothing and doubles nothing`, async () => {
          const { integrationId } = await world.integration();
          await world.drain();
          world.feed.lists.mails = ["a", "b", "c", "d", "e"];
          world.clock.move(2 * MINUTE_MS);
          const crashes = [...Array.from({ length: page }, () => null), crash];
          // The other source must not use up what is meant for this one.
          await world.gateway.database.database.query("delete from event_sources where name = 'files'");
          const dying = createSources({ ...world.deps, database: breaking(world.deps.database, crashes) });
          await dying.drain();
          expect(crashes).toEqual([]);
          await settle();
          expect(await mails(integrationId)).toEqual(["a", "b", "c", "d", "e"]);
        });
      }
    }

    test("however a list grows, polls die, and triggers come: each item is published once", async () => {
      const step = fc.oneof(
        fc.record({ kind: fc.constant("grow" as const), by: fc.integer({ min: 1, max: 7 }) }),
        fc.record({
          kind: fc.constant("poll" as const),
          crashes: fc.array(fc.option(fc.constantFrom(...CRASHES)), { maxLength: 4 }),
        }),
        fc.record({ kind: fc.constant("wake" as const) }),
        fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 20 }) }),
      );
      const runs = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await world.gateway.database.database.script("delete from integrations");
        world.feed.lists.mails = ["old"];
        const { integrationId } = await world.integration();
        await world.drain();
        let made = 0;
        for (const next of steps) {
          if (next.kind === "grow")
            for (let item = 0; item < next.by; item++) world.feed.lists.mails?.push(`m${made++}`);
          else if (next.kind === "wake") await trigger(integrationId);
          else if (next.kind === "pass") world.clock.move(next.minutes * MINUTE_MS);
          else {
            const database = breaking(world.deps.database, [...next.crashes]);
            await createSources({ ...world.deps, database }).drain();
          }
        }
        await settle();
        expect(await mails(integrationId)).toEqual(Array.from({ length: made }, (_, index) => `m${index}`));
      });
      await fc.assert(runs, { numRuns: lane === "postgres" ? 25 : 10 });
    });

    test("two replicas poll each source once a round, and publish each item once", async () => {
      const users = await Promise.all(Array.from({ length: 6 }, () => world.integration()));
      const other = createSources(world.deps);
      await world.drain();
      world.feed.lists.mails = Array.from({ length: 9 }, (_, index) => `m${index}`);
      world.feed.pageSize = 20;
      world.feed.log.length = 0;
      world.clock.move(2 * MINUTE_MS);
      await Promise.all([world.drain(), other.drain()]);
      expect(world.feed.requests("GET", /^\/mails$/)).toHaveLength(6);
      for (const { integrationId } of users) expect(await mails(integrationId)).toEqual(world.feed.lists.mails);
    });

    test("polls of a provider that run in this process count against its share of a claim", async () => {
      for (let user = 0; user < 3; user++) await world.integration();
      const claim = (running: Record<string, number>) =>
        claimSources(world.deps.database, {
          ...{
            kind: "poll" as const,
            limit: 10,
            now: world.clock.now() + MINUTE_MS,
            leaseMs: 1,
            perUser: 2,
            perProvider: 2,
          },
          ...{ running, after: "00000000-0000-0000-0000-000000000000" },
        });
      expect((await claim({ feed: 2 })).claims).toEqual([]);
      expect((await claim({ feed: 1 })).claims).toHaveLength(1);
    });

    test("a user with 200 due sources has two polls at a time, and the others' polls do not queue behind them", async () => {
      const many = await world.integration();
      const few = await Promise.all(Array.from({ length: 4 }, () => world.integration()));
      await world.drain();
      const { orm } = world.gateway.database.database;
      const base = await world.source(many.integrationId, "mails");
      for (let index = 0; index < 200; index++) {
        const name = `ada/${"abcdefghij"[Math.floor(index / 20)]}${"abcdefghijklmnopqrst"[index % 20]}`;
        const createdAt = new Date(world.clock.now() - MINUTE_MS);
        const row = { ...base, id: crypto.randomUUID(), name: "repos", resource: name, position: "0", createdAt };
        await insertSource(orm, { ...row, nextAt: createdAt, leaseUntil: null });
      }
      world.clock.move(2 * MINUTE_MS);
      const running = new Map<string, number>();
      let most = 0;
      world.feed.log.length = 0;
      world.feed.intercept = async ({ authorization, query }) => {
        const owner = authorization ?? "";
        running.set(owner, (running.get(owner) ?? 0) + 1);
        most = Math.max(most, running.get(owner) ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running.set(owner, (running.get(owner) ?? 0) - 1);
        return Response.json({ items: [], position: query.get("from"), more: false });
      };
      await world.drain();
      expect(most).toBe(2);
      const order = world.feed.log.map(({ authorization }) => authorization);
      expect(order).toHaveLength(210);
      for (const { accessToken } of few) {
        expect(order.lastIndexOf(`Bearer ${accessToken}`)).toBeWithin(0, 40);
      }
    });
  });
}
