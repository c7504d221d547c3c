// An agent of the AI SDK that has the tools of one agent session, which ends with the task.
// GATEWAY_URL=… GATEWAY_KEY=… MODEL=anthropic/claude-sonnet-5 bun ai-sdk.ts "Which repositories do I have?"
import { createClient, type GatewayClient } from "@integration-gateway/client";
import { dynamicTool, generateText, jsonSchema, type LanguageModel, stepCountIs, type ToolSet } from "ai";

/** As `format=anthropic` describes a tool. */
interface Definition {
  name: string;
  description: string;
  input_schema: Parameters<typeof jsonSchema>[0];
}

export async function runTask(gateway: GatewayClient, model: LanguageModel, task: string): Promise<string> {
  const session = await gateway.agentSession({
    name: task.slice(0, 100),
    agent: "ai-sdk-example",
    allow: ["github"],
    read_only: true,
    limits: { calls: 20 },
    expires_in: 900,
    input: task,
  });
  try {
    const { tools } = await session.tools({ query: task, limit: 10, format: "anthropic" });
    const set: ToolSet = {};
    for (const { name, description, input_schema } of tools as unknown as Definition[]) {
      set[name] = dynamicTool({
        description,
        inputSchema: jsonSchema(input_schema),
        // A refusal is a result as well: it says what the model can do instead.
        execute: (input) => session.call(name, input as Record<string, unknown>).catch(String),
      });
    }
    const { text } = await generateText({ model, tools: set, prompt: task, stopWhen: stepCountIs(8) });
    return text;
  } finally {
    await session.end();
  }
}

if (import.meta.main) {
  const gateway = createClient({ baseUrl: process.env.GATEWAY_URL ?? "", apiKey: process.env.GATEWAY_KEY ?? "" });
  const task = process.argv[2] ?? "Which repositories do I have?";
  console.log(await runTask(gateway, process.env.MODEL ?? "anthropic/claude-sonnet-5", task));
}
