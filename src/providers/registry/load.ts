// Loads the built-in plugins and those of the operator's folder; a broken one is named, and the others load.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PluginLoadError, sqlStateOf } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { whileLoading } from "../guard/watch.ts";
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

/** A folder that its user may not read is one that it cannot look into. */
function readFolder<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = sqlStateOf(error);
    if (code !== "EACCES" && code !== "EPERM") throw error;
    const step = `let the gateway's user read ${folder} and all that is in it`;
    throw new PluginLoadError([`${folder} cannot be read (${code}): ${step}.`], step);
  }
}

const isFolder = (folder: string) => readFolder(folder, () => existsSync(folder) && statSync(folder).isDirectory());

/** The plugins of a folder: `<name>.ts` and `<name>/index.ts`. */
export function pluginsInFolder(folder: string): PluginSource[] {
  if (!isFolder(folder)) {
    const step = "set GATEWAY_PLUGINS_DIR to the folder of your plugins, or remove it where you have none";
    throw new PluginLoadError([`GATEWAY_PLUGINS_DIR is not a folder: ${folder}`], step);
  }
  if (existsSync(join(folder, "index.ts"))) {
    const step = `set it to ${dirname(folder)}, the folder that holds a folder for each plugin`;
    throw new PluginLoadError([`GATEWAY_PLUGINS_DIR is a plugin's own folder: ${folder} has an index.ts`], step);
  }
  const files = readFolder(folder, () => pluginFiles(folder));
  return files.map((file) => ({
    file,
    load: () => import(pathToFileURL(file).href) as Promise<{ default?: unknown }>,
  }));
}

const pluginFiles = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (name.startsWith(".") || name === "node_modules") return [];
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
        return existsSync(join(path, "index.ts")) ? [join(path, "index.ts")] : [];
      return /(?<!\.d|\.test)\.ts$/.test(name) ? [path] : [];
    });

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
  throw new PluginLoadError(
    [
      `${folder}: everyone can write to it, so its plugins are not loaded. Run chmod o-w on it, or set GATEWAY_PLUGINS_DIR to another folder.`,
    ],
    `run chmod o-w ${folder}`,
  );
}

export interface LoadedPlugin {
  source: PluginSource;
  provider: Provider;
}

/** A plugin that is not served. */
export interface BrokenPlugin {
  /** The name of its folder, or of its file: who does not load says no id. */
  id: string;
  /** Sentences, each led by its file. */
  violations: readonly string[];
}

/** Imports and checks each plugin by itself, in their order, but those that are `outOfUse`: a sentence for each, by its name. */
export async function loadEach(
  sources: readonly PluginSource[],
  reservedIds: readonly string[],
  outOfUse: ReadonlyMap<string, string> = new Map(),
): Promise<{ loaded: LoadedPlugin[]; broken: BrokenPlugin[] }> {
  const byId = new Map<string, LoadedPlugin>();
  const broken: BrokenPlugin[] = [];
  for (const source of sources) {
    const { file } = source;
    const refused = outOfUse.get(nameOf(file));
    const found = refused === undefined ? await loadOne(source, reservedIds) : { violations: [`${file}: ${refused}`] };
    const other = "id" in found ? byId.get(found.id) : undefined;
    if ("violations" in found) broken.push({ id: nameOf(file), violations: found.violations });
    else if (other)
      broken.push({ id: nameOf(file), violations: [`${file}: id "${found.id}" is taken by ${other.source.file}.`] });
    else byId.set(found.id, { source, provider: found });
  }
  return { loaded: [...byId.values()], broken };
}

async function loadOne(
  { file, load, isChecked }: PluginSource,
  reservedIds: readonly string[],
): Promise<Provider | { violations: string[] }> {
  try {
    const plugin = (await whileLoading(nameOf(file), load)).default;
    const violations = isChecked ? [] : pluginViolations(plugin, reservedIds);
    if (violations.length === 0) return plugin as Provider;
    return { violations: violations.map(({ field, message }) => `${file}: ${field} ${message}`) };
  } catch (error) {
    return { violations: loadErrors(error, file).map(({ at, message }) => `${at ?? file}: ${message}`) };
  }
}

const nameOf = (file: string): string =>
  basename(file) === "index.ts" ? basename(dirname(file)) : basename(file, ".ts");

/** Imports and checks plugins; throws `PluginLoadError` with every violation of all of them. */
export async function loadPlugins(
  sources: readonly PluginSource[],
  reservedIds: readonly string[],
): Promise<Provider[]> {
  const { loaded, broken } = await loadEach(sources, reservedIds);
  if (broken.length > 0) throw new PluginLoadError(broken.flatMap(({ violations }) => violations));
  return loaded.map(({ provider }) => provider);
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
