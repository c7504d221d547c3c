// The tools that a client sees: those of the connected integrations while they are few, else four that find and call them.
import type { Tool } from "@modelcontextprotocol/server";
import { isUsable } from "../integrations/access.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { toolDefinition } from "../tools/forms/definition.ts";
import { type Exchange, isOffered, ownerOf } from "./exchange.ts";
import { connectTool, metaTools } from "./meta-tools.ts";

/** More tools cost a model more attention than they are worth. */
const MAX_LISTED = 40;

const definitions = new WeakMap<RegisteredEndpoint, Tool>();

function definitionOf(endpoint: RegisteredEndpoint): Tool {
  const definition = definitions.get(endpoint) ?? (toolDefinition(endpoint, "mcp") as unknown as Tool);
  definitions.set(endpoint, definition);
  return definition;
}

/** In the registry's order, which is the same on every replica and in every response. */
export async function listedTools(exchange: Exchange): Promise<Tool[]> {
  const { deps, options } = exchange;
  const providers = [...deps.registry.providers.values()].filter(
    ({ id }) => !options.providers || options.providers.has(id),
  );
  if (options.tools === "search") return metaTools(providers);
  const integrations = await deps.integrations.ofOwner(await ownerOf(exchange));
  const connected = deps.registry.endpoints.filter(
    (endpoint) => isOffered(exchange, endpoint) && isUsable(integrations.get(endpoint.provider.id) ?? null, endpoint),
  );
  const areMany = connected.length > MAX_LISTED;
  if (options.tools !== "connected" && (areMany || connected.length === 0)) return metaTools(providers);
  return [...connected.map(definitionOf), connectTool(providers)];
}
