// A plugin that a command names: by its folder, or by its id among those that the gateway would serve.
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { StartupError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { PACKAGE_PREFIX } from "../../plugin-kit/check/declarations.ts";
import { loadPlugins, type PluginSource } from "../../providers/registry/load.ts";
import { RESERVED_IDS } from "../../server/reserved-ids.ts";

/** An id goes first; `./acme` is a folder in any case. */
export async function namedPlugin(name: string, served: readonly PluginSource[]): Promise<Provider> {
  const file = join(resolve(name), "index.ts");
  const isFolder = existsSync(file) && statSync(file).isFile();
  const isOf = (source: PluginSource) =>
    source.file
      .replaceAll("\\", "/")
      .replace(/(?:\/index)?\.ts$/, "")
      .split("/")
      .at(-1)
      ?.replace(PACKAGE_PREFIX, "") === name;
  const load = () => import(pathToFileURL(file).href) as Promise<{ default?: unknown }>;
  const found = served.filter(isOf);
  const [provider] = await loadPlugins(found.length > 0 || !isFolder ? found : [{ file, load }], RESERVED_IDS);
  if (provider) return provider;
  throw new StartupError(`There is no plugin "${name}": give its id (see plugin list) or its folder.`);
}
