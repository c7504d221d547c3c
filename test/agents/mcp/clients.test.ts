// Official clients against /mcp: listing, searching and calling tools, in both generations of the protocol.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createMCPClient } from "@ai-sdk/mcp";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

/** What the clients have in common. */
interface AnyClient {
  list(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<{ structuredContent?: unknown; isError?: unknown }>;
  close(): Promise<unknown>;
}
type Connect = (url: URL, key: string) => Promise<AnyClient>;

const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });

const official =
  (mode: "auto" | "legacy"): Connect =>
  async (url, key) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(key) } }));
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  };

type Called = ReturnType<AnyClient["call"]>;

const former: Connect = async (url, key) => {
  const client = new FormerClient({ name: "test", version: "1" });
  await client.connect(new FormerTransport(url, { requestInit: { headers: headersOf(key) } }) as never);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }) as Called,
    close: () => client.close(),
  };
};

const aiSdk: Connect = async (url, key) => {
  const client = await createMCPClient({ transport: { type: "http", url: url.href, headers: headersOf(key) } });
  return {
    list: async () => Object.keys(await client.tools()),
    call: async (name, args) => {
      const tools = await client.tools();
      const execute = tools[name]?.execute as (input: unknown, options: unknown) => Promise<object>;
      return execute(args, { toolCallId: "1", messages: [] });
    },
    close: () => client.close(),
  };
};

const CLIENTS: Readonly<Record<string, Connect>> = {
  "the official client, 2026-07-28": official("auto"),
  "the official client, 2025 revisions": official("legacy"),
  "the official client of version 1": former,
  "the AI SDK": aiSdk,
};

for (const lane of laneOf(import.meta.file)) {
  describe(`MCP clients on ${lane}`, () => {
    const upstream = recordingProvider(({ body, url }) => {
      if (url.pathname === "/items" && body === "") return Response.json({ items: [{ id: 1, title: "one" }] });
      return Response.json({ id: 1, title: JSON.parse(body || '{"title":"one"}').title });
    });
    let gateway: TestGateway;
    let user: Awaited<ReturnType<TestGateway["user"]>>;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      user = await gateway.user();
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    for (const [name, connect] of Object.entries(CLIENTS)) {
      const connected = (query = "") => connect(new URL(`${gateway.url}/mcp${query}`), user.key);

      test(`${name}: lists the connected tools in their order, and calls them`, async () => {
        const client = await connected();
        expect(await client.list()).toEqual([
          "acme_list_items",
          "acme_get_item",
          "acme_create_item",
          "acme_delete_item",
          "acme_get_item_file",
          "read_result",
          "connect",
        ]);
        const read = await client.call("acme_get_item", { id: "7" });
        expect(read.structuredContent).toEqual({ id: "1", title: "one" });
        const made = await client.call("acme_create_item", { title: "new" });
        expect(made.structuredContent).toEqual({ id: "1", title: "new" });
        const wrong = await client.call("acme_create_item", { titel: "new" });
        expect(wrong).toMatchObject({ isError: true });
        expect(wrong.structuredContent).toBeUndefined();
        await client.close();
      });

      test(`${name}: searches, and calls what it finds`, async () => {
        const client = await connected("?tools=search");
        expect(await client.list()).toEqual([
          "search_tools",
          "read_with_tool",
          "change_with_tool",
          "read_result",
          "connect",
        ]);
        const found = await client.call("search_tools", { query: "get one item" });
        const { tools } = found.structuredContent as { tools: { name: string; call_with: string }[] };
        expect(tools[0]).toMatchObject({ name: "acme_get_item", call_with: "read_with_tool", connected: true });
        const read = await client.call("read_with_tool", { tool: "acme_get_item", arguments: { id: "7" } });
        expect(read.structuredContent).toEqual({ id: "1", title: "one" });
        const refused = await client.call("read_with_tool", { tool: "acme_create_item", arguments: { title: "x" } });
        expect(refused.isError).toBe(true);
        await client.close();
      });

      test(`${name}: takes name for tool, and says which of them is missing`, async () => {
        const client = await connected("?tools=search");
        const read = await client.call("read_with_tool", { name: "acme_get_item", arguments: { id: "7" } });
        expect(read.structuredContent).toEqual({ id: "1", title: "one" });
        const textOf = async (args: Record<string, unknown>) =>
          JSON.stringify(await client.call("read_with_tool", args));
        expect(await textOf({ arguments: { id: "7" } })).toContain("is required: the name of a tool");
        expect(await textOf({ tool: "acme_get_item", name: "acme_list_items" })).toContain("is not a parameter here");
        await client.close();
      });
    }
  });
}
