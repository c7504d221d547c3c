// The application with every built-in plugin on a database in memory, for scripts that read its routes and documents.
import { fileURLToPath } from "node:url";
import { readConfig } from "../src/foundation/config/config.ts";
import { openEmbedded } from "../src/foundation/db/embedded.ts";
import { migrate, readMigrations } from "../src/foundation/db/migrate.ts";
import { createLog } from "../src/foundation/log/log.ts";
import { passwords } from "../src/foundation/platform/passwords.ts";
import { type App, createApp } from "../src/server/app.ts";
// The virtual modules, which the program registers itself.
import "../src/foundation/platform/preload.ts";
import { type KeyRing, parseKeyRing } from "../src/foundation/vault/key-ring.ts";
import { loadPlugins, pluginsInFolder } from "../src/providers/registry/load.ts";
import { RESERVED_IDS } from "../src/server/reserved-ids.ts";

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
