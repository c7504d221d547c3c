// A key calls Google, GitHub and Slack through integrations that were connected by consent, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

for (const lane of laneOf(import.meta.file)) {
  describe(`provider calls on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      key = (await gateway.user()).key;
      for (const provider of ["google", "github", "slack"] as const) await gateway.connect(key, provider);
    });
    afterAll(() => gateway.close());

    test("a list comes in the envelope, within the limit and with a cursor to the rest", async () => {
      const first = await gateway.call("GET", "/api/v1/google/gmail/messages?limit=2", { key });
      expect(first.status).toBe(200);
      expect(first.json.data.messages).toHaveLength(2);
      const cursor = encodeURIComponent(first.json.data.next_cursor);
      const second = await gateway.call("GET", `/api/v1/google/gmail/messages?limit=2&cursor=${cursor}`, { key });
      expect(second.status).toBe(200);
      const ids = (response: typeof first) => response.json.data.messages.map((message: { id: string }) => message.id);
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(4);
    });

    test("a write reaches the provider once and leaves one row in the usage log", async () => {
      const sent = () =>
        gateway.providers.slack.log.filter((request) => request.path.includes("chat.postMessage")).length;
      const before = sent();
      const response = await gateway.call("POST", "/api/v1/slack/messages", {
        key,
        body: { channel: "C000000001", text: "once" },
      });
      expect(response.status).toBe(200);
      expect(sent()).toBe(before + 1);
      const usage = await gateway.call("GET", "/api/v1/usage?action=messages.write", { key });
      expect(usage.json.data.entries.filter((entry: { status: number }) => entry.status === 200)).toHaveLength(1);
    });

    test("a tool's connected flag agrees with the call path", async () => {
      const tools = await gateway.call("GET", "/api/v1/tools", { key });
      expect(tools.json.ok).toBe(true);
      const flags = tools.json.data.tools.map((tool: { metadata: { connected: boolean } }) => tool.metadata.connected);
      expect(flags).toEqual(Array(tools.json.data.total).fill(true));
      expect(flags.length).toBeGreaterThan(80);
    });
  });
}
