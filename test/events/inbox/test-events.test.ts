// Test events: one of every declared type can be made, is marked, and comes to inbox, stream and webhooks.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sources } from "gateway:plugins";
import { type Receiver, startReceiver } from "../../../demo/receiver.ts";
import { documentedEvents } from "../../../src/events/log/event-payloads.ts";
import { providersWith, sampleEvent } from "../../../src/events/log/sample-event.ts";
import { checkerOf } from "../../../src/foundation/schema/check.ts";
import { loadPlugins } from "../../../src/providers/registry/load.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { laneOf } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { createEndpoint, drain, eventOf, publish, startHooksGateway } from "../webhooks/hooks.ts";

setDefaultTimeout(60_000);
const PATH = "/api/v1/inbox/test-events";

describe("samples", () => {
  test("every declared type of every built-in plugin has a sample that its schema takes, with a title", async () => {
    const registry = buildRegistry(await loadPlugins(sources, []));
    const { types } = documentedEvents(registry);
    expect(types.length).toBeGreaterThan(100);
    const failed = types.flatMap(({ type, provider }) => {
      const [id = ""] = provider === null ? providersWith(registry, type) : [provider];
      const sample = sampleEvent(registry, type, id);
      const payloads = types.filter((one) => one.type === type && one.provider === provider).map((one) => one.payload);
      const isTaken = sample !== null && payloads.some((payload) => checkerOf(payload).Check(sample.payload));
      const hasTitle = sample !== null && sample.view.title.trim() !== "";
      return isTaken && hasTitle ? [] : [`${provider} ${type}`];
    });
    expect(failed).toEqual([]);
  });
});

for (const lane of laneOf(import.meta.file)) {
  describe(`test events on ${lane}`, () => {
    let gateway: TestGateway;
    let receiver: Receiver;
    beforeAll(async () => {
      gateway = await startHooksGateway(lane);
      receiver = await startReceiver();
    });
    afterAll(async () => {
      await gateway.close();
      receiver.close();
    });
    const listOf = async (key: string, headers: Record<string, string> = {}) =>
      (await gateway.call("GET", "/api/v1/inbox/events", { key, headers })).json.data.events;

    test("one comes to the inbox and to webhooks as any other event, marked", async () => {
      const { key } = await gateway.user({ permissions: ["*", "gateway:partner.manage"] });
      const { secret } = await createEndpoint(gateway, key, { url: receiver.url, event_types: ["gmail.*"] });
      receiver.setSecret(secret);
      const made = await gateway.call("POST", PATH, { key, body: { type: "gmail.message_received" } });
      expect(made.status).toBe(200);
      const { data } = made.json;
      expect(data).toMatchObject({
        type: "gmail.message_received",
        provider: "google",
        service: "gmail",
        is_test: true,
      });
      expect(data.account_id).toBe(null);
      expect(await listOf(key)).toEqual([data]);
      await drain(gateway);
      expect(receiver.received).toEqual([{ id: data.id, type: data.type }]);
      expect(receiver.bodies[0]).toMatchObject({ type: data.type, data: { id: data.id, is_test: true } });
    });

    test("a second one is another event, and events of providers have no mark", async () => {
      const { key, userId } = await gateway.user();
      const body = { type: "issues.opened", provider: "github" };
      const ids = [
        await gateway.call("POST", PATH, { key, body }),
        await gateway.call("POST", PATH, { key, body }),
      ].map(({ json }) => json.data.id);
      const [real] = await publish(gateway, [eventOf(gateway, userId, { provider: "acme" })]);
      const listed: { id: string; is_test?: boolean }[] = await listOf(key);
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([...ids, real]));
      for (const { id, is_test } of listed) expect(is_test).toBe(id === real ? undefined : true);
    });

    test("for an account, it is the account's alone", async () => {
      const { key } = await gateway.partner();
      await gateway.account(key, "customer-7");
      const headers = { "x-account-id": "customer-7" };
      const { json } = await gateway.call("POST", PATH, { key, headers, body: { type: "integration.expired" } });
      expect(json.data).toMatchObject({ external_id: "customer-7", is_test: true });
      expect(json.data.payload.provider).toBe(json.data.provider);
      expect((await listOf(key, headers)).length).toBe(1);
      expect(await listOf(key)).toEqual([]);
    });

    test.each([
      [{ type: "gmail.mesage_received" }, "/type", "Did you mean gmail.message_received?"],
      [{ type: "gmail.*" }, "/type", '"gmail.*" is not one type of event.'],
      [{ type: "gmail.message_received", provider: "github" }, "/provider", "google has it."],
    ])("%j is refused with what is meant", async (body, path, text) => {
      const { key } = await gateway.user();
      const { status, json } = await gateway.call("POST", PATH, { key, body });
      expect([status, json.details.errors[0].path]).toEqual([400, path]);
      expect(json.details.errors[0].message).toContain(text);
    });

    test("a key that may only read the inbox makes none", async () => {
      const { key } = await gateway.user({ permissions: ["gateway:inbox.read"] });
      const refused = await gateway.call("POST", PATH, { key, body: { type: "gmail.message_received" } });
      expect([refused.status, refused.headers.get("x-error-reason")]).toEqual([403, "key_permission"]);
    });
  });
}
