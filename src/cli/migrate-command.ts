// `gateway migrate`: brings the database up to date and says what it did.
import { migrations } from "gateway:migrations";
import { readConfig } from "../config.ts";
import { migrate } from "../db/migrate.ts";
import type { Platform } from "../platform/platform.ts";
import { openDatabase } from "../serve.ts";
import { print } from "./print.ts";

export async function migrateCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const { database, release } = await openDatabase(readConfig(process.env), platform);
  try {
    const applied = await migrate(database, migrations);
    print({ database: database.kind, applied }, options.json === true);
    return 0;
  } finally {
    await database.close();
    release();
  }
}
