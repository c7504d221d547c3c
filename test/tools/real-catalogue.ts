// The tools of the built-in providers, as the gateway's own search reads them.
import { buildRegistry } from "../../src/registry/registry.ts";
import type { SearchableTool } from "../../src/tools/search.ts";
import { searchableTool } from "../../src/tools/tool.ts";
import { builtInPlugins } from "../support/built-in.ts";

export async function realCatalogue(): Promise<SearchableTool[]> {
  return buildRegistry(await builtInPlugins()).endpoints.map(searchableTool);
}
