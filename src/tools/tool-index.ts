// The search index of a registry's tools, built at the first search: most commands never search.
import type { Registry } from "../registry/registry.ts";
import { buildToolIndex, type ToolIndex } from "./search.ts";
import { searchableTool } from "./tool.ts";

const indexes = new WeakMap<Registry, ToolIndex>();

export function toolIndexOf(registry: Registry): ToolIndex {
  const index = indexes.get(registry) ?? buildToolIndex(registry.endpoints.map(searchableTool));
  indexes.set(registry, index);
  return index;
}
