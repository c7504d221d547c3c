// `gateway migrate`: applies pending migrations and prints them; with `--plan` it only says which are pending.
import { migrations } from "gateway:migrations";
import { sources } from "gateway:plugins";
import { type Config, inspectConfig } from "../../foundation/config/config.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { migrate } from "../../foundation/db/migrate.ts";
import { type PlannedMigration, type PlannedTable, planMigrations } from "../../foundation/db/migration-plan.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { stopSignal } from "../../foundation/platform/stop-signal.ts";
import { openDatabase, openedFailure } from "../../server/serve.ts";
import { assertDatabaseFits } from "../../server/start-checks.ts";
import { startFailure } from "../../server/start-failure.ts";
import { loadInspected } from "../../server/start-inspection.ts";
import { print, printText } from "./print.ts";
import { commandLog, terminal } from "./terminal.ts";

type Opened = Awaited<ReturnType<typeof openDatabase>>["database"];

export async function migrateCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const { config, errors } = inspectConfig(terminal().env);
  const isPlan = options.plan === true;
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  // What would stop the start afterwards, when the version before could no longer run on the database.
  await loadInspected({ config, errors, needsPorts: false, platform, builtIn: sources });
  if (isPlan && !config.databaseUrl && !hasEmbedded(config.dataDir)) {
    throw new StartupError(
      `There is no database in ${config.dataDir}: the first start creates one that is up to date.`,
    );
  }
  const { database, release } = await openDatabase(config, platform);
  try {
    await assertDatabaseFits(database, migrations, config);
    await (isPlan ? plan(database, options.json === true) : apply(config, database, stopping.signal, options));
    return 0;
  } catch (error) {
    throw startFailure(openedFailure(error, config), config);
  } finally {
    await database.close();
    release();
  }
}

async function apply(config: Config, database: Opened, signal: AbortSignal, options: Record<string, unknown>) {
  const log = commandLog(config.logLevel);
  const applied = await migrate(database, migrations, { log, signal, waitMs: config.migrationWaitMs });
  print({ database: database.kind, applied }, options.json === true);
}

async function plan(database: Opened, asJson: boolean): Promise<void> {
  const pending = await planMigrations(database, migrations);
  if (asJson) return print({ database: database.kind, pending }, true);
  if (pending.length === 0) return printText("No migration is pending.");
  for (const migration of pending) printText(describe(migration));
}

/** The lines of one migration. */
function describe({ migration, release, runs_with, summary, locks, tables }: PlannedMigration): string {
  const older = runs_with === release ? "older versions must be stopped" : `${runs_with} can run at the same time`;
  const versions = release ? `  (release ${release}; ${older})` : "";
  return [
    `${migration}${versions}`,
    `  ${summary}`,
    `  locks: ${locks.join("; ") || "only briefly"}`,
    `  tables: ${tables.map(describeTable).join(", ") || "only new ones"}`,
  ].join("\n");
}

function describeTable({ table, rows, bytes }: PlannedTable): string {
  const count = rows === null ? "rows not counted yet" : `some ${rows.toLocaleString("en")} rows`;
  return `${table} (${count}, ${Math.ceil(bytes / 1_024).toLocaleString("en")} KiB)`;
}
