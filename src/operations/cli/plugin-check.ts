// `gateway plugin check`: runs the conformance kit on one plugin or on all built-in ones.
import { sources } from "gateway:plugins";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StartupError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { checkPlugin, loadViolations, type Violation } from "../../plugin-kit/check/check-plugin.ts";
import { untranslatedLanguages } from "../../plugin-kit/check/translations.ts";
import { type FilledFile, fillFixtures } from "./plugin-fill.ts";
import { shortenFixtures } from "./plugin-shorten.ts";
import { type PluginSize, sizeOf, sizeText } from "./plugin-size.ts";
import { print, printText } from "./print.ts";

type Options = Record<string, unknown>;

interface Checked {
  folder: string;
  violations: Violation[];
  /** Languages of the connect page that the plugin has no texts in; none where it cannot be loaded. */
  untranslated: string[];
  filled: FilledFile[];
  /** Null where it cannot be loaded. */
  size: PluginSize | null;
}

/** `path`: a plugin's folder or a file of it; by default every built-in plugin. Returns 1 for any violation. */
export async function checkPlugins(path: string | undefined, options: Options): Promise<number> {
  if (path === undefined && (options.fill === true || options.overwrite === true)) {
    throw new StartupError("--fill needs the folder of a plugin, or one of its fixtures.");
  }
  if (path === undefined && options.shorten === true) throw new StartupError("--shorten needs the folder of a plugin.");
  if (options.overwrite === true && options.fill !== true) throw new StartupError("--overwrite needs --fill.");
  if (options.watch === true) {
    const flags = ["fill", "overwrite", "shorten", "json"]
      .filter((name) => options[name] === true)
      .map((name) => `--${name}`);
    return (await import("./plugin-watch.ts")).watchPlugin(path, flags);
  }
  const folders = path === undefined ? builtInFolders() : [folderOf(resolve(path))];
  const plugins = await Promise.all(folders.map((folder) => checkFolder(folder, path, options)));
  const isConforming = plugins.every(({ violations }) => violations.length === 0);
  if (options.json === true) {
    const listed = plugins.map(({ folder, violations, untranslated, filled, size }) => ({
      folder,
      findings: violations,
      untranslated,
      size,
      ...(options.fill === true && { filled }),
    }));
    print({ conforms: isConforming, plugins: listed }, true);
  } else for (const plugin of plugins) printChecked(plugin, options.sizes === true || options.shorten === true);
  return isConforming ? 0 : 1;
}

function printChecked({ folder, violations, untranslated, filled, size }: Checked, hasSizes: boolean): void {
  for (const { file, wrote, missing } of filled) {
    if (wrote.length > 0) printText(`${file}: wrote ${wrote.join(", ")}`);
    if (missing !== null) printText(`${file}: not filled: ${missing}`);
  }
  printText(`${folder}: ${violations.length === 0 ? "conforms" : `${violations.length} to fix`}`);
  for (const { where, message } of violations) printText(`  ${where}: ${message}`);
  if (size && hasSizes) printText(`  ${sizeText(size)}`);
  if (untranslated.length > 0)
    printText(
      `  translations: none for ${untranslated.join(", ")}; the connect page shows the English texts in these languages.`,
    );
}

async function checkFolder(folder: string, path: string | undefined, options: Options): Promise<Checked> {
  const file = join(folder, "index.ts");
  const nothing = { folder, untranslated: [], filled: [], size: null };
  if (!existsSync(file)) return { ...nothing, violations: [{ where: file, message: "does not exist." }] };
  try {
    const { default: plugin } = (await import(pathToFileURL(file).href)) as { default: Provider };
    const only = path?.endsWith(".json")
      ? resolve(path)
          .slice(folder.length + 1)
          .replaceAll("\\", "/")
      : null;
    const isOverwriting = options.overwrite === true;
    const filled = options.fill === true ? await fillFixtures(plugin, folder, { only, isOverwriting }) : [];
    if (options.shorten === true) shortenFixtures(folder);
    const violations = await checkPlugin(plugin, folder);
    const size = sizeOf(plugin, folder);
    return { folder, violations, untranslated: untranslatedLanguages(plugin), filled, size };
  } catch (error) {
    return { ...nothing, violations: loadViolations(error, folder) };
  }
}

/** The folder of a plugin's `index.ts`, or of one of its fixtures. */
function folderOf(path: string): string {
  if (path.endsWith(".json")) return /^(.*)[/\\]fixtures[/\\]/s.exec(path)?.[1] ?? dirname(dirname(path));
  return path.endsWith(".ts") ? dirname(path) : path;
}

function builtInFolders(): string[] {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const folders = sources.map(({ file }) => join(root, dirname(file)));
  if (folders.every((folder) => existsSync(join(folder, "fixtures")))) return folders;
  throw new StartupError(
    "The binary contains the built-in plugins without their fixtures: give the folder of a plugin, or check from source.",
  );
}
