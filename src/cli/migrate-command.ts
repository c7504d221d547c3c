// `gateway migrate`: applies pending migrations and prints them.
import { migrations } from "gateway:migrations";
import { readConfig } from "../config.ts";
import { migrate } from "../db/migrate.ts";
import { startError } from "../db/start-error.ts";
import type { Platform } from "../platform/platform.ts";
import { openDatabase } from "../serve.ts";
import { print } from "./print.ts";

export async function migrateCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const config = readConfig(process.env);
  const { database, release } = await openDatabase(config, platform);
  try {
    const applied = await migrate(database, migrations);
    print({ database: database.kind, applied }, options.json === true);
    return 0;
  } catch (error) {
    throw startError(error, config.databaseUrl);
  } finally {
    await database.close();
    release();
  }
}
