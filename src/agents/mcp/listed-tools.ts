// The tools that a client sees: those of the connected integrations while they are few, else those that find and call them.
import { canConnect } from "../../connections/connect/authorize.ts";
import { isAnyUsable } from "../../connections/integrations/access.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { connectionChoices } from "../tools/connection-choice.ts";
import { toolDefinitionText } from "../tools/forms/definition.ts";
import { builtinTools, connectTool } from "./builtin-tools.ts";
import { isOffered, type McpRequest, ownerOf } from "./mcp-request.ts";
import { readOnTool } from "./read-on.ts";

/** More tools cost a model more attention than they are worth. */
const MAX_LISTED = 40;

/** Those that are connected or can be; whatever else a model reads of would end in an error. */
async function usableProviders(mcpRequest: McpRequest, owner: Owner): Promise<Provider[]> {
  const { deps, options, caller } = mcpRequest;
  const chosen = [...deps.registry.providers.values()].filter(
    ({ id }) => !options.providers || options.providers.has(id),
  );
  const connected = await deps.integrations.listByOwner(owner);
  // An agent session cannot connect anything, and names only what it has a tool of.
  if (caller.kind === "agent_session")
    return chosen.filter(
      ({ id }) => connected.has(id) && deps.registry.endpointsOf(id).some((one) => isOffered(mcpRequest, one)),
    );
  const areUsable = await Promise.all(
    chosen.map(async (provider) => connected.has(provider.id) || (await canConnect(deps, owner, provider))),
  );
  return chosen.filter((_, i) => areUsable[i]);
}

/** The JSON text of a list, in the registry's order, which is the same on every replica and in every response. */
export async function listedTools(mcpRequest: McpRequest): Promise<string> {
  const { deps, options, caller } = mcpRequest;
  const owner = await ownerOf(mcpRequest);
  const providers = await usableProviders(mcpRequest, owner);
  const canConnectMore = caller.kind !== "agent_session";
  const finders = builtinTools(providers, canConnectMore);
  if (options.tools === "search") return JSON.stringify(finders);
  const integrations = await deps.integrations.listByOwner(owner);
  const connected = [...deps.registry.endpoints, ...deps.registry.rawTools.values()].filter(
    (endpoint) => isOffered(mcpRequest, endpoint) && isAnyUsable(integrations.get(endpoint.provider.id), endpoint),
  );
  const choices = connectionChoices(integrations);
  const textOf = (endpoint: RegisteredEndpoint) =>
    toolDefinitionText(endpoint, "mcp", {
      choice: choices.get(endpoint.provider.id) ?? null,
      // What a session has read decides at the call, so that each change of its own may wait.
      mayWait: caller.kind === "agent_session" && endpoint.effects.effect !== "reads",
    });
  const pinned = caller.kind === "agent_session" ? new Set(caller.pinned) : null;
  if (pinned && pinned.size > 0 && options.tools !== "connected") {
    const whole = connected.filter(({ tool }) => pinned.has(tool));
    return listText([...whole.map(textOf), ...finders.map((tool) => JSON.stringify(tool))]);
  }
  const areMany = connected.length > MAX_LISTED;
  if (options.tools !== "connected" && (areMany || connected.length === 0)) return JSON.stringify(finders);
  const others = canConnectMore ? [readOnTool, connectTool(providers)] : [readOnTool];
  return listText([...connected.map(textOf), ...others.map((tool) => JSON.stringify(tool))]);
}

const listText = (texts: readonly string[]) => `[${texts.join(",")}]`;
