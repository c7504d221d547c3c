// Ids beyond 2^53 in an inbound webhook and in the items of a stream come through to the last digit.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { inboundWebhookOf } from "../../../src/events/ingest/inbound-webhook.ts";
import { parseExactly } from "../../../src/foundation/schema/exact-json.ts";
import type { Webhook } from "../../../src/plugin/index.ts";
import { itemsIn, mapEvent } from "../../../src/providers/upstream/events.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const plugins = await builtInPlugins();
const shopify = plugins.find(({ id }) => id === "shopify")?.webhook as Webhook;
const address = new URL("https://gateway.example.com/api/v1/webhooks/shopify");

/** The first event of an order that was created. */
function orderEvent(id: bigint | number) {
  const headers = new Headers({ "x-shopify-topic": "orders/create", "content-type": "application/json" });
  const body = new TextEncoder().encode(`{"id":${id},"name":"#7","updated_at":"2026-01-01T00:00:00Z"}`);
  const inbound = inboundWebhookOf("POST", address, headers, body, null);
  const [item] = itemsIn(shopify, inbound);
  const identity = { id: "1", name: "ada", tenant: {} };
  const payload = item?.event ? mapEvent(item.event.def, item.item, inbound, null, identity)?.payload : undefined;
  return { eventId: item?.eventId ?? null, id: (payload as { id?: string } | undefined)?.id };
}

const anyId = fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 53n }), fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }));

test("two orders whose ids a number would round to the same are two events", () => {
  fc.assert(
    fc.property(anyId, fc.bigInt({ min: 1n, max: 9n }), (id, more) => {
      const [first, second] = [orderEvent(id), orderEvent(id + more)];
      expect([first.id, second.id]).toEqual([String(id), String(id + more)]);
      expect(first.eventId).not.toBeNull();
      expect(first.eventId).not.toBe(second.eventId);
    }),
  );
});

test("JSON is parsed as ever, but for integers that would be rounded", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      const isExact = !/\d{16}/.test(text);
      if (isExact) expect(parseExactly(text)).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (id) => {
      const { at } = parseExactly(`{"at":${id}}`) as { at: number | string };
      expect(String(at)).toBe(String(id));
    }),
  );
});
