// Outgoing webhooks on both databases: what is sent, and what happens until it is received.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { RETRY_DELAYS_MS } from "../../../src/events/webhooks/sender.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { createEndpoint, deliveriesOf, drain, endpointOf, eventOf, PATH, publish, startHooksGateway } from "./hooks.ts";
import { isSignedBy, type Receiver, startReceiver, status, verified } from "./receiver.ts";

setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;

for (const lane of LANES) {
  describe(`outgoing webhooks on ${lane}`, () => {
    let gateway: TestGateway;
    let receiver: Receiver;
    beforeAll(async () => {
      gateway = await startHooksGateway(lane);
    });
    afterAll(() => gateway.close());
    afterEach(() => receiver.close());

    /** A user with an endpoint at a receiver of its own. */
    const hooked = async (more: object = {}) => {
      receiver = await startReceiver();
      const { key, userId } = await gateway.partner();
      const endpoint = await createEndpoint(gateway, key, { url: receiver.url, ...more });
      return { key, userId, ...endpoint };
    };
    const idsReceived = () => receiver.received.map(({ headers }) => headers["webhook-id"]);

    test("an event arrives once, in its inbox shape without the status, and the specification's library verifies it", async () => {
      const { key, userId, id, secret } = await hooked();
      const accountId = await gateway.account(key, "customer-1");
      const [own, ofAccount] = await publish(gateway, [
        eventOf(gateway, userId, { payload: { text: "Grüße ✓" } }),
        eventOf(gateway, userId, { owner: { userId, accountId } }),
      ]);
      await drain(gateway);
      await drain(gateway);
      expect(idsReceived().sort()).toEqual([own, ofAccount].sort() as string[]);
      const first = receiver.received.find(({ headers }) => headers["webhook-id"] === own);
      if (!first) throw new Error("not received");
      expect(verified(first, secret)).toEqual({
        type: "issues.opened",
        timestamp: "2026-01-01T00:00:00.000Z",
        data: {
          id: own,
          provider: "github",
          service: "issues",
          type: "issues.opened",
          title: "Issue opened",
          summary: null,
          actor: "octocat",
          url: null,
          account_id: null,
          external_id: null,
          connection: null,
          occurred_at: "2026-01-01T00:00:00.000Z",
          received_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
          payload: { text: "Grüße ✓" },
        },
      });
      const second = receiver.received.find(({ headers }) => headers["webhook-id"] === ofAccount);
      expect(JSON.parse(second?.body ?? "").data).toMatchObject({ account_id: accountId, external_id: "customer-1" });
      expect(first.headers["content-type"]).toBe("application/json");
      expect(first.headers["user-agent"]).toMatch(/^integration-gateway\//);
      const [delivery] = await deliveriesOf(gateway, key, id, `?event_id=${own}`);
      expect(delivery).toMatchObject({
        event_id: own,
        state: "delivered",
        next_attempt_at: null,
        attempts: [{ status: 200, error: null, response: null }],
      });
      expect(await endpointOf(gateway, key, id)).toMatchObject({ failures: 0, last_success_at: expect.any(String) });
    });

    test("a failing receiver gets the message again after each delay, under one id, ten times in all", async () => {
      const { key, userId, id, secret } = await hooked();
      receiver.respondWith(status(500, {}, "no, thanks\0"));
      const [event] = await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      for (const delay of RETRY_DELAYS_MS) {
        const before = receiver.received.length;
        gateway.clock.move(delay - 1_000);
        await drain(gateway);
        expect(receiver.received.length).toBe(before);
        gateway.clock.move(1_000);
        await drain(gateway);
        expect(receiver.received.length).toBe(before + 1);
      }
      expect(idsReceived()).toEqual(Array.from({ length: 10 }, () => event as string));
      expect(receiver.received.every((one) => isSignedBy(one, secret))).toBe(true);
      expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
      gateway.clock.move(48 * HOUR_MS);
      await drain(gateway);
      expect(receiver.received).toHaveLength(10);
      const [delivery] = await deliveriesOf(gateway, key, id, "?state=failed");
      expect(delivery.attempts).toHaveLength(10);
      expect(delivery.attempts[0]).toMatchObject({ status: 500, error: "status", response: "no, thanks\uFFFD" });
      // A single message fails less often than a dead endpoint.
      expect(await endpointOf(gateway, key, id)).toMatchObject({ enabled: true, failures: 10 });
    });

    test("after a failure a success ends the retries", async () => {
      const { key, userId, id } = await hooked();
      receiver.respondWith(status(503));
      await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      receiver.respondWith(status(204));
      gateway.clock.move(5_000);
      await drain(gateway);
      gateway.clock.move(HOUR_MS);
      await drain(gateway);
      expect(receiver.received).toHaveLength(2);
      const [delivery] = await deliveriesOf(gateway, key, id, "?state=delivered");
      expect(delivery.attempts.map(({ status: code }: { status: number }) => code)).toEqual([503, 204]);
      expect((await endpointOf(gateway, key, id)).failures).toBe(0);
    });

    test("410 stops the endpoint at once, with an event about it for the others; enabling it sends what is queued", async () => {
      const { key, userId, id } = await hooked({ description: "first" });
      const other = await startReceiver();
      await createEndpoint(gateway, key, { url: other.url, event_types: ["webhooks.*"] });
      receiver.respondWith(status(410));
      await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      await drain(gateway);
      expect(await endpointOf(gateway, key, id)).toMatchObject({ enabled: false, disabled_reason: "gone" });
      expect(other.received.map(({ body }) => JSON.parse(body))).toMatchObject([
        {
          type: "webhooks.endpoint_disabled",
          data: {
            provider: "gateway",
            title: "Webhook endpoint stopped: first",
            account_id: null,
            payload: { endpoint_id: id, reason: "gone" },
          },
        },
      ]);
      await other.close();
      await publish(gateway, [eventOf(gateway, userId)]);
      gateway.clock.move(HOUR_MS);
      await drain(gateway);
      expect(receiver.received).toHaveLength(1);
      receiver.respondWith(status(200));
      const enabled = await gateway.call("PATCH", `${PATH}/${id}`, { key, body: { enabled: true } });
      expect(enabled.json.data).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null, failures: 0 });
      const [next] = await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      expect(idsReceived().slice(1)).toEqual([next as string]);
    });

    test("three days and 20 failures without a success stop the endpoint, neither of them alone", async () => {
      const { key, userId, id } = await hooked();
      receiver.respondWith(status(500));
      await publish(
        gateway,
        Array.from({ length: 30 }, () => eventOf(gateway, userId)),
      );
      await drain(gateway);
      while ((await endpointOf(gateway, key, id)).failures < 25) {
        gateway.clock.move(301_000);
        await drain(gateway);
      }
      expect((await endpointOf(gateway, key, id)).enabled).toBe(true);
      gateway.clock.move(73 * HOUR_MS);
      await drain(gateway);
      expect(await endpointOf(gateway, key, id)).toMatchObject({ enabled: false, disabled_reason: "failing" });
      // The API document, to which every response is held, has the payload of the gateway's own events exactly.
      const inbox = await gateway.call("GET", "/api/v1/inbox/events?provider=gateway", { key });
      const payload = { endpoint_id: id, reason: "failing" };
      expect(inbox.json.data.events).toMatchObject([{ type: "webhooks.endpoint_disabled", payload }]);
    });

    test("after five failures in a row one probe goes out at a time, and a success sends the backlog", async () => {
      const { userId } = await hooked();
      receiver.respondWith(status(500));
      await publish(
        gateway,
        Array.from({ length: 40 }, () => eventOf(gateway, userId)),
      );
      await drain(gateway);
      const begun = receiver.received.length;
      expect(begun).toBeGreaterThanOrEqual(5);
      expect(begun).toBeLessThan(10);
      for (let i = 1; i <= 3; i++) {
        gateway.clock.move(301_000);
        await drain(gateway);
        expect(receiver.received.length).toBe(begun + i);
      }
      receiver.respondWith(status(200));
      gateway.clock.move(301_000);
      await drain(gateway);
      gateway.clock.move(HOUR_MS);
      await drain(gateway);
      expect(new Set(idsReceived()).size).toBe(40);
    });

    test("Retry-After and 429 hold everything for the endpoint back", async () => {
      const { userId } = await hooked();
      receiver.respondWith(status(429, { "retry-after": "120" }));
      const [limited] = await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      receiver.respondWith(status(200));
      const [next] = await publish(gateway, [eventOf(gateway, userId)]);
      gateway.clock.move(119_000);
      await drain(gateway);
      expect(receiver.received).toHaveLength(1);
      gateway.clock.move(2_000);
      await drain(gateway);
      expect(idsReceived().slice(1).sort()).toEqual([limited, next].sort() as string[]);
    });

    test("an attempt that ends without a record is made again under the same id once its lease ends", async () => {
      const { key, userId, id } = await hooked();
      const [event] = await publish(gateway, [eventOf(gateway, userId)]);
      // As a process leaves it that dies between the request and the record.
      receiver.respondWith((_, response) => {
        void gateway.app.deps.database
          .query("update webhook_messages set attempts = attempts + 1 where endpoint_id = $1::uuid", [id])
          .then(() => response.writeHead(200).end());
      });
      await drain(gateway);
      expect((await deliveriesOf(gateway, key, id))[0]).toMatchObject({ state: "pending", attempts: [] });
      receiver.respondWith(status(200));
      gateway.clock.move(9_000);
      await drain(gateway);
      expect(receiver.received).toHaveLength(1);
      gateway.clock.move(2_000);
      await drain(gateway);
      expect(idsReceived()).toEqual([event, event] as string[]);
      expect((await deliveriesOf(gateway, key, id))[0]).toMatchObject({ state: "delivered" });
    });

    test("a rotated secret: both sign for 24 hours, then the new one alone", async () => {
      const { key, userId, id, secret } = await hooked();
      const rotated = await gateway.call("POST", `${PATH}/${id}/secret/rotate`, { key });
      const fresh = rotated.json.data.secret as string;
      expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(fresh).not.toBe(secret);
      await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      gateway.clock.move(24 * HOUR_MS);
      await publish(gateway, [eventOf(gateway, userId)]);
      await drain(gateway);
      const [during, after] = receiver.received;
      if (!during || !after) throw new Error("not received");
      expect([isSignedBy(during, secret), isSignedBy(during, fresh)]).toEqual([true, true]);
      expect([isSignedBy(after, secret), isSignedBy(after, fresh)]).toEqual([false, true]);
      const rows = await gateway.app.deps.database.query<{ previous_secret: string | null }>(
        "select previous_secret from webhook_endpoints where id = $1::uuid",
        [id],
      );
      expect(rows).toEqual([{ previous_secret: null }]);
    });

    test("a test message is sent once, whatever the filter, and its delivery shows the response", async () => {
      const { key, id, secret } = await hooked({ event_types: ["gmail.*"] });
      receiver.respondWith(status(400, {}, "unknown type"));
      const { event_id } = (await gateway.call("POST", `${PATH}/${id}/test`, { key })).json.data;
      await drain(gateway);
      gateway.clock.move(HOUR_MS);
      await drain(gateway);
      expect(idsReceived()).toEqual([event_id]);
      const [one] = receiver.received;
      expect(one && isSignedBy(one, secret)).toBe(true);
      expect(JSON.parse(one?.body ?? "")).toMatchObject({ type: "webhook.test", data: { endpoint_id: id } });
      const logged = (await gateway.call("GET", `${PATH}/${id}/deliveries/${event_id}`, { key })).json.data;
      expect(JSON.stringify(logged.body)).toBe(one?.body as string);
      expect((await deliveriesOf(gateway, key, id, `?event_id=${event_id}`))[0]).toMatchObject({
        is_test: true,
        state: "failed",
        attempts: [{ status: 400, error: "status", response: "unknown type" }],
      });
    });

    test("an event that is gone with its account is not sent, nor listed, and no failure of the endpoint's", async () => {
      const { key, userId, id } = await hooked();
      const accountId = await gateway.account(key);
      await publish(gateway, [eventOf(gateway, userId, { owner: { userId, accountId } })]);
      await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key });
      await drain(gateway);
      expect(receiver.received).toEqual([]);
      expect(await deliveriesOf(gateway, key, id)).toEqual([]);
      expect((await endpointOf(gateway, key, id)).failures).toBe(0);
    });
  });
}
