// The virtual modules: what plugins and their tests import, and what a build writes down.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as typebox from "@sinclair/typebox";
import * as gatewayPlugin from "../../plugin/index.ts";
import { readRecordedCalls } from "../../plugin-kit/check/recorded-calls.ts";
import type { PluginSource } from "../../providers/registry/load.ts";
import { readReferenceFiles } from "../../reference/files.ts";
import { readMigrations } from "../db/migrate.ts";
import { cachedTemplate } from "../db/template-cache.ts";
import { buildClientPackage } from "./client-package.ts";
import { buildConnectScript } from "./connect-script.ts";
import type { VirtualModules } from "./platform.ts";

/**
 * A plugin outside the source tree shares our instances of `gateway/plugin` and TypeBox, whose symbols must match.
 * A build (scripts/build.ts) replaces the `gateway:` modules by their contents, with the embedded database's own files
 * and a dump of a migrated one.
 */
export const virtualModules: VirtualModules = {
  "gateway/plugin": async () => gatewayPlugin,
  "gateway/testing": () => import("../../plugin-kit/check/check-plugin.ts"),
  "@sinclair/typebox": async () => typebox,
  "gateway:plugins": async () => ({ sources: pluginsOfSourceTree() }),
  "gateway:migrations": async () => ({ migrations: readMigrations() }),
  "gateway:examples": async () => ({ examples: async () => readRecordedCalls(PLUGINS) }),
  "gateway:reference": async () => ({ files: async () => readReferenceFiles(ROOT) }),
  "gateway:client-package": async () => ({ clientPackage: () => buildClientPackage(ROOT) }),
  "gateway:connect-script": async () => ({ script: () => buildConnectScript(ROOT) }),
  "gateway:contract-types": async () => ({ contractTypes: async () => readFileSync(CONTRACT_TYPES, "utf8") }),
  "gateway:release": async () => ({ releaseKeys: [], target: null }),
  "gateway:database-files": async () => ({ files: null, template: cachedTemplate }),
};

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PLUGINS = `${ROOT}plugins/`;
const CONTRACT_TYPES = `${ROOT}src/plugin-kit/new/contract-types.txt`;

function pluginsOfSourceTree(folder = PLUGINS): PluginSource[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => existsSync(`${folder}${name}/index.ts`))
    .map((name) => ({
      file: `plugins/${name}/index.ts`,
      load: () => import(pathToFileURL(`${folder}${name}/index.ts`).href) as Promise<{ default?: unknown }>,
    }));
}
