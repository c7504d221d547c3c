// The modules that are found by name: what plugins import, and the list of plugins that come with the program.
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as typebox from "@sinclair/typebox";
import { readMigrations } from "../db/migrate.ts";
import { cachedTemplate } from "../db/template-cache.ts";
import * as gatewayPlugin from "../plugin/index.ts";
import type { PluginSource } from "../registry/load.ts";
import type { VirtualModules } from "./platform.ts";

/**
 * `gateway/plugin` and TypeBox are our own instances, so that a plugin outside the source tree shares them (TypeBox's
 * symbols must match). From source, `gateway:plugins` lists the folders of plugins/ and `gateway:migrations` reads
 * migrations/; a build (scripts/build.ts) writes both down, together with the embedded database's own files and a dump
 * of a migrated one to start from.
 */
export const virtualModules: VirtualModules = {
  "gateway/plugin": async () => gatewayPlugin,
  "@sinclair/typebox": async () => typebox,
  "gateway:plugins": async () => ({ sources: pluginsOfSourceTree() }),
  "gateway:migrations": async () => ({ migrations: readMigrations() }),
  "gateway:database-files": async () => ({ files: null, template: cachedTemplate }),
};

function pluginsOfSourceTree(): PluginSource[] {
  const folder = fileURLToPath(new URL("../../plugins/", import.meta.url));
  return readdirSync(folder)
    .sort()
    .filter((name) => existsSync(`${folder}${name}/index.ts`))
    .map((name) => ({
      file: `plugins/${name}/index.ts`,
      load: () => import(pathToFileURL(`${folder}${name}/index.ts`).href) as Promise<{ default?: unknown }>,
    }));
}
