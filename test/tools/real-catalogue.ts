// The tools of the built-in providers, as the gateway's own search reads them.
import { join } from "node:path";
import { loadPlugins, pluginsInFolder } from "../../src/registry/load.ts";
import { buildRegistry } from "../../src/registry/registry.ts";
import type { SearchableTool } from "../../src/tools/search.ts";
import { searchableTool } from "../../src/tools/tool.ts";

export async function realCatalogue(): Promise<SearchableTool[]> {
  const plugins = await loadPlugins(pluginsInFolder(join(import.meta.dirname, "../../plugins")));
  return buildRegistry(plugins).endpoints.map(searchableTool);
}
