// Official clients against /mcp: listing, searching and calling tools, in both generations of the protocol.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { acme } from "../support/acme.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";

for (const lane of LANES) {
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

    const connected = async (mode: "auto" | "legacy", query = "") => {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp${query}`), {
        requestInit: { headers: { authorization: `Bearer ${user.key}` } },
      });
      await client.connect(transport);
      return client;
    };

    for (const mode of ["auto", "legacy"] as const) {
      test(`the official client lists and calls tools (${mode})`, async () => {
        const client = await connected(mode);
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toContain("acme_get_item");
        const result = await client.callTool({ name: "acme_get_item", arguments: { id: "7" } });
        expect(result.structuredContent).toEqual({ id: "1", title: "one" });
        await client.close();
      });
    }
  });
}
