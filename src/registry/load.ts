// Loads plugins: the ones that come with the program, and an operator's folder; a broken one stops the start, by name.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PluginLoadError } from "../errors.ts";
import type { Provider } from "../plugin/index.ts";
import { pluginViolations } from "./plugin-violations.ts";

/** Where a plugin comes from, and how it is imported. */
export interface PluginSource {
  file: string;
  load: () => Promise<{ default?: unknown }>;
}

/** The plugins of a folder: `<name>.ts` and `<name>/index.ts`. */
export function pluginsInFolder(folder: string): PluginSource[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new PluginLoadError([`GATEWAY_PLUGINS_DIR is not a folder: ${folder}`]);
  }
  const files = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (name.startsWith(".") || name === "node_modules") return [];
      if (statSync(path).isDirectory()) return existsSync(join(path, "index.ts")) ? [join(path, "index.ts")] : [];
      return name.endsWith(".ts") && !name.endsWith(".d.ts") ? [path] : [];
    });
  return files.map((file) => ({
    file,
    load: () => import(pathToFileURL(file).href) as Promise<{ default?: unknown }>,
  }));
}

/** Imports and checks plugins; throws `BrokenPlugins` with every fault of all of them. */
export async function loadPlugins(sources: readonly PluginSource[]): Promise<Provider[]> {
  const problems: string[] = [];
  const byId = new Map<string, { provider: Provider; file: string }>();
  for (const { file, load } of sources) {
    const plugin = await load().then(
      (module) => module.default,
      (error: unknown) => {
        problems.push(`${file}: cannot be loaded: ${String((error as Error)?.message ?? error).slice(0, 300)}`);
        return undefined;
      },
    );
    if (problems.at(-1)?.startsWith(`${file}: cannot be loaded`)) continue;
    const faults = pluginViolations(plugin);
    problems.push(...faults.map(({ field, message }) => `${file}: ${field} ${message}`));
    if (faults.length > 0) continue;
    const provider = plugin as Provider;
    const other = byId.get(provider.id);
    if (other) problems.push(`${file}: id "${provider.id}" is taken by ${other.file}.`);
    else byId.set(provider.id, { provider, file });
  }
  if (problems.length > 0) throw new PluginLoadError(problems);
  return [...byId.values()].map(({ provider }) => provider);
}

/** The id of the plugin whose file an error's stack passes first; null where none does. `plugins` stand as `sources` do. */
export function pluginOfStack(
  error: unknown,
  sources: readonly PluginSource[],
  plugins: readonly Provider[],
): string | null {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  const places = sources.map(({ file }) => (basename(file) === "index.ts" ? dirname(file) + sep : file));
  const found = lines.map((line) => places.findIndex((place) => line.includes(place))).find((index) => index >= 0);
  return found === undefined ? null : (plugins[found]?.id ?? null);
}
