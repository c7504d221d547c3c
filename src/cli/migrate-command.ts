// `gateway migrate`: applies pending migrations and prints them.
import { migrations } from "gateway:migrations";
import { readConfig } from "../config.ts";
import { migrate } from "../db/migrate.ts";
import { startError } from "../db/start-error.ts";
import { createLog } from "../log.ts";
import type { Platform } from "../platform/platform.ts";
import { openDatabase } from "../serve.ts";
import { print } from "./print.ts";
import { stopSignal } from "./stop-signal.ts";

export async function migrateCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const config = readConfig(process.env);
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  const { database, release } = await openDatabase(config, platform);
  try {
    const [log, { signal }] = [createLog(config.logLevel), stopping];
    const applied = await migrate(database, migrations, { log, signal, waitMs: config.migrationWaitMs });
    print({ database: database.kind, applied }, options.json === true);
    return 0;
  } catch (error) {
    throw startError(error, config.databaseUrl);
  } finally {
    await database.close();
    release();
  }
}
