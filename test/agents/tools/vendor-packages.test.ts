// All tools through the vendors' own packages: what arrives on the wire is the definition, whole and without a warning.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { generateText, jsonSchema, type LanguageModel, tool } from "ai";
import OpenAI from "openai";
import { type FormOptions, type ToolForm, toolDefinitionText } from "../../../src/agents/tools/forms/definition.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import type { Json } from "../../../src/web/http/openapi-shapes.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { type RecordingServer, startRecordingServer } from "../../support/recording-server.ts";

const { endpoints } = buildRegistry(await builtInPlugins());
const definitions = <T>(form: ToolForm, options?: FormOptions): T[] =>
  endpoints.map((endpoint) => JSON.parse(toolDefinitionText(endpoint, form, options)) as T);

const PROMPT = "Which issues are open?";
const MODEL = "test-model";

/** A vendor's shortest complete response. */
function completion(path: string): object {
  if (path.includes("/messages")) {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const content = [{ type: "text", text: "None." }];
    return { id: "1", type: "message", role: "assistant", model: MODEL, content, stop_reason: "end_turn", usage };
  }
  if (path.includes(":generateContent")) {
    const content = { role: "model", parts: [{ text: "None." }] };
    return { candidates: [{ content, finishReason: "STOP", index: 0 }], usageMetadata: {} };
  }
  if (path.includes("/responses")) {
    const content = [{ type: "output_text", text: "None.", annotations: [] }];
    const output = [{ type: "message", id: "2", role: "assistant", status: "completed", content }];
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return { id: "1", object: "response", created_at: 1, model: MODEL, status: "completed", output, usage };
  }
  const message = { role: "assistant", content: "None." };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  return { id: "1", object: "chat.completion", created: 1, model: MODEL, choices, usage };
}

// The package prints warnings as well, of which the control has one.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer(completion);
});
afterAll(() => server.close());
beforeEach(() => void server.bodies.splice(0));

/** The tools of the only request. */
const sentTools = (): Json[] => {
  expect(server.bodies).toHaveLength(1);
  return server.bodies[0]?.tools as Json[];
};

describe("the vendor's package sends every definition unchanged", () => {
  const openai = () => new OpenAI({ apiKey: "none", baseURL: server.url, maxRetries: 0 });

  test.each([false, true])("openai, chat completions, strict: %p", async (strict) => {
    const tools = definitions<OpenAI.ChatCompletionFunctionTool>("openai", { strict });
    await openai().chat.completions.create({ model: MODEL, messages: [{ role: "user", content: PROMPT }], tools });
    expect(sentTools()).toEqual(tools as never);
  });

  test.each([false, true])("openai, responses, strict: %p", async (strict) => {
    const tools = definitions<OpenAI.Responses.FunctionTool>("openai-responses", { strict });
    await openai().responses.create({ model: MODEL, input: PROMPT, tools });
    expect(sentTools()).toEqual(tools as never);
  });

  test("@anthropic-ai/sdk", async () => {
    const tools = definitions<Anthropic.Tool>("anthropic");
    const client = new Anthropic({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
    await client.messages.create({
      model: MODEL,
      max_tokens: 10,
      messages: [{ role: "user", content: PROMPT }],
      tools,
    });
    expect(sentTools()).toEqual(tools as never);
  });

  test("@google/genai", async () => {
    const functionDeclarations = definitions<Json>("gemini");
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: server.url } });
    await client.models.generateContent({
      model: MODEL,
      contents: PROMPT,
      config: { tools: [{ functionDeclarations }] },
    });
    expect(sentTools()).toEqual([{ functionDeclarations }]);
  });
});

describe("ai sends every definition with the same schema, and warns of nothing", () => {
  /** Asks through a converter of `ai`; the definitions are those of one form. */
  const ask = async (model: LanguageModel, form: "mcp" | "gemini", schemaKey: string) => {
    const all = definitions<Json>(form);
    const entries = all.map(({ name, description, [schemaKey]: schema }) => [
      name,
      tool({
        description: description as string,
        inputSchema: jsonSchema((schema ?? { type: "object", properties: {} }) as never),
      }),
    ]);
    const tools = Object.fromEntries(entries);
    const result = await generateText({ model, prompt: PROMPT, tools, maxRetries: 0, maxOutputTokens: 10 });
    expect(result.warnings ?? []).toEqual([]);
    return all;
  };
  const settings = () => ({ apiKey: "none", baseURL: server.url });

  test("control: of a lookaround it would warn", async () => {
    const inputSchema = jsonSchema({ type: "object", properties: { id: { type: "string", pattern: "^(?!x)" } } });
    const model = createOpenAI(settings()).responses(MODEL);
    const result = await generateText({
      model,
      prompt: PROMPT,
      tools: { sample: tool({ inputSchema }) },
      maxRetries: 0,
    });
    expect(result.warnings).toHaveLength(1);
  });

  test("to OpenAI's chat completions", async () => {
    const all = await ask(createOpenAI(settings()).chat(MODEL), "mcp", "inputSchema");
    const schemas = sentTools().map((sent) => (sent.function as Json).parameters);
    expect(schemas).toEqual(all.map(({ inputSchema }) => inputSchema));
  });

  test("to OpenAI's Responses API", async () => {
    const all = await ask(createOpenAI(settings()).responses(MODEL), "mcp", "inputSchema");
    expect(sentTools().map(({ parameters }) => parameters)).toEqual(all.map(({ inputSchema }) => inputSchema));
  });

  test("to Anthropic", async () => {
    const all = await ask(createAnthropic(settings())(MODEL), "mcp", "inputSchema");
    expect(sentTools().map(({ input_schema }) => input_schema)).toEqual(all.map(({ inputSchema }) => inputSchema));
  });

  test("to Gemini", async () => {
    const all = await ask(createGoogleGenerativeAI(settings())(MODEL), "gemini", "parametersJsonSchema");
    const [sent] = sentTools() as { functionDeclarations: Json[] }[];
    const withArguments = all.filter(({ parametersJsonSchema }) => parametersJsonSchema !== undefined);
    const schemas = new Map(
      sent?.functionDeclarations.map(({ name, parametersJsonSchema }) => [name, parametersJsonSchema]),
    );
    expect(schemas.size).toBe(all.length);
    for (const { name, parametersJsonSchema } of withArguments) expect(schemas.get(name)).toEqual(parametersJsonSchema);
  });
});
