// Several connections of one provider over /mcp: what tools say of them, whom a call acts for, and one that has ended.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider, tokenOf } from "../../support/test-partners.ts";
import { mcpSender } from "./message.ts";

for (const lane of laneOf(import.meta.file)) {
  describe(`several connections over /mcp on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const withTwo = async (status?: "expired") => {
      const { userId, key } = await gateway.user();
      const owner = { userId, accountId: null };
      const work = await insertGrant(gateway, owner, "acme", { name: "work", ...(status && { status }) });
      const own = await insertGrant(gateway, owner, "acme", { name: "private" });
      const tokens = { work: `${tokenOf(owner, "acme")}.${work}`, private: `${tokenOf(owner, "acme")}.${own}` };
      return { key, userId, ids: { work, private: own }, tokens };
    };
    const call = async (key: string, args: object, name = "acme_get_item", capabilities = {}) => {
      const from = upstream.requests.length;
      const send = mcpSender(gateway, { key });
      const { result } = (await send("tools/call", { name, arguments: args }, capabilities)).json;
      return { result, tokens: upstream.requests.slice(from).map(({ token }) => token) };
    };
    const read = (args: object) => ({ tool: "acme_get_item", arguments: args });

    test("tools have the argument, with the names and whose account each is", async () => {
      const { key } = await withTwo();
      const { tools } = (await mcpSender(gateway, { key })("tools/list")).json.result;
      const { inputSchema } = tools.find((tool: { name: string }) => tool.name === "acme_get_item");
      expect(inputSchema.properties.connection).toMatchObject({ type: "string", enum: ["private", "work"] });
      expect(inputSchema.required).toEqual(["id", "connection"]);
      const search = await call(key, { query: "get an item" }, "search_tools");
      const [found] = search.result.structuredContent.tools;
      expect(found.connections.map(({ name }: { name: string }) => name)).toEqual(["private", "work"]);
      expect(found.inputSchema.properties.connection.enum).toEqual(["private", "work"]);
      const { key: other } = await gateway.user();
      const alone = await call(other, { query: "get an item" }, "search_tools");
      expect(JSON.stringify(alone.result)).not.toContain('connection"');
    });

    test("N-1: a call acts as the one that it names, through a tool that calls others too", async () => {
      const { key, tokens } = await withTwo();
      for (const connection of ["work", "private"] as const) {
        expect((await call(key, { id: "1", connection })).tokens).toEqual([tokens[connection]]);
        const through = await call(key, read({ id: "1", connection }), "read_with_tool");
        expect(through.tokens).toEqual([tokens[connection]]);
      }
    });

    test("without a name nothing is sent, and the error lists them", async () => {
      const { key } = await withTwo();
      const { result, tokens } = await call(key, { id: "1" });
      expect([result.isError, tokens]).toEqual([true, []]);
      expect(JSON.stringify(result.content)).toContain("There are several connections with acme");
    });

    test("an Idempotency-Key is of the connection that the header names: no other one's response is repeated", async () => {
      const { key, tokens } = await withTwo();
      const create = async (connection: string) => {
        const from = upstream.requests.length;
        const headers = { "idempotency-key": "once", "x-connection": connection };
        const send = mcpSender(gateway, { key, headers });
        const params = { name: "acme_create_item", arguments: { title: "one" } };
        const { result } = (await send("tools/call", params)).json;
        return [result.isError ?? false, upstream.requests.slice(from).map(({ token }) => token)];
      };
      expect(await create("work")).toEqual([false, [tokens.work]]);
      expect(await create("work")).toEqual([false, []]);
      expect(await create("private")).toEqual([true, []]);
    });

    test("one that has ended is connected again, though another works; an unknown name is no reason to connect", async () => {
      const { key, userId } = await withTwo("expired");
      const elicitation = { url: {} };
      const ended = await call(key, { id: "1", connection: "work" }, "acme_get_item", { elicitation });
      expect(JSON.stringify(ended.result)).toContain(`/u/${userId}/integrations?connect=acme`);
      const unknown = await call(key, { id: "1", connection: "school" }, "acme_get_item", { elicitation });
      expect(unknown.result.isError).toBe(true);
      expect(JSON.stringify(unknown.result)).not.toContain("connect=acme");
      expect(JSON.stringify(unknown.result)).toContain("there are private, work");
    });
  });
}
