// A fixture's request signed anew: the plugin accepts it with the gateway's secrets, now, and for another owner.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Webhook, WebhookSecrets } from "../../../src/plugin/index.ts";
import { readFixtures } from "../../../src/plugin-kit/check/fixture-files.ts";
import { resigned } from "../../../src/plugin-kit/check/resign.ts";
import {
  inboundWebhookOf,
  parseWebhookFixture,
  type WebhookFixture,
} from "../../../src/plugin-kit/check/webhook-fixture.ts";
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

describe("an identity in place of the fixture's", () => {
  const webhook = {
    verify: () => true,
    events: {},
  } as unknown as Webhook;
  const address = "http://127.0.0.1:8101/api/v1/webhooks/acme";
  /** What is sent for the identity 47$&11, whose characters mean something in a replacement. */
  const sentFor = async (id: string, text: string, url?: string) => {
    const inbound = { text, ...(url === undefined ? {} : { url }), headers: { "x-user": id } };
    const fixture = { inbound, events: [{ type: "a", subject: { id } }] } as unknown as WebhookFixture;
    const sign = () => ({});
    return await resigned(webhook, fixture, { address, secrets: SECRETS, now: NOW, identity: "47$&11", sign });
  };

  test("replaces the id as a whole word, and nothing of the gateway's own address", async () => {
    const text = '{"user":1,"of":"team:1","list":[1,10,21,"1st"],"at":1001}';
    expect(await sentFor("1", text, "https://acme.example/hook1/1?user=1&page=10")).toEqual({
      method: "POST",
      url: `${address}?user=47$&11&page=10`,
      headers: { "x-user": "47$&11" },
      text: '{"user":47$&11,"of":"team:47$&11","list":[47$&11,10,21,"1st"],"at":1001}',
    });
    expect(await sentFor("1", "1")).toMatchObject({ url: address, text: "47$&11" });
  });

  test("replaces ids of any characters, and no empty one", async () => {
    for (const id of ["a-b", "a.b+c", "x|y", "é", "(1)", "a/b", "^1$", "ada@acme.example"])
      expect([id, await sentFor(id, `<${id}>`)]).toEqual([id, expect.objectContaining({ text: "<47$&11>" })]);
    expect(await sentFor("", "a b")).toMatchObject({ text: "a b" });
    expect(await sentFor("a.b", "<axb>")).toMatchObject({ text: "<axb>" });
  });
});
