// The tools that a client sees: those of the connected integrations while they are few, else four that find and call them.
import { isUsable } from "../integrations/access.ts";
import { toolDefinitionText } from "../tools/forms/definition.ts";
import { type Exchange, isOffered, ownerOf } from "./exchange.ts";
import { connectTool, metaTools } from "./meta-tools.ts";

/** More tools cost a model more attention than they are worth. */
const MAX_LISTED = 40;

/** The JSON text of a list, in the registry's order, which is the same on every replica and in every response. */
export async function listedTools(exchange: Exchange): Promise<string> {
  const { deps, options } = exchange;
  const providers = [...deps.registry.providers.values()].filter(
    ({ id }) => !options.providers || options.providers.has(id),
  );
  if (options.tools === "search") return JSON.stringify(metaTools(providers));
  const integrations = await deps.integrations.ofOwner(await ownerOf(exchange));
  const connected = [...deps.registry.endpoints, ...deps.registry.rawTools.values()].filter(
    (endpoint) => isOffered(exchange, endpoint) && isUsable(integrations.get(endpoint.provider.id) ?? null, endpoint),
  );
  const areMany = connected.length > MAX_LISTED;
  if (options.tools !== "connected" && (areMany || connected.length === 0)) return JSON.stringify(metaTools(providers));
  const texts = connected.map((endpoint) => toolDefinitionText(endpoint, "mcp"));
  return `[${[...texts, JSON.stringify(connectTool(providers))].join(",")}]`;
}
