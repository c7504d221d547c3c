// A fixture's request signed anew: the plugin accepts it with the gateway's secrets, now, and for another owner.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Webhook, WebhookSecrets } from "../../../src/plugin/index.ts";
import { readFixtures } from "../../../src/plugin-kit/check/fixture-files.ts";
import { resigned } from "../../../src/plugin-kit/check/resign.ts";
import { inboundWebhookOf, parseWebhookFixture } from "../../../src/plugin-kit/check/webhook-fixture.ts";
import { FOLDER } from "../../../src/plugin-kit/check/webhook-fixtures.ts";
import { itemsIn } from "../../../src/providers/upstream/events.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { ROOT } from "../../support/sources.ts";

const SECRETS: WebhookSecrets = {
  webhook: "secret-of-the-gateway",
  client: "secret-of-the-client",
  subscription: null,
  keys: [],
};
/** Digits, which stand also where a provider writes a number. */
const OWNER = "98765432101";
const NOW = Date.parse("2027-03-04T05:06:07Z");
const plugins = (await builtInPlugins()).filter(({ webhook }) => webhook !== undefined);

/** Null where it cannot be sent. */
async function sent(id: string, webhook: Webhook, text: string) {
  const fixture = parseWebhookFixture(text);
  if (typeof fixture === "string" || !fixture.events) return null;
  const address = `https://example.org/api/v1/webhooks/${id}`;
  const signed = await resigned(webhook, fixture, { address, secrets: SECRETS, now: NOW, identity: OWNER });
  return typeof signed === "string" ? null : { fixture, inbound: inboundWebhookOf(address, signed, null, signed.text) };
}

describe("the fixtures that can be sent", () => {
  test("are accepted by the secrets of the gateway, and by no others", async () => {
    const sendable: string[] = [];
    const owned: string[] = [];
    for (const { id, webhook } of plugins) {
      for (const { where, text } of readFixtures(join(ROOT, "plugins", id), FOLDER)) {
        const found = await sent(id, webhook as Webhook, text);
        if (!found) continue;
        sendable.push(`${id} ${where}`);
        const { verify } = webhook as Webhook;
        expect([where, await verify(found.inbound, SECRETS, NOW)]).toEqual([where, true]);
        expect(await verify(found.inbound, { ...SECRETS, webhook: "other", client: "other" }, NOW)).toBe(false);
        const types = itemsIn(webhook as Webhook, found.inbound).flatMap(({ event }) => event?.type ?? []);
        expect(types).toEqual(expect.arrayContaining((found.fixture.events ?? []).map(({ type }) => type)));
        const subjects = itemsIn(webhook as Webhook, found.inbound).flatMap((item) =>
          item.subjects.map((one) => one.id),
        );
        // A few providers make a subject out of several values.
        if (subjects.length > 0 && subjects.every((one) => one === OWNER)) owned.push(where);
      }
    }
    expect(sendable.length).toBeGreaterThan(20);
    expect(owned.length).toBeGreaterThan(sendable.length / 2);
  });
});
