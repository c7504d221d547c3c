// The application with every built-in plugin on a database in memory, for scripts that read its routes and documents.
import { fileURLToPath } from "node:url";
import { type App, createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { openEmbedded } from "../src/db/embedded.ts";
import { migrate, readMigrations } from "../src/db/migrate.ts";
import { createLog } from "../src/log.ts";
import { passwords } from "../src/platform/passwords.ts";
// The virtual modules, which the program registers itself.
import "../src/platform/preload.ts";
import { loadPlugins, pluginsInFolder } from "../src/registry/load.ts";
import { RESERVED_IDS } from "../src/reserved-ids.ts";
import { type KeyRing, parseKeyRing } from "../src/vault/key-ring.ts";

const PLUGINS = fileURLToPath(new URL("../plugins", import.meta.url));
export const BASE_URL = "http://localhost:3000";

/** Runs `work` with the application, which ends with it. */
export async function withBuiltInApp<T>(work: (app: App) => T | Promise<T>): Promise<T> {
  const database = await openEmbedded();
  await migrate(database, readMigrations());
  const app = await createApp({
    config: readConfig({ LOG_LEVEL: "silent" }),
    baseUrl: BASE_URL,
    keyRing: parseKeyRing(`k1:${btoa("0".repeat(32))}`) as KeyRing,
    adminToken: "",
    database,
    plugins: await loadPlugins(pluginsInFolder(PLUGINS), RESERVED_IDS),
    fetch: (input, init) => fetch(input, init),
    clock: { now: () => Date.now() },
    log: createLog("silent"),
    passwords,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
    await database.close();
  }
}
