// Subscriptions at providers: made with the secret stored first, renewed, checked, made anew, and ended with what they serve.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { findSourceAddress } from "../../../src/events/ingest/store.ts";
import { webhookAddress } from "../../../src/events/subscriptions/address.ts";
import { openSecret } from "../../../src/events/subscriptions/context.ts";
import { reconcileSources } from "../../../src/events/subscriptions/reconcile.ts";
import { loadSource, restartSubscription } from "../../../src/events/subscriptions/store.ts";
import { path, valueAt } from "../../../src/plugin/index.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import type { Feed } from "./feed.ts";
import { type FeedGateway, PUBLIC, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SUBSCRIPTIONS = /^\/subscriptions/;
const pushed = (feed: Feed) => [...feed.subscriptions.values()].map(({ list }) => list).sort();

for (const lane of laneOf(import.meta.file)) {
  describe(`subscriptions on ${lane}`, () => {
    let world: FeedGateway;
    beforeAll(async () => {
      world = await startFeedGateway({ lane, ...PUBLIC });
    }, HOOK_MS);
    afterAll(() => world.close(), HOOK_MS);
    beforeEach(async () => {
      await world.gateway.database.database.script("delete from integrations");
      Object.assign(world.feed, { lists: {}, intercept: () => null, lifeMs: 100_000_000 });
      world.feed.subscriptions.clear();
      world.feed.log.length = 0;
    });
    const subscribed = async () => {
      const user = await world.integration();
      await world.drain();
      world.feed.log.length = 0;
      return user;
    };
    const failAll = (status: number) => {
      world.feed.intercept = ({ path, method }) =>
        SUBSCRIPTIONS.test(path) && method === "POST" ? Response.json({ message: "No." }, { status }) : null;
    };

    test("each integration gets its subscriptions, at addresses of their own, with secrets of 43 random characters", async () => {
      const { integrationId } = await world.integration();
      await world.drain();
      expect(pushed(world.feed)).toEqual(["chats", "files"]);
      const chats = await world.source(integrationId, "chats");
      expect([chats.state, chats.mode, chats.data]).toEqual(["active", "push", { list: "chats" }]);
      const made = world.feed.subscriptions.get(chats.subscriptionId ?? "");
      expect(made?.address).toBe(webhookAddress(world.gateway.app.deps, "feed", chats.id));
      expect(made?.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(chats.secret).not.toContain(made?.secret ?? "");
      expect(openSecret(world.deps, chats)).toBe(made?.secret ?? "");
      expect(await findSourceAddress(world.deps.database, "other", chats.id)).toBeNull();
      expect((await findSourceAddress(world.deps.database, "feed", chats.id))?.id).toBe(chats.id);
    });

    test("the secret is stored when the provider's handshake comes during the create call, and the poll's start before it", async () => {
      world.feed.lists.files = ["old"];
      const seen: unknown[] = [];
      world.feed.intercept = async ({ path, method, json }) => {
        if (!SUBSCRIPTIONS.test(path) || method !== "POST" || json.list !== "files") return null;
        const id = json.address?.split("/").at(-1)?.split(".")[0] ?? "";
        const source = (await loadSource(world.deps.database.orm, id))?.source;
        // What comes from here on is not lost, though there is no subscription yet.
        world.feed.lists.files?.push("between");
        seen.push(source && openSecret(world.deps, source) === json.secret, source?.state, source?.position);
        return null;
      };
      const { integrationId } = await world.integration();
      await world.drain();
      expect(seen).toEqual([true, "pending", "1"]);
      expect(await world.events(integrationId, "files.made")).toEqual(["between"]);
    });

    test("a secret that the provider chose is read afterwards; where that fails, the subscription is ended again", async () => {
      const push = world.gateway.app.deps.registry.provider("feed")?.sources?.files?.push;
      if (!push) throw new Error("The feed has no such push.");
      const secrets = (status: number) => {
        world.feed.intercept = ({ path }) =>
          path.endsWith("/secret") ? Response.json({ secret: "chosen-by-the-provider" }, { status }) : null;
      };
      push.readSecret = ({ id }) => ({ path: path`/subscriptions/${id}/secret` });
      push.secretIn = ({ json }) => String(valueAt(json, "secret"));
      try {
        secrets(403);
        const { integrationId } = await world.integration();
        await world.drain();
        const failed = await world.source(integrationId, "files");
        expect([failed.state, failed.subscriptionId]).toEqual(["failed", null]);
        expect(pushed(world.feed)).toEqual(["chats"]);
        secrets(200);
        world.clock.move(DAY_MS);
        await world.drain();
        const made = await world.source(integrationId, "files");
        expect([made.state, openSecret(world.deps, made)]).toEqual(["active", "chosen-by-the-provider"]);
        expect(pushed(world.feed)).toEqual(["chats", "files"]);
      } finally {
        push.readSecret = undefined;
        push.secretIn = undefined;
      }
    });

    test("a subscription is renewed at three quarters of its life, a tenth of that earlier at most", async () => {
      const { integrationId } = await subscribed();
      world.clock.move(100_000_000 * 0.66);
      await world.drain();
      expect(world.feed.requests("PATCH", SUBSCRIPTIONS)).toEqual([]);
      world.clock.move(100_000_000 * 0.1);
      await world.drain();
      expect(world.feed.requests("PATCH", SUBSCRIPTIONS)).toHaveLength(2);
      const { expiresAt } = await world.source(integrationId, "chats");
      expect(expiresAt?.getTime()).toBe(world.clock.now() + 100_000_000);
    });

    test("the daily check finds that the provider dropped a subscription: it is made anew and the gap is polled", async () => {
      world.feed.lifeMs = null;
      const { integrationId } = await subscribed();
      const before = await world.source(integrationId, "files");
      world.clock.move(DAY_MS);
      await world.drain();
      expect(world.feed.requests("GET", SUBSCRIPTIONS)).toHaveLength(2);
      expect(world.feed.requests("POST", SUBSCRIPTIONS)).toEqual([]);
      world.feed.subscriptions.clear();
      world.feed.lists.files = ["missed"];
      world.clock.move(DAY_MS);
      await world.deps.sources.checkDue();
      await world.drain();
      expect(pushed(world.feed)).toEqual(["chats", "files"]);
      const after = await world.source(integrationId, "files");
      expect([after.id, after.subscriptionId === before.subscriptionId]).toEqual([before.id, false]);
      expect(await world.events(integrationId, "files.made")).toEqual(["missed"]);
    });

    test("a poll whose ids are not the pushed ones rests while the subscription works, and stands in from then on when it fails", async () => {
      const poll = world.gateway.app.deps.registry.provider("feed")?.sources?.files?.poll;
      if (!poll) throw new Error("The feed has no such poll.");
      poll.sharesEventIds = undefined;
      try {
        world.feed.lists.files = ["pushed before"];
        const { integrationId } = await subscribed();
        const rested = await world.source(integrationId, "files");
        expect([rested.state, rested.position, rested.nextAt]).toEqual(["active", null, null]);
        world.feed.lists.files.push("pushed meanwhile");
        world.clock.move(DAY_MS / 2);
        await world.drain();
        expect(world.feed.requests("GET", /^\/files/)).toEqual([]);
        failAll(403);
        world.feed.subscriptions.clear();
        world.clock.move(DAY_MS);
        await world.drain();
        world.feed.lists.files.push("polled");
        world.clock.move(20 * MINUTE_MS);
        await world.drain();
        expect((await world.source(integrationId, "files")).state).toBe("failed");
        expect(await world.events(integrationId, "files.made")).toEqual(["polled"]);
      } finally {
        poll.sharesEventIds = true;
      }
    });

    test("a renewal that meets 404 makes the subscription anew", async () => {
      await subscribed();
      world.feed.subscriptions.clear();
      world.clock.move(80_000_000);
      await world.drain();
      expect(pushed(world.feed)).toEqual(["chats", "files"]);
    });

    test("an inbound webhook that says that the subscription was dropped makes it anew at once and polls the gap", async () => {
      const { integrationId } = await subscribed();
      const files = await world.source(integrationId, "files");
      world.feed.subscriptions.delete(files.subscriptionId ?? "");
      world.feed.lists.files = ["missed"];
      const { database } = world.gateway.database;
      await database.transaction((tx) => restartSubscription(tx, files.id, world.clock.now()));
      await world.drain();
      expect(pushed(world.feed)).toEqual(["chats", "files"]);
      expect(await world.events(integrationId, "files.made")).toEqual(["missed"]);
    });

    test("a refusal makes the source failed, with one event however often it is tried; its poll goes on", async () => {
      failAll(403);
      const { integrationId } = await world.integration();
      await world.drain();
      const failed = await world.source(integrationId, "files");
      expect([failed.state, failed.errorCode]).toEqual(["failed", "forbidden"]);
      world.feed.lists.files = ["polled"];
      for (let day = 0; day < 3; day++) {
        world.clock.move(DAY_MS);
        await world.drain();
      }
      expect(await world.events(integrationId, "integration.subscription_failed")).toHaveLength(2);
      expect(await world.events(integrationId, "files.made")).toEqual(["polled"]);
      world.feed.intercept = () => null;
      world.clock.move(DAY_MS);
      await world.drain();
      const repaired = await world.source(integrationId, "files");
      expect([repaired.state, repaired.errorCode, repaired.error]).toEqual(["active", null, null]);
    });

    test("a passing failure is tried again with growing pauses, and is no failure of the source", async () => {
      failAll(503);
      const { integrationId } = await world.integration();
      await world.drain();
      const first = await world.source(integrationId, "chats");
      expect([first.state, first.checkAttempts]).toEqual(["pending", 1]);
      world.clock.move(MINUTE_MS);
      await world.drain();
      const second = await world.source(integrationId, "chats");
      const pause = (second.nextCheckAt?.getTime() ?? 0) - world.clock.now();
      expect(pause).toBeWithin(54_000, 60_001);
      world.feed.intercept = () => null;
      world.clock.move(MINUTE_MS);
      await world.drain();
      expect((await world.source(integrationId, "chats")).state).toBe("active");
    });

    test("disconnecting ends the subscriptions at the provider before the grant is revoked", async () => {
      const { key, accessToken } = await subscribed();
      const response = await world.gateway.call("DELETE", "/api/v1/integrations/feed", { key });
      expect(response.status).toBe(200);
      expect([...world.feed.subscriptions]).toEqual([]);
      const requests = world.feed.log.map(({ method, path }) => `${method} ${path.split("/")[1]}`);
      expect(requests).toEqual(["DELETE subscriptions", "DELETE subscriptions", "POST revoke"]);
      expect(world.feed.log[0]?.authorization).toBe(`Bearer ${accessToken}`);
    });

    test("a scope that is gone ends its source, at the provider too, and the others go on", async () => {
      const { integrationId } = await subscribed();
      await world.gateway.database.database.query("update integrations set scopes = array['files', 'mails']");
      expect(await reconcileSources(world.deps)).toBe(1);
      await world.drain();
      expect(pushed(world.feed)).toEqual(["files"]);
      expect((await world.rows(integrationId)).map(({ name }) => name)).toEqual(["files", "mails"]);
    });

    test("without public webhooks the subscriptions end, and what can be polled is polled", async () => {
      const { integrationId } = await subscribed();
      const other = { ...world.deps, config: { ...world.deps.config, publicWebhooks: false } };
      expect(await reconcileSources(other)).toBe(1);
      await world.drain();
      expect([...world.feed.subscriptions]).toEqual([]);
      const rows = await world.rows(integrationId);
      expect(rows.map(({ name, mode }) => [name, mode])).toEqual([
        ["files", "poll"],
        ["mails", "poll"],
      ]);
    });
  });
}
