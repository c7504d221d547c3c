// The search index of a registry's tools, loaded and built at the first search: most commands, and many gateways, never search.
import type { Registry } from "../registry/registry.ts";
import type { ToolIndex } from "./search.ts";
import { searchableTool } from "./tool.ts";

const indexes = new WeakMap<Registry, Promise<ToolIndex>>();

export function toolIndexOf(registry: Registry): Promise<ToolIndex> {
  const index = indexes.get(registry) ?? buildIndex(registry);
  indexes.set(registry, index);
  return index;
}

/** The word lists take longer to load than the tools to index. */
async function buildIndex(registry: Registry): Promise<ToolIndex> {
  const { buildToolIndex } = await import("./search.ts");
  return buildToolIndex(registry.endpoints.map(searchableTool));
}
