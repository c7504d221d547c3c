// GitHub's own example payloads, signed: each one is accepted, and is an event of the plugin or counted as unknown.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import examples from "@octokit/webhooks-examples" with { type: "json" };
import { webhook } from "../../../plugins/github/webhook.ts";
import { checkerOf } from "../../../src/foundation/schema/check.ts";
import type { InboundWebhook, WebhookSecrets } from "../../../src/plugin/index.ts";
import { inboundWebhookOf } from "../../../src/plugin-kit/check/webhook-fixture.ts";
import { itemsIn, mapEvent } from "../../../src/providers/upstream/events.ts";

const PROVIDER = "https://gateway.example.com/api/v1/webhooks/github";
const OWN = `${PROVIDER}/5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10`;
const SECRET = "It's a Secret to Everybody";

interface Example {
  /** `issues 3`. */
  title: string;
  name: string;
  payload: unknown;
}
const all: Example[] = examples.flatMap(({ name, examples: payloads }) =>
  payloads.map((payload: unknown, index) => ({ title: `${name} ${index}`, name, payload })),
);

function signed({ name, payload }: Example, address: string): InboundWebhook {
  const text = JSON.stringify(payload);
  const signature = `sha256=${createHmac("sha256", SECRET).update(text).digest("hex")}`;
  return inboundWebhookOf(
    address,
    { headers: { "x-github-event": name, "x-hub-signature-256": signature }, text },
    null,
  );
}

function eventsOf(inbound: InboundWebhook) {
  return itemsIn(webhook, inbound).flatMap(({ event, item, subjects, eventId: deliveryId }) => {
    const mapped = event && mapEvent(event.def, item, inbound, null, { id: "1", name: "ada", tenant: {} });
    return event && mapped ? [{ type: event.type, shape: event.def.shape, subjects, deliveryId, ...mapped }] : [];
  });
}

describe("GitHub's example payloads", () => {
  test("S-85: each of them, signed, is accepted at the provider's address and at a hook's own", async () => {
    const [atProvider, atHook]: WebhookSecrets[] = [
      { webhook: SECRET, client: null },
      { webhook: null, client: null, subscription: SECRET },
    ];
    const refused: string[] = [];
    for (const example of all) {
      const isAccepted =
        (await webhook.verify(signed(example, PROVIDER), atProvider as WebhookSecrets, 0)) &&
        (await webhook.verify(signed(example, OWN), atHook as WebhookSecrets, 0));
      if (!isAccepted) refused.push(example.title);
    }
    expect(all.length).toBeGreaterThan(300);
    expect(refused).toEqual([]);
  });

  test("each of a declared kind fits that kind's schemas; the others are counted as unknown", () => {
    const mapped: Record<string, number> = {};
    const unknown: Record<string, number> = {};
    const misfits: string[] = [];
    for (const example of all) {
      const inbound = signed(example, PROVIDER);
      const kinds = Object.entries(webhook.events).filter(([, def]) => def.match(inbound, example.payload));
      const events = eventsOf(inbound);
      for (const { type, shape, payload } of events) {
        mapped[type] = (mapped[type] ?? 0) + 1;
        if (!checkerOf(shape).Check(payload)) misfits.push(`${example.title}: ${type} is not of its shape`);
      }
      if (kinds.length !== events.length) misfits.push(`${example.title}: ${kinds.map(([type]) => type).join()}`);
      if (kinds.length === 0) unknown[example.name] = (unknown[example.name] ?? 0) + 1;
    }
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
    console.log(`${all.length} payloads: ${sum(mapped)} mapped, ${sum(unknown)} unknown.`, { mapped, unknown });
    expect(misfits).toEqual([]);
    expect(sum(mapped) + sum(unknown)).toBe(all.length);
  });

  test("S-89: each event has an owner at the provider's address, and leaves it to the source at a hook's own", () => {
    const ownerless = all.filter((one) =>
      eventsOf(signed(one, PROVIDER)).some(({ subjects }) => subjects.length === 0),
    );
    const owned = all.filter((one) => eventsOf(signed(one, OWN)).some(({ subjects }) => subjects.length > 0));
    expect(ownerless.map(({ title }) => title)).toEqual([]);
    expect(owned.map(({ title }) => title)).toEqual([]);
  });

  test("different payloads have different ids, and a GitHub App's has that of the same payload without it", () => {
    const idOf = (example: Example) => eventsOf(signed(example, PROVIDER))[0]?.deliveryId;
    const ids = new Map<string, unknown>();
    const twice: string[] = [];
    for (const example of all) {
      const id = idOf(example);
      if (!id) continue;
      const { installation: _, ...payload } = example.payload as Record<string, unknown>;
      expect(idOf({ ...example, payload: { ...payload, installation: { id: 61, node_id: "n" } } })).toBe(id);
      const known = ids.get(id);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(payload)) twice.push(example.title);
      ids.set(id, payload);
    }
    expect(ids.size).toBeGreaterThan(30);
    expect(twice).toEqual([]);
  });
});
