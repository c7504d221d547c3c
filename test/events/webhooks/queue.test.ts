// The queue of outgoing webhooks: fair between endpoints, bounded, shared by replicas, replayed and tidied up.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { claimMessages, lastClaimed } from "../../../src/events/webhooks/message-store.ts";
import { createWebhooks } from "../../../src/events/webhooks/service.ts";
import { HOOK_MS, logged } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { watched } from "../../support/replicas.ts";
import { codeOf } from "../../support/responses.ts";
import { swept } from "../../support/sweeping.ts";
import { until } from "../../support/until.ts";
import { createEndpoint, deliveriesOf, drain, endpointOf, eventOf, PATH, publish, startHooksGateway } from "./hooks.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

setDefaultTimeout(HOOK_MS);
const DAY_MS = 86_400_000;
const LIMITS = { each: 5, replays: 2, probeAfter: 5, leaseMs: 60_000 };
const NOWHERE = "https://127.0.0.1:9/";

for (const lane of LANES) {
  describe(`the queue of webhooks on ${lane}`, () => {
    let gateway: TestGateway;
    const receivers: Receiver[] = [];
    beforeAll(async () => {
      gateway = await startHooksGateway(lane);
    });
    afterAll(() => gateway.close());
    afterEach(async () => {
      await gateway.database.database.query("delete from webhook_endpoints");
      for (const receiver of receivers.splice(0)) await receiver.close();
    });
    const newReceiver = async () => {
      const receiver = await startReceiver();
      receivers.push(receiver);
      return receiver;
    };
    const many = (userId: string, count: number, more: object = {}) =>
      publish(
        gateway,
        Array.from({ length: count }, () => eventOf(gateway, userId, more)),
      );
    const claim = (limit: number, after: string = crypto.randomUUID()) =>
      claimMessages(gateway.app.deps.database, { limit, after, now: gateway.clock.now() }, LIMITS);
    const idsOf = (receiver: Receiver) => receiver.received.map(({ headers }) => headers["webhook-id"] as string);

    test("a claim takes five of each endpoint at most, whoever queued first, and no message twice", async () => {
      const crowd = await gateway.partner();
      await createEndpoint(gateway, crowd.key, { url: NOWHERE });
      await many(crowd.userId, 300);
      for (let i = 0; i < 6; i++) {
        const { key, userId } = await gateway.partner();
        await createEndpoint(gateway, key, { url: NOWHERE });
        await many(userId, 3);
      }
      const jobs = (await Promise.all([claim(100), claim(100), claim(100)])).flat();
      const counts = [...Map.groupBy(jobs, (job) => job.endpoint_id).values()].map((of) => of.length);
      expect(counts.sort()).toEqual([3, 3, 3, 3, 3, 3, 5]);
      expect(new Set(jobs.map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`)).size).toBe(jobs.length);
    });

    test("with few slots every endpoint has its turn", async () => {
      const ids = new Set<string>();
      for (let i = 0; i < 5; i++) {
        const { key, userId } = await gateway.partner();
        ids.add((await createEndpoint(gateway, key, { url: NOWHERE })).id);
        await many(userId, 60);
      }
      const turns: string[] = [];
      let after: string = crypto.randomUUID();
      for (let i = 0; i < 10; i++) {
        const jobs = await claim(1, after);
        turns.push(...jobs.map(({ endpoint_id }) => endpoint_id));
        after = lastClaimed(jobs, after);
        // The leases end, so that no cap moves the walk on.
        gateway.clock.move(61_000);
      }
      expect(turns.slice(0, 5).sort()).toEqual([...ids].sort());
      expect(turns.slice(5).sort()).toEqual([...ids].sort());
    });

    test("an endpoint that never responds does not hold up another", async () => {
      const [dead, live] = [await newReceiver(), await newReceiver()];
      dead.respondWith(() => {});
      const slow = createWebhooks(gateway.app.deps, { timeoutMs: 3_000, random: () => 0 });
      for (const receiver of [dead, live]) {
        const { key, userId } = await gateway.partner();
        await createEndpoint(gateway, key, { url: receiver.url });
        await many(userId, 30);
      }
      const draining = slow.drain();
      await until(() => live.received.length === 30, 2_500);
      expect(dead.received.length).toBeLessThanOrEqual(5);
      await dead.close();
      receivers.splice(receivers.indexOf(dead), 1);
      await draining;
      await slow.stop();
    });

    test("receivers that never respond, more than a process has slots for, do not hold up another", async () => {
      const [dead, live] = [await newReceiver(), await newReceiver()];
      dead.respondWith(() => {});
      const sender = createWebhooks(gateway.app.deps, { timeoutMs: 6_000, random: () => 0 });
      const [silent, lively] = [await gateway.partner(), await gateway.partner()];
      for (let i = 0; i < 25; i++) await createEndpoint(gateway, silent.key, { url: dead.url });
      await createEndpoint(gateway, lively.key, { url: live.url });
      sender.start();
      await many(silent.userId, 10);
      await until(() => dead.received.length >= 100, 5_000);
      await many(lively.userId, 10);
      await until(() => live.received.length === 10, 4_000);
      await dead.close();
      receivers.splice(receivers.indexOf(dead), 1);
      await sender.stop();
    });

    test("an attempt that takes longer than its lease renews it: nobody else makes it too", async () => {
      const receiver = await newReceiver();
      const response = Promise.withResolvers<void>();
      receiver.respondWith((_, out) => void response.promise.then(() => out.writeHead(200).end()));
      const { key, userId } = await gateway.partner();
      await createEndpoint(gateway, key, { url: receiver.url });
      const slow = createWebhooks(gateway.app.deps, { renewMs: 5 });
      await many(userId, 1);
      const sending = slow.drain();
      await until(() => receiver.received.length === 1);
      for (let i = 0; i < 3; i++) {
        gateway.clock.move(9_000);
        const until9s = new Date(gateway.clock.now() + 9_000).toISOString();
        const renewed = "select 1 from webhook_messages where state = 'active' and lease_until > $1::timestamptz";
        await until(async () => (await gateway.app.deps.database.query(renewed, [until9s])).length === 1);
      }
      await gateway.app.deps.webhooks.drain();
      expect(receiver.received).toHaveLength(1);
      response.resolve();
      await sending;
      await slow.stop();
    });

    test("a lease that cannot be renewed is told, and the message still arrives and is recorded", async () => {
      const receiver = await newReceiver();
      const response = Promise.withResolvers<void>();
      receiver.respondWith((_, out) => void response.promise.then(() => out.writeHead(200).end()));
      const { key, userId } = await gateway.partner();
      const endpoint = await createEndpoint(gateway, key, { url: receiver.url });
      const { deps } = gateway.app;
      let renewals = 0;
      const database = watched(deps.database, (text) => {
        if (!text.includes("set lease_until")) return;
        renewals++;
        throw Object.assign(new Error("The connection broke."), { code: "ECONNRESET" });
      });
      const slow = createWebhooks({ ...deps, database }, { renewMs: 5 });
      await many(userId, 1);
      const sending = slow.drain();
      await until(() => renewals >= 3, HOOK_MS);
      response.resolve();
      await sending;
      expect(logged(gateway, "leases_not_renewed")).toMatchObject([
        { level: "warn", queue: "webhooks", jobs: 1, error: { code: "ECONNRESET" } },
      ]);
      expect(await deliveriesOf(gateway, key, endpoint.id)).toMatchObject([{ state: "delivered" }]);
      await slow.stop();
    });

    test("a started gateway sends what is published without being notified by hand, and a stopped one nothing more", async () => {
      const receiver = await newReceiver();
      const { key, userId } = await gateway.partner();
      await createEndpoint(gateway, key, { url: receiver.url });
      const started = createWebhooks(gateway.app.deps);
      started.start();
      await many(userId, 3);
      await until(() => receiver.received.length === 3);
      await started.stop();
      await many(userId, 1);
      started.notify();
      await gateway.heard();
      expect(receiver.received).toHaveLength(3);
    });

    test("a full endpoint gets no new messages: they are counted, others are queued, and it fills again once it is empty", async () => {
      const receiver = await newReceiver();
      receiver.respondWith(status(503));
      const { key, userId } = await gateway.partner();
      const full = await createEndpoint(gateway, key, { url: receiver.url, event_types: ["issues.opened"] });
      const other = await createEndpoint(gateway, key, { url: NOWHERE, event_types: ["issues.closed"] });
      const bounded = createWebhooks(gateway.app.deps, { maxQueued: 20, random: () => 0 });
      await many(userId, 20);
      await bounded.drain();
      expect(await endpointOf(gateway, key, full.id)).toMatchObject({ is_full: true, dropped: 0 });
      await many(userId, 7);
      await many(userId, 1, { type: "issues.closed" });
      expect(await deliveriesOf(gateway, key, full.id, "?limit=200")).toHaveLength(20);
      expect(await deliveriesOf(gateway, key, other.id)).toHaveLength(1);
      receiver.respondWith(status(200));
      for (let i = 0; i < 3; i++) {
        gateway.clock.move(400_000);
        await bounded.drain();
      }
      expect(await endpointOf(gateway, key, full.id)).toMatchObject({ is_full: false, dropped: 7 });
      await many(userId, 1);
      expect(await deliveriesOf(gateway, key, full.id, "?limit=200")).toHaveLength(21);
      await bounded.stop();
    });

    test("a replay sends one event, or a span, again under the ids that they had, and only what the filter passes", async () => {
      const receiver = await newReceiver();
      const { key, userId } = await gateway.partner();
      const accountId = await gateway.account(key);
      const { id } = await createEndpoint(gateway, key, { url: receiver.url, scope: "user" });
      gateway.clock.move(1_000);
      const since = new Date(gateway.clock.now()).toISOString();
      const ids = await many(userId, 3);
      const [foreign] = await many(userId, 1, { owner: { userId, accountId } });
      gateway.clock.move(1_000);
      const later = new Date(gateway.clock.now()).toISOString();
      const [last] = await many(userId, 1);
      await drain(gateway);
      expect(receiver.received).toHaveLength(4);
      const replay = (body: object) => gateway.call("POST", `${PATH}/${id}/replay`, { key, body });
      expect((await replay({ event_id: last })).json.data).toEqual({ queued: 1, next_since: null });
      await drain(gateway);
      expect(idsOf(receiver).slice(4)).toEqual([last as string]);
      expect((await replay({ since, until: later })).json.data).toEqual({ queued: 3, next_since: null });
      await drain(gateway);
      expect(idsOf(receiver).slice(5).sort()).toEqual(ids.sort());
      expect((await deliveriesOf(gateway, key, id, `?event_id=${ids[0]}`))[0]).toMatchObject({
        state: "delivered",
        is_replay: true,
        attempts: [{ status: 200 }, { status: 200 }],
      });
      for (const event of [foreign, crypto.randomUUID()])
        expect(codeOf(await replay({ event_id: event }))).toBe("404 NOT_FOUND");
      for (const body of [{ until: since }, { since: later, until: since }, { event_id: last, since }, {}])
        expect(codeOf(await replay(body))).toBe("400 VALIDATION_ERROR");
      await gateway.call("PATCH", `${PATH}/${id}`, { key, body: { enabled: false } });
      expect(codeOf(await replay({ since }))).toBe("409 CONFLICT");
    });

    test("a replay yields to live events: two of it in flight at most, and live ones first", async () => {
      const { key, userId } = await gateway.partner();
      const { id } = await createEndpoint(gateway, key, { url: NOWHERE });
      await many(userId, 20);
      await gateway.database.database.query(
        "update webhook_messages set state = 'delivered' where endpoint_id = $1::uuid",
        [id],
      );
      gateway.clock.move(1_000);
      const since = new Date(gateway.clock.now() - 3_600_000).toISOString();
      await gateway.call("POST", `${PATH}/${id}/replay`, { key, body: { since } });
      const first = await claim(100);
      expect(first).toHaveLength(2);
      const live = await many(userId, 3);
      expect((await claim(100)).map(({ event_id }) => event_id).sort()).toEqual(live.sort());
      expect(await claim(100)).toEqual([]);
    });

    test("the delivery log is paged newest first, filtered, and its cursors fit their endpoint and filters alone", async () => {
      const receiver = await newReceiver();
      const { key, userId } = await gateway.partner();
      const { id } = await createEndpoint(gateway, key, { url: receiver.url });
      const other = await createEndpoint(gateway, key, { url: receiver.url });
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        ids.push(...(await many(userId, 2)));
        gateway.clock.move(1_000);
      }
      const seen: string[] = [];
      let query = "?limit=3";
      let cursor = "";
      for (let i = 0; i < 4; i++) {
        const page = (await gateway.call("GET", `${PATH}/${id}/deliveries${query}`, { key })).json.data;
        seen.push(...page.deliveries.map((one: { event_id: string }) => one.event_id));
        cursor = page.next_cursor ?? cursor;
        query = `?limit=3&cursor=${page.next_cursor}`;
        expect(page.next_cursor === null).toBe(i === 3);
      }
      expect(seen.slice().sort()).toEqual(ids.slice().sort());
      expect(seen.map((one) => Math.floor(ids.indexOf(one) / 2))).toEqual([4, 4, 3, 3, 2, 2, 1, 1, 0, 0]);
      for (const path of [`${other.id}/deliveries?cursor=${cursor}`, `${id}/deliveries?state=failed&cursor=${cursor}`])
        expect(codeOf(await gateway.call("GET", `${PATH}/${path}`, { key }))).toBe("400 VALIDATION_ERROR");
      expect(await deliveriesOf(gateway, key, id, "?state=delivered")).toEqual([]);
      await drain(gateway);
      expect(await deliveriesOf(gateway, key, id, "?state=delivered&limit=200")).toHaveLength(10);
    });

    test("old messages are dropped, but those that an enabled endpoint is still to get", async () => {
      const receiver = await newReceiver();
      const { key, userId } = await gateway.partner();
      const types = ["issues.opened", "issues.closed", "issues.reopened"];
      const endpoints: string[] = [];
      for (const type of types)
        endpoints.push((await createEndpoint(gateway, key, { url: receiver.url, event_types: [type] })).id);
      const [delivered = "", due = "", disabled = ""] = endpoints;
      for (const type of types) await many(userId, 2, { type });
      await gateway.database.database.query(
        "update webhook_messages set state = 'delivered' where endpoint_id = $1::uuid",
        [delivered],
      );
      await gateway.call("PATCH", `${PATH}/${disabled}`, { key, body: { enabled: false } });
      const { database } = gateway.app.deps;
      const now = gateway.clock.now();
      expect(await swept(database, "webhook_messages", now + 6.9 * DAY_MS)).toBe(0);
      expect(await swept(database, "webhook_messages", now + 7.1 * DAY_MS)).toBe(4);
      const left = await Promise.all([delivered, due, disabled].map((id) => deliveriesOf(gateway, key, id)));
      expect(left.map(({ length }) => length)).toEqual([0, 2, 0]);
    });
  });
}
