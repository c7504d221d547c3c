// Loads the built-in plugins and those of the operator's folder; a broken one stops the start, by name.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PluginLoadError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { loadErrors } from "./load-errors.ts";
import { pluginViolations } from "./plugin-violations.ts";

/** The bit of a folder's mode (POSIX). */
const WRITABLE_BY_ALL = 0o002;

export interface PluginSource {
  file: string;
  load: () => Promise<{ default?: unknown }>;
  /** Whether a build has checked it already: for twenty plugins a start would spend a tenth of its time on that. */
  isChecked?: boolean;
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

/** The plugins that an operator adds: those of `GATEWAY_PLUGINS_DIR`; where it is not set, those of `plugins` beside the binary. */
export function addedPlugins(
  pluginsDir: string | null,
  binaryFolder: string | null,
): { folder: string | null; sources: PluginSource[] } {
  const folder = pluginsDir ?? (binaryFolder === null ? null : folderBeside(binaryFolder));
  return { folder, sources: folder === null ? [] : pluginsInFolder(folder) };
}

/** Nobody has named this folder: where everybody may write in it, anybody could run code in the gateway. */
function folderBeside(binaryFolder: string): string | null {
  const folder = join(binaryFolder, "plugins");
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return null;
  const isWritableByAll = process.platform !== "win32" && (found.mode & WRITABLE_BY_ALL) !== 0;
  if (!isWritableByAll) return folder;
  throw new PluginLoadError([
    `${folder}: everyone can write to it, so its plugins are not loaded. Run chmod o-w on it, or set GATEWAY_PLUGINS_DIR to another folder.`,
  ]);
}

/** Imports and checks plugins; throws `PluginLoadError` with every violation of all of them. */
export async function loadPlugins(
  sources: readonly PluginSource[],
  reservedIds: readonly string[],
): Promise<Provider[]> {
  const violations: string[] = [];
  const byId = new Map<string, { provider: Provider; file: string }>();
  for (const { file, load, isChecked } of sources) {
    try {
      const plugin = (await load()).default;
      const ofPlugin = isChecked ? [] : pluginViolations(plugin, reservedIds);
      violations.push(...ofPlugin.map(({ field, message }) => `${file}: ${field} ${message}`));
      if (ofPlugin.length > 0) continue;
      const provider = plugin as Provider;
      const other = byId.get(provider.id);
      if (other) violations.push(`${file}: id "${provider.id}" is taken by ${other.file}.`);
      else byId.set(provider.id, { provider, file });
    } catch (error) {
      violations.push(...loadErrors(error, file).map(({ at, message }) => `${at ?? file}: ${message}`));
    }
  }
  if (violations.length > 0) throw new PluginLoadError(violations);
  return [...byId.values()].map(({ provider }) => provider);
}

/** The id of the first plugin in an error's stack; null without one. `plugins` are in the order of `sources`. */
export function pluginOfStack(
  error: unknown,
  sources: readonly PluginSource[],
  plugins: readonly Provider[],
): string | null {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  const paths = sources.map(({ file }) => (basename(file) === "index.ts" ? dirname(file) + sep : file));
  const found = lines.map((line) => paths.findIndex((path) => line.includes(path))).find((index) => index >= 0);
  return found === undefined ? null : (plugins[found]?.id ?? null);
}
