// The tools that a client sees: those of the connected integrations while they are few, else those that find and call them.
import { canConnect } from "../../connections/connect/authorize.ts";
import { isAnyUsable } from "../../connections/integrations/access.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider } from "../../plugin/index.ts";
import { connectionChoices } from "../tools/connection-choice.ts";
import { toolDefinitionText } from "../tools/forms/definition.ts";
import { builtinTools, connectTool } from "./builtin-tools.ts";
import { isOffered, type McpRequest, ownerOf } from "./mcp-request.ts";
import { readOnTool } from "./read-on.ts";

/** More tools cost a model more attention than they are worth. */
const MAX_LISTED = 40;

/** Those that are connected or can be; whatever else a model reads of would end in an error. */
async function usableProviders({ deps, options }: McpRequest, owner: Owner): Promise<Provider[]> {
  const chosen = [...deps.registry.providers.values()].filter(
    ({ id }) => !options.providers || options.providers.has(id),
  );
  const connected = await deps.integrations.listByOwner(owner);
  const areUsable = await Promise.all(
    chosen.map(async (provider) => connected.has(provider.id) || (await canConnect(deps, owner, provider))),
  );
  return chosen.filter((_, i) => areUsable[i]);
}

/** The JSON text of a list, in the registry's order, which is the same on every replica and in every response. */
export async function listedTools(mcpRequest: McpRequest): Promise<string> {
  const { deps, options } = mcpRequest;
  const owner = await ownerOf(mcpRequest);
  const providers = await usableProviders(mcpRequest, owner);
  if (options.tools === "search") return JSON.stringify(builtinTools(providers));
  const integrations = await deps.integrations.listByOwner(owner);
  const connected = [...deps.registry.endpoints, ...deps.registry.rawTools.values()].filter(
    (endpoint) => isOffered(mcpRequest, endpoint) && isAnyUsable(integrations.get(endpoint.provider.id), endpoint),
  );
  const areMany = connected.length > MAX_LISTED;
  if (options.tools !== "connected" && (areMany || connected.length === 0))
    return JSON.stringify(builtinTools(providers));
  const choices = connectionChoices(integrations);
  const texts = connected.map((endpoint) =>
    toolDefinitionText(endpoint, "mcp", { choice: choices.get(endpoint.provider.id) ?? null }),
  );
  const others = [readOnTool, connectTool(providers)].map((tool) => JSON.stringify(tool));
  return `[${[...texts, ...others].join(",")}]`;
}
