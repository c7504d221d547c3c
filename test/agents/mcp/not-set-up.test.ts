// Providers that no operator has set up: nobody is sent to connect them, and each way to a tool says so at once.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant } from "../../support/test-partners.ts";
import { mcpSender } from "./message.ts";

setDefaultTimeout(TEST_MS);

const GET = { name: "acme_get_item", arguments: { id: "7" } };
const BOTH = { elicitation: { form: {}, url: {} } };

for (const lane of laneOf(import.meta.file)) {
  describe(`a provider that is not set up, on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [acme, { ...acme, id: "ready", name: "Ready" }],
        settings: { ready: { clientId: "c", clientSecret: "s" } },
      });
      ({ key, userId } = await gateway.user());
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const send = (method: string, params: object, query = "") =>
      mcpSender(gateway, { key, query })(method, params, BOTH);

    test("is no link to connect: the call and the tool `connect` say whose turn it is", async () => {
      for (const params of [GET, { name: "connect", arguments: { provider: "acme" } }]) {
        const { result } = (await send("tools/call", params)).json;
        expect([result.isError, result.resultType]).not.toContain("input_required");
        expect(result.content[0].text).toContain("Acme is not set up on this gateway");
        expect(result.content[0].text).toContain("ACME_CLIENT_ID");
        expect(result.content[0].text).not.toContain("?connect=");
      }
      const other = (await send("tools/call", { ...GET, name: "ready_get_item" })).json.result;
      expect(other.resultType).toBe("input_required");
    });

    test("over HTTP has the reason not_set_up, by path, by name and by the tools' metadata", async () => {
      const path = await gateway.call("GET", "/api/v1/acme/items/7", { key });
      const name = await gateway.call("POST", "/api/v1/tools/acme_get_item/execute", {
        key,
        body: { arguments: { id: "7" } },
      });
      for (const { status, json } of [path, name]) {
        expect([status, json.details?.reason]).toEqual([403, "not_set_up"]);
        expect(json.error).toBe('Integration "acme" is not connected');
        expect(json.details?.next_step).toContain("The operator must set ACME_CLIENT_ID");
      }
      const other = await gateway.call("GET", "/api/v1/ready/items/7", { key });
      expect([other.status, other.json.details?.reason]).toEqual([403, "not_connected"]);
      const { tools } = (await gateway.call("GET", "/api/v1/tools?all=true", { key })).json.data;
      const states = tools.map((tool: { metadata: { provider: string; is_set_up: boolean } }) => tool.metadata);
      for (const { provider, is_set_up } of states) expect(is_set_up).toBe(provider === "ready");
    });

    test("is named so by a search, and is not offered for connecting", async () => {
      const found = (await send("tools/call", { name: "search_tools", arguments: { query: "get item" } })).json.result;
      const { tools } = found.structuredContent as { tools: { name: string; is_set_up: boolean }[] };
      for (const { name, is_set_up } of tools) expect(is_set_up).toBe(name.startsWith("ready_"));
      const listed = (await send("tools/list", {}, "?tools=search")).json.result.tools;
      const connect = listed.find(({ name }: { name: string }) => name === "connect");
      expect(connect.inputSchema.properties.provider.enum).toEqual(["ready"]);
    });

    test("does not matter once it is connected, and a search without a hit says what there is", async () => {
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const { tools } = (await gateway.call("GET", "/api/v1/tools", { key })).json.data;
      expect(tools.length).toBeGreaterThan(0);
      expect(tools[0].metadata).toMatchObject({ provider: "acme", connected: true, is_set_up: true });
      const none = (await send("tools/call", { name: "search_tools", arguments: { query: "zzzz qqqq" } })).json.result;
      expect(none.structuredContent.tools).toEqual([]);
      expect(none.structuredContent.hint).toContain("Acme (items), Ready (items)");
    });
  });
}
