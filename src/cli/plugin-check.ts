// `gateway plugin check`: runs the conformance kit on one plugin or on all built-in ones.
import { sources } from "gateway:plugins";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkPlugin, type Violation } from "../conformance/check-plugin.ts";
import { StartupError } from "../errors.ts";
import type { Provider } from "../plugin/index.ts";
import { print } from "./print.ts";

/** `path`: a plugin's folder or its index.ts; by default every built-in plugin. Returns 1 for any violation. */
export async function checkPlugins(path: string | undefined, options: Record<string, unknown>): Promise<number> {
  const folders = path === undefined ? builtInFolders() : [folderOf(resolve(path))];
  const plugins = await Promise.all(
    folders.map(async (folder) => ({ folder, violations: await violationsOf(folder) })),
  );
  const count = plugins.reduce((sum, plugin) => sum + plugin.violations.length, 0);
  if (options.json === true) {
    const listed = plugins.map(({ folder, violations }) => ({ folder, findings: violations }));
    print({ conforms: count === 0, plugins: listed }, true);
  } else {
    for (const { folder, violations } of plugins) {
      console.log(`${folder}: ${violations.length === 0 ? "conforms" : `${violations.length} to mend`}`);
      for (const { where, message } of violations) console.log(`  ${where}: ${message}`);
    }
  }
  return count === 0 ? 0 : 1;
}

async function violationsOf(folder: string): Promise<Violation[]> {
  const file = join(folder, "index.ts");
  if (!existsSync(file)) return [{ where: file, message: "does not exist." }];
  try {
    const { default: plugin } = (await import(pathToFileURL(file).href)) as { default: Provider };
    return await checkPlugin(plugin, folder);
  } catch (error) {
    return [{ where: file, message: `cannot be loaded: ${(error as Error).message}` }];
  }
}

function folderOf(path: string): string {
  return path.endsWith(".ts") ? dirname(path) : path;
}

function builtInFolders(): string[] {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const folders = sources.map(({ file }) => join(root, dirname(file)));
  if (folders.every((folder) => existsSync(join(folder, "fixtures")))) return folders;
  throw new StartupError(
    "The binary has the built-in plugins without their fixtures: name the folder of a plugin, or check from source.",
  );
}
