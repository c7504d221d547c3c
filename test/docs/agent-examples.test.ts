// The examples of agents against a gateway: an agent of the AI SDK whose model is scripted, and a client of MCP.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { MockLanguageModelV4 } from "ai/test";
import { createClient, type GatewayClient } from "../../client/src/index.ts";
import { runTask } from "../../docs/examples/agents/ai-sdk.ts";
import { listRepositories } from "../../docs/examples/agents/mcp-client.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(HOOK_MS);
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

describe("the examples of agents", () => {
  let gateway: TestGateway;
  let client: GatewayClient;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
    client = createClient({ baseUrl: gateway.url, apiKey: key });
  });
  afterAll(() => gateway.close());

  const sessions = async () =>
    (await gateway.call("GET", "/api/v1/agent-sessions?include_ended=true", { key })).json.data.agent_sessions as {
      agent: string;
      status: string;
    }[];
  const calls = async () =>
    (await gateway.call("GET", "/api/v1/usage", { key })).json.data.entries as {
      agent: string | null;
      status: number;
    }[];

  test("the agent of the AI SDK calls tools of its session, and the session ends with the task", async () => {
    const prompts: string[] = [];
    const model = new MockLanguageModelV4({
      async doGenerate(options) {
        prompts.push(JSON.stringify(options.prompt));
        const isFirst = prompts.length === 1;
        const call = {
          type: "tool-call",
          toolCallId: "1",
          toolName: "github_list_repos",
          input: '{"limit":1}',
        } as const;
        return {
          content: [isFirst ? call : { type: "text", text: "Those are they." }],
          finishReason: { unified: isFirst ? "tool-calls" : "stop", raw: undefined },
          usage: USAGE,
          warnings: [],
        } as never;
      },
    });
    expect(await runTask(client, model, "Which repositories do I have?")).toBe("Those are they.");
    expect(prompts[1]).toContain("full_name");
    expect((await sessions())[0]).toMatchObject({ agent: "ai-sdk-example", status: "revoked" });
    expect((await calls()).map(({ agent, status }) => [agent, status])).toContainEqual(["ai-sdk-example", 200]);
  });

  test("the MCP client sees the pinned tool, and calls it", async () => {
    const { tools, result } = await listRepositories(client);
    expect(tools).toContain("github_list_repos");
    expect(JSON.stringify(result)).toContain("full_name");
    expect((await sessions()).find(({ agent }) => agent === "mcp-example")?.status).toBe("revoked");
  });
});
