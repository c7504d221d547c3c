// A tool in each vendor's form, as it goes into that vendor's request; vendors refuse keys that they do not know.

import { LRUCache } from "lru-cache";
import { atMost } from "../../../foundation/at-most.ts";
import type { RegisteredEndpoint } from "../../../providers/registry/registry.ts";
import { dataSchema } from "../../../providers/registry/response-data.ts";
import type { Json } from "../../../web/http/openapi-shapes.ts";
import { type JsonText, jsonText } from "../../../web/http/typed-text.ts";
import { withApproval } from "../approval-argument.ts";
import { type ConnectionChoice, withChoice } from "../connection-choice.ts";
import { geminiSchema } from "./gemini-schema.ts";
import { mcpSchema } from "./mcp-schema.ts";
import { argumentsSchema, describedOnce, portableSchema, withSentence } from "./portable-schema.ts";
import { strictSchema, withoutSources } from "./strict-schema.ts";
import { titleOf } from "./title.ts";

/** `openai` is that of chat completions, `openai-responses` that of the Responses API. */
export const TOOL_FORMS = ["openai", "openai-responses", "anthropic", "gemini", "mcp"] as const;
export type ToolForm = (typeof TOOL_FORMS)[number];

export interface FormOptions {
  /** OpenAI's strict mode, for its two forms; a tool that has no strict form says `strict: false`. */
  strict?: boolean;
  /** The connections that the caller must choose among; null where there is one at most. */
  choice?: ConnectionChoice | null;
  /** For MCP: whether a call of it may wait for a person, and is made again for its result. */
  mayWait?: boolean;
}

/**
 * The bare definition, made again: use `toolDefinitionText` to send it. For `gemini` it is a function declaration, of
 * which one entry of `tools` holds a list.
 */
export function toolDefinition(
  endpoint: RegisteredEndpoint,
  form: ToolForm,
  { strict = false, choice = null, mayWait = false }: FormOptions = {},
): Json {
  const { name, description, parameters: schema } = functionDefinition(endpoint, choice);
  const strictForm = () => strictSchema(withoutSources(schema, endpoint.files));
  switch (form) {
    case "openai": {
      const parameters = strict ? strictForm() : null;
      const mode = strict && { strict: parameters !== null };
      return { type: "function", function: { name, description, parameters: parameters ?? schema, ...mode } };
    }
    case "openai-responses": {
      const parameters = strict ? strictForm() : null;
      // Left out, `strict` would be true.
      return { type: "function", name, description, parameters: parameters ?? schema, strict: parameters !== null };
    }
    case "anthropic":
      return { name, description, input_schema: schema };
    case "gemini": {
      const takesArguments = Object.keys(schema.properties as Json).length > 0;
      return { name, description, ...(takesArguments && { parametersJsonSchema: geminiSchema(schema) }) };
    }
    case "mcp":
      return {
        name,
        title: titleOf(endpoint),
        description,
        // As the specification asks of tools without arguments (server/tools, "Tool").
        inputSchema: { ...mcpSchema(mayWait ? withApproval(schema) : schema), additionalProperties: false },
        outputSchema: outputSchema(endpoint),
        annotations: annotations(endpoint),
        _meta: { [EFFECTS_META]: endpoint.effects },
      };
  }
}

/** What every form is made of. */
export const functionDefinition = (endpoint: RegisteredEndpoint, choice: ConnectionChoice | null) => ({
  name: endpoint.tool,
  description: toolDescription(endpoint),
  parameters: withChoice(argumentsSchema(endpoint), choice),
});

const texts = new WeakMap<RegisteredEndpoint, Map<string, JsonText<Json>>>();

/** Definitions with a choice of connections, of some 2 KB each: every owner has other names. */
const withChoices = new LRUCache<string, JsonText<Json>>(atMost(5_000));

/** The same as JSON text, made once for each endpoint and form. */
export function toolDefinitionText(
  endpoint: RegisteredEndpoint,
  form: ToolForm,
  options: FormOptions = {},
): JsonText<Json> {
  const { strict, choice, mayWait } = options;
  const key = `${form}${strict ? " strict" : ""}${mayWait ? " may wait" : ""}`;
  if (choice) {
    const ofChoice = `${endpoint.provider.id}/${endpoint.tool} ${key} ${choice.key}`;
    const text = withChoices.get(ofChoice) ?? jsonText(toolDefinition(endpoint, form, options));
    withChoices.set(ofChoice, text);
    return text;
  }
  const cached = texts.get(endpoint) ?? new Map<string, JsonText<Json>>();
  texts.set(endpoint, cached);
  const text = cached.get(key) ?? jsonText(toolDefinition(endpoint, form, options));
  cached.set(key, text);
  return text;
}

/** The endpoint's description, with what a schema of one flat object cannot say. */
function toolDescription({ def }: RegisteredEndpoint): string {
  const needsOne = (def.body?.minProperties ?? 0) > 0 && (def.body?.required ?? []).length === 0;
  return needsOne ? withSentence(def.description, "Give at least one field to set.") : def.description;
}

/**
 * JSON Schema of `structuredContent`: `data` of the endpoint's response, whole. A file may come without its content, as a link.
 */
export function outputSchema(endpoint: RegisteredEndpoint): Json {
  const schema = describedOnce(portableSchema(dataSchema(endpoint)));
  if (endpoint.def.returns.kind !== "file") return schema;
  const isAlways = (name: string) => name !== "content" && name !== "encoding";
  return { ...schema, required: (schema.required as string[]).filter(isAlways) };
}

/** The effects of a call as the gateway's own API describes them; MCP has no term for them. */
export const EFFECTS_META = "open-integration-gateway/effects";

/** MCP's words for what a call does. A change that nobody else sees is no open world; what is read may be by anybody. */
export function annotations(endpoint: RegisteredEndpoint): Json {
  const { effect, reaches, idempotent } = endpoint.effects;
  return {
    title: titleOf(endpoint),
    readOnlyHint: effect === "reads",
    destructiveHint: effect === "destroys",
    idempotentHint: idempotent,
    openWorldHint: effect === "reads" || reaches !== false,
  };
}
