// The search index of a registry's tools, loaded and built at the first search: most commands, and many gateways, never search.
import type { Registry } from "../../providers/registry/registry.ts";
import type { ToolIndex } from "./search.ts";
import { searchableTool } from "./tool.ts";

const indexes = new WeakMap<Registry, Promise<ToolIndex>>();

export function toolIndexOf(registry: Registry): Promise<ToolIndex> {
  const known = indexes.get(registry);
  if (known) return known;
  const index = buildIndex(registry);
  indexes.set(registry, index);
  index.catch(() => {
    // The caller that awaits the index gets the error; the next search tries again.
    indexes.delete(registry);
  });
  return index;
}

/** The word lists take longer to load than the tools to index. */
async function buildIndex(registry: Registry): Promise<ToolIndex> {
  const { buildToolIndex } = await import("./search.ts");
  return buildToolIndex(registry.endpoints.map(searchableTool));
}
