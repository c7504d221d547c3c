// Tests ids of LinkedIn's notifications.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { InboundWebhook } from "../../src/plugin/index.ts";
import { webhook } from "./webhook.ts";

test("ids of 64 bits, which come as text, and shorter ones are those of their notifications", () => {
  const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(id, (id) => {
      const notificationId = id > 2n ** 53n ? String(id) : Number(id);
      const item = { notificationId, subscriber: "urn:li:person:ada-1" };
      expect(webhook.eventId({} as InboundWebhook, item)).toBe(`${id}|urn:li:person:ada-1`);
    }),
  );
});

test("a notification without an id or a subscriber has none, and the body's hash counts", () => {
  for (const item of [{ notificationId: 5 }, { subscriber: "urn:li:person:ada-1" }, "text", null]) {
    const json = { notifications: [item] };
    expect(webhook.eventId({ json, text: JSON.stringify(json) } as InboundWebhook, item)).toBeNull();
  }
});
