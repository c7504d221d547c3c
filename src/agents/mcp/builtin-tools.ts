// Few tools in place of many: one searches, one reads, one changes, one reads on, one connects.
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { canConnect } from "../../connections/connect/authorize.ts";
import type { Owner } from "../../identity/owner.ts";
import { nearestTools } from "../../providers/calls/execute.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { APPROVAL_ID, APPROVAL_SCHEMA } from "../tools/approval-argument.ts";
import { connectionChoices } from "../tools/connection-choice.ts";
import { toolDefinition } from "../tools/forms/definition.ts";
import { titleOf } from "../tools/forms/title.ts";
import { toolIndexOf } from "../tools/tool-index.ts";
import { WEIGHTS } from "../tools/weights.ts";
import { isConnected, isOffered, type McpRequest, ownerOf } from "./mcp-request.ts";
import { readOnTool } from "./read-on.ts";
import { dataResult, errorResult } from "./results.ts";

const MAX_QUERY = 200;
/** Tools of a search whose schemas are in the answer; the others have a line each. */
const WITH_SCHEMA = 3;
const MAX_FOUND = 12;

export const SEARCH_TOOL = "search_tools";
export const READ_TOOL = "read_with_tool";
export const CHANGE_TOOL = "change_with_tool";
export const CONNECT_TOOL = "connect";

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean, openWorldHint: boolean) => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
});

const calling = {
  type: "object" as const,
  properties: {
    tool: { type: "string", description: `A tool's name, as returned by ${SEARCH_TOOL}.` },
    arguments: {
      type: "object",
      description: "The tool's arguments, as its inputSchema in the search result describes.",
      additionalProperties: true,
    },
  },
  required: ["tool"],
  additionalProperties: false,
};

/** The definitions; the names of providers stand in the descriptions, so that a model knows what can be found. */
export function builtinTools(providers: readonly { id: string; name: string }[], canConnectMore = true): Tool[] {
  const names = providers.map(({ name }) => name).join(", ");
  return [
    {
      name: SEARCH_TOOL,
      title: "Search tools",
      description: `Find tools of ${names} by what they do. The best matches have an inputSchema; call them with ${READ_TOOL} or ${CHANGE_TOOL}.`,
      inputSchema: {
        type: "object",
        properties: {
          query: {
            type: "string",
            maxLength: MAX_QUERY,
            description: "What the tool should do, in a few English words, such as: send an email.",
          },
        },
        required: ["query"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          tools: { type: "array", items: { type: "object", additionalProperties: true } },
          more: { type: "array", items: { type: "string" }, description: "More matching tools, one line each." },
          hint: { type: "string", description: "What to try if nothing was found." },
        },
        required: ["tools", "more"],
      },
      annotations: { title: "Search tools", ...hints(true, false, true, false) },
    },
    {
      name: READ_TOOL,
      title: "Read with a tool",
      description: "Call a tool that only reads.",
      inputSchema: calling,
      annotations: { title: "Read with a tool", ...hints(true, false, true, true) },
    },
    {
      name: CHANGE_TOOL,
      title: "Change with a tool",
      description: "Call a tool that creates, changes, sends or deletes something.",
      inputSchema: { ...calling, properties: { ...calling.properties, [APPROVAL_ID]: APPROVAL_SCHEMA } },
      annotations: { title: "Change with a tool", ...hints(false, true, false, true) },
    },
    readOnTool,
    ...(canConnectMore ? [connectTool(providers)] : []),
  ];
}

