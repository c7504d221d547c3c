// The built-in providers' tools, as the search indexes them.
import { buildRegistry } from "../../src/registry/registry.ts";
import type { SearchableTool } from "../../src/tools/search.ts";
import { searchableTool } from "../../src/tools/tool.ts";
import { builtInPlugins } from "../support/built-in.ts";

export async function realCatalogue(): Promise<SearchableTool[]> {
  return buildRegistry(await builtInPlugins()).endpoints.map(searchableTool);
}
