// The built-in providers' tools, as the search indexes them.

import type { SearchableTool } from "../../../src/agents/tools/search.ts";
import { searchableTool } from "../../../src/agents/tools/tool.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../../support/built-in.ts";

export async function realCatalogue(): Promise<SearchableTool[]> {
  return buildRegistry(await builtInPlugins()).endpoints.map(searchableTool);
}
