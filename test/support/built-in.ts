// The built-in plugins, loaded from plugins/ as the gateway loads a folder.
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Provider } from "../../src/plugin/index.ts";
import { loadPlugins, pluginsInFolder } from "../../src/providers/registry/load.ts";
import { RESERVED_IDS } from "../../src/server/reserved-ids.ts";

export const PLUGINS_FOLDER = fileURLToPath(new URL("../../plugins/", import.meta.url));

const sources = pluginsInFolder(PLUGINS_FOLDER).filter(({ file }) => basename(file) === "index.ts");
/** The folder names, each its plugin's id. */
export const PLUGIN_IDS: readonly string[] = sources.map(({ file }) => basename(dirname(file)));

/** In the order of the ids. */
export const builtInPlugins = (): Promise<Provider[]> => loadPlugins(sources, RESERVED_IDS);
