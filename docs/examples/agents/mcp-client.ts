// A client of the Model Context Protocol that connects with the token of one agent session.
// GATEWAY_URL=… GATEWAY_KEY=… bun mcp-client.ts
import { createClient, type GatewayClient } from "@integration-gateway/client";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export async function listRepositories(gateway: GatewayClient): Promise<{ tools: string[]; result: unknown }> {
  const session = await gateway.agentSession({
    agent: "mcp-example",
    allow: ["github:repos.read"],
    pinned: ["github_list_repos"],
    expires_in: 300,
  });
  const client = new Client({ name: "mcp-example", version: "1.0.0" });
  try {
    const { url, headers } = session.mcp;
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    const { structuredContent } = await client.callTool({ name: "github_list_repos", arguments: { limit: 2 } });
    return { tools: tools.map(({ name }) => name), result: structuredContent };
  } finally {
    await client.close();
    await session.end();
  }
}

if (import.meta.main) {
  const gateway = createClient({ baseUrl: process.env.GATEWAY_URL ?? "", apiKey: process.env.GATEWAY_KEY ?? "" });
  console.log(JSON.stringify(await listRepositories(gateway), null, 2));
}
