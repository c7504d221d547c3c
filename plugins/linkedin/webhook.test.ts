// Tests ids of LinkedIn's notifications, whose 64 bits JSON's numbers round, against texts that look like one.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { InboundWebhook } from "../../src/plugin/index.ts";
import { webhook } from "./webhook.ts";

/** The inbound webhook as LinkedIn writes it, with each id as a number. */
function inboundOf(notifications: { id: bigint; text: string }[]): InboundWebhook {
  const items = notifications.map(({ id, text }) => {
    const rest = {
      subscriber: "urn:li:person:ada-1",
      action: "COMMENT",
      decoratedGeneratedActivity: { comment: { text } },
    };
    return `{"decorated":${JSON.stringify({ [text]: text })},"notificationId" : ${id},${JSON.stringify(rest).slice(1)}`;
  });
  const text = `{"type":"ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS","notifications":[${items.join(",")}]}`;
  return { text, json: JSON.parse(text) as unknown } as InboundWebhook;
}
const idsIn = (inbound: InboundWebhook) =>
  (inbound.json as { notifications: unknown[] }).notifications.map((item) => webhook.eventId(inbound, item));

test("every 64-bit id is exact, whatever the texts beside it say", () => {
  const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"notificationId":1', '{"notificationId":2}', '\\"notificationId":3,', '","notificationId":4'),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ id, text }), { maxLength: 10 }), (notifications) => {
      expect(idsIn(inboundOf(notifications))).toEqual(notifications.map(({ id }) => `${id}|urn:li:person:ada-1`));
    }),
  );
});

test("two ids that round to the same number stay two", () => {
  const ids = idsIn(inboundOf([7254018936150773761n, 7254018936150773762n].map((id) => ({ id, text: "" }))));
  expect(new Set(ids).size).toBe(2);
});

test("a notification without an id or a subscriber has none, and the body's hash counts", () => {
  for (const item of [{ notificationId: 5 }, { subscriber: "urn:li:person:ada-1" }, "text", null]) {
    const json = { notifications: [item] };
    expect(webhook.eventId({ json, text: JSON.stringify(json) } as InboundWebhook, item)).toBeNull();
  }
});
