// The identity that an event's map gets: that of each integration, also where one inbound webhook is about several.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { event, type Provider, t, type Webhook } from "../../../src/plugin/index.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { integrate, pushingPlugin, sendInbound, WEBHOOK_SECRET } from "../../support/pushing-plugin.ts";

function linking(): Provider {
  const plugin = pushingPlugin();
  const linked = event({
    description: "A thing changed.",
    match: () => true,
    raw: t.Object({ id: t.String() }),
    shape: t.Object({ url: t.String() }),
    map: ({ id }, _inbound, _fetched, { id: user, workspace }) => ({
      url: `https://${workspace?.id}.example/${user}/${id}`,
    }),
    view: ({ url }) => ({ title: "Changed", url }),
  });
  plugin.webhook = { ...(plugin.webhook as Webhook), events: { "items.changed": linked } };
  return plugin;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`an event's identity, ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { webhookSecret: WEBHOOK_SECRET } };
      gateway = await startTestGateway({ lane, plugins: [linking()], settings });
    }, 30_000);
    afterAll(() => gateway.close());

    test("each integration of a workspace gets the event as its own identity makes it", async () => {
      const people = await Promise.all(["u1", "u2"].map(async (user) => ({ user, ...(await gateway.user()) })));
      for (const { userId, user } of people)
        await integrate(gateway, { userId, accountId: null }, { user, team: "t1" });
      const body = JSON.stringify({ items: [{ id: "7", event_id: "e1", team: "t1" }] });
      expect((await sendInbound(gateway, body, { path: "/acme" })).status).toBe(200);
      await gateway.app.deps.inboundWebhooks.drain();
      for (const { key, user } of people) {
        const { json } = await gateway.call("GET", "/api/v1/inbox/events", { key });
        const changes = json.data.events.filter(({ type }: { type: string }) => type === "items.changed");
        expect(changes).toMatchObject([{ payload: { url: `https://t1.example/${user}/7` } }]);
      }
    });
  });
}