export function connectTool(providers: readonly { id: string }[]): Tool {
  return {
    name: CONNECT_TOOL,
    title: "Connect",
    description: "Ask the user to connect a provider, so that its tools can be called.",
    inputSchema: {
      type: "object",
      properties: { provider: { type: "string", enum: providers.map(({ id }) => id) } },
      required: ["provider"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { provider: { type: "string" }, connected: { type: "boolean" } },
      required: ["provider", "connected"],
    },
    annotations: { title: "Connect", ...hints(false, false, true, true) },
  };
}

interface Found {
  endpoint: RegisteredEndpoint;
  /** Whether a call would find a usable integration. */
  isReady: boolean;
}

/** The best tools with their schemas, and a line for each further one; only tools that the key may call. */
export async function searchTools(mcpRequest: McpRequest, args: Record<string, unknown>): Promise<CallToolResult> {
  const { query } = args;
  if (typeof query !== "string" || query.trim() === "" || query.length > MAX_QUERY)
    return errorResult("VALIDATION_ERROR", `"query" must be text of 1 to ${MAX_QUERY} characters.`);
  const { registry } = mcpRequest.deps;
  const owner = await ownerOf(mcpRequest);
  const connected = await Promise.all(registry.endpoints.map((endpoint) => isConnected(mcpRequest, owner, endpoint)));
  const boost = (index: number) => (connected[index] ? WEIGHTS.connected : 1);
  const hits = (await toolIndexOf(registry)).search(query, { boost, limit: registry.endpoints.length });
  const found: Found[] = hits
    .filter(({ index }) => isOffered(mcpRequest, registry.endpoints[index] as RegisteredEndpoint))
    .slice(0, MAX_FOUND)
    .map(({ index }) => ({
      endpoint: registry.endpoints[index] as RegisteredEndpoint,
      isReady: connected[index] === true,
    }));
  const isSetUp = await providersSetUp(mcpRequest, owner, found);
  const choices = connectionChoices(await mcpRequest.deps.integrations.listByOwner(owner));
  const tools = found.slice(0, WITH_SCHEMA).map(({ endpoint, isReady }) => {
    const choice = choices.get(endpoint.provider.id) ?? null;
    const { name, description, inputSchema } = toolDefinition(endpoint, "mcp", { choice });
    const { effect, reaches, spends } = endpoint.effects;
    const state = { connected: isReady, is_set_up: isReady || isSetUp.has(endpoint.provider.id) };
    return {
      name,
      description,
      call_with: callingToolOf(endpoint),
      effects: { effect, reaches, ...(spends && { spends }) },
      ...state,
      ...(choice && { connections: choice.connections }),
      inputSchema,
    };
  });
  const more = found.slice(WITH_SCHEMA).map(({ endpoint, isReady }) => {
    const state = isReady ? "" : isSetUp.has(endpoint.provider.id) ? ", not connected" : ", not set up on this gateway";
    return `${endpoint.tool}: ${titleOf(endpoint)}, ${callingToolOf(endpoint)}${state}`;
  });
  const hint = tools.length === 0 ? { hint: emptyHint(mcpRequest, query, hits.length) } : {};
  return dataResult({ tools, more: [...more, ...(await rawTools(mcpRequest, owner))], ...hint });
}

/** Which of the found providers anybody can connect. */
async function providersSetUp({ deps }: McpRequest, owner: Owner, found: readonly Found[]): Promise<Set<string>> {
  const providers = [...new Set(found.map(({ endpoint }) => endpoint.provider))];
  const areSetUp = await Promise.all(providers.map((provider) => canConnect(deps, owner, provider)));
  return new Set(providers.filter((_, i) => areSetUp[i]).map(({ id }) => id));
}

/** What a model can do that found nothing: other names, and what there is to be found. */
function emptyHint(mcpRequest: McpRequest, query: string, hits: number): string {
  const { registry } = mcpRequest.deps;
  const offered = registry.endpoints.filter((endpoint) => isOffered(mcpRequest, endpoint));
  if (hits > 0 && offered.length === 0)
    return "This key or sign-in cannot call any tool here: it needs more permissions.";
  const names = new Set(offered.map(({ tool }) => tool));
  const near = nearestTools(registry, query).filter((name) => names.has(name));
  const services = Map.groupBy(offered, ({ provider }) => provider.name);
  const what = [...services].map(
    ([name, of]) => `${name} (${[...new Set(of.map(({ service }) => service))].join(", ")})`,
  );
  return [
    hits > 0
      ? "Tools were found, but this key or sign-in does not have permission to call them."
      : "No tool was found.",
    ...(near.length > 0 ? [`Tools with a similar name: ${near.join(", ")}.`] : []),
    `Search in English for a verb and an object, such as "send email". Providers: ${what.join(", ")}.`,
  ].join(" ");
}

/** No query finds a raw tool: what a key may send to any path stands behind every list of what has a tool. */
async function rawTools(mcpRequest: McpRequest, owner: Owner): Promise<string[]> {
  const offered = [...mcpRequest.deps.registry.rawTools.values()].filter((endpoint) => isOffered(mcpRequest, endpoint));
  const connected = await Promise.all(offered.map((endpoint) => isConnected(mcpRequest, owner, endpoint)));
  return offered
    .filter((_, i) => connected[i])
    .map((endpoint) => `${endpoint.tool}: ${endpoint.def.description} ${RAW_ARGUMENTS}, ${callingToolOf(endpoint)}`);
}

/** Only the first tools of a search come with their schemas. */
const RAW_ARGUMENTS = "Arguments: method, path, query, json, host";

const callingToolOf = ({ effects: { effect } }: RegisteredEndpoint) => (effect === "reads" ? READ_TOOL : CHANGE_TOOL);
