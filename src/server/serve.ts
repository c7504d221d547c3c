// Opens a gateway without listening: plugins, locks, database, migrations.
import { files, template } from "gateway:database-files";
import { migrations } from "gateway:migrations";
import { readdirSync } from "node:fs";
import type { Config } from "../foundation/config/config.ts";
import { repairOrder } from "../foundation/db/commit-order.ts";
import type { OpenDatabase } from "../foundation/db/database.ts";
import { databaseAddress } from "../foundation/db/database-address.ts";
import { diskError, releaseReserve } from "../foundation/db/disk-reserve.ts";
import { migrate } from "../foundation/db/migrate.ts";
import { startError } from "../foundation/db/start-error.ts";
import { StartupError, sqlStateOf } from "../foundation/errors.ts";
import { type Log, type LogFields, withFields } from "../foundation/log/log.ts";
import type { LogFile } from "../foundation/log/log-file.ts";
import { type OwnLog, openLog } from "../foundation/log/log-target.ts";
import type { Platform } from "../foundation/platform/platform.ts";
import type { Tracing } from "../foundation/tracing/tracing.ts";
import { loadOrMakeSecrets } from "../foundation/vault/secrets-file.ts";
import { makePartitions } from "../metering/usage/partitions.ts";
import { assertNotRestoring } from "../operations/backup/restore-folder.ts";
import { type PluginSource, pluginOfStack } from "../providers/registry/load.ts";
import { activityTargets } from "./activity-targets.ts";
import { type App, type AppOptions, createApp } from "./app.ts";
import { lockDataDir, makeDataDir } from "./data-folder.ts";
import { ownershipKeeper } from "./folder-owner.ts";
import {
  type AddedPlugins,
  assertDatabaseFits,
  assertServes,
  loadCheckedProgram,
  type Program,
} from "./start-checks.ts";
import { embeddedFailure } from "./start-failure.ts";

export interface OpenedApp {
  app: App;
  database: OpenDatabase;
  adminToken: string;
  log: Log;
  /** The file of the process's own log; null where it goes elsewhere. */
  logFile: LogFile | null;
  program: Program;
  /** The id of the plugin whose code threw; null when unknown. */
  pluginOf(error: unknown): string | null;
  /** Closes the database and releases the locks. */
  close(): Promise<void>;
}

export interface OpenOptions {
  config: Config;
  platform: Platform;
  builtIn: readonly PluginSource[];
  /** What the start has loaded and checked already. */
  program?: Program;
  baseUrl: string;
  /** Replaces the program's own log; it is not traced. */
  log?: Log;
  /** What each line of the log has besides. */
  logFields?: LogFields;
  isStopping?: () => boolean;
  /** The metrics of the gateway's other processes at this address. */
  otherMetrics?: AppOptions["otherMetrics"];
  /** Ends a start that waits for the database to be migrated. */
  signal?: AbortSignal;
}

/** Loads OpenTelemetry only where it is used: it is 2 MB of code. */
async function startTracing(onFailure: (error: unknown) => void): Promise<Tracing> {
  const { startOtel } = await import("../foundation/tracing/otel.ts");
  return startOtel({ env: process.env, onFailure });
}

function logAdded(
  log: Log,
  { folder, ids }: AddedPlugins,
  { plugins, broken }: Pick<Program, "plugins" | "broken">,
): void {
  const own = plugins.filter(({ id }) => ids.includes(id));
  const versions = own.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version] as const]));
  log.info("plugins_added", { folder, plugins: ids, versions: Object.fromEntries(versions) });
  // An empty folder switches off the one beside the binary; one with other things in it is most likely the wrong one.
  if (ids.length === 0 && broken.length === 0 && readdirSync(folder).some((name) => !name.startsWith(".")))
    log.warn("plugins_none_found", { folder, expected: "<name>.ts or <name>/index.ts directly in this folder" });
}

const logOf = ({ log }: OwnLog, fields?: LogFields): Log => (fields ? withFields(log, fields) : log);

/** Without the message: it may hold the collector's response. */
function logFailedExport(log: Log, error: unknown): void {
  log.warn("telemetry_export_failed", { name: (error as Error | undefined)?.name, reason: sqlStateOf(error) });
}

/** The program, once the log has said which plugins are the operator's own, and which do not load. */
async function loadLogged(options: OpenOptions, log: Log): Promise<Program> {
  const program = options.program ?? (await loadCheckedProgram(options));
  for (const { id, violations } of program.broken) log.error("plugin_not_loaded", { plugin: id, violations });
  for (const { plugin, until } of program.outOfUse)
    log.error("plugin_out_of_use", { plugin, until: new Date(until).toISOString() });
  if (program.added) logAdded(log, program.added, program);
  return program;
}

const programParts = ({ plugins, broken, outOfUse }: Program) => ({ plugins, broken, outOfUse });

/** Opens the application without listening. */
export async function openApp(options: OpenOptions): Promise<OpenedApp> {
  const { config, platform } = options;
  // Commands bring a log of their own, and leave neither traces nor events.
  const tracing =
    config.hasTelemetry && !options.log ? await startTracing((error) => logFailedExport(log, error)) : null;
  const own = options.log ? null : openLog(config, tracing);
  const log = options.log ?? logOf(own as OwnLog, options.logFields);
  const program = await loadLogged(options, log);
  const { database, release } = await openDatabase(config, platform, log);
  try {
    await assertDatabaseFits(database, migrations, config);
    await assertServes(database);
    // Under the lock: two concurrent first starts would each generate secrets, and one set would be lost.
    const secrets = loadOrMakeSecrets(config.dataDir, config);
    const applied = await migrate(database, migrations, {
      log,
      waitMs: config.migrationWaitMs,
      ...(options.signal && { signal: options.signal }),
    });
    if (applied.length > 0) log.info("migrated", { applied });
    // Before the first call: a gateway may have been off for longer than its partitions reach.
    await makePartitions(database).catch((error) => log.warn("usage_partitions_failed", { error }));
    const events = await repairOrder(database, "inbox_events");
    if (events > 0) log.warn("inbox_reordered", { events });
    const entries = await repairOrder(database, "audit_entries");
    if (entries > 0) log.warn("audit_reordered", { entries });
    const app = await createApp({
      config,
      baseUrl: options.baseUrl,
      ...secrets,
      database,
      ...programParts(program),
      fetch: (input, init) => fetch(input, init),
      clock: { now: () => Date.now() },
      log,
      tracing,
      activity: options.log ? [] : await activityTargets(config),
      isStopping: options.isStopping,
      otherMetrics: options.otherMetrics,
      ...{ passwords: platform.passwords, hmacOf: platform.hmacOf, commandLine: platform.commandLine },
    });
    const close = async () => {
      await app.close();
      await database.close();
      release();
      await tracing?.close();
    };
    const pluginOf = (error: unknown) => pluginOfStack(error, program.sources, program.plugins);
    return { app, database, adminToken: secrets.adminToken, log, logFile: own?.file ?? null, program, pluginOf, close };
  } catch (error) {
    await database.close();
    release();
    throw openedFailure(error, config);
  }
}

/** An error of the open database, as a migration's, with the sentence that helps. */
export function openedFailure(error: unknown, { databaseUrl, dataDir }: Config): unknown {
  return databaseUrl ? startError(error, databaseUrl) : diskError(dataDir, error);
}

/** Opens the configured database, and loads the code of that alone (5 MB of PGlite); the embedded one under locks that end with the process. */
export async function openDatabase(
  config: Config,
  platform: Platform,
  log?: Log,
): Promise<{ database: OpenDatabase; release: () => void }> {
  if (config.databaseUrl) return { database: await connectPostgres(config.databaseUrl), release: () => {} };
  makeDataDir(config.dataDir);
  const giveBack = ownershipKeeper(config.dataDir);
  const locks = lockDataDir(config.dataDir, platform);
  try {
    assertNotRestoring(config.dataDir);
    const freeBytes = releaseReserve(config.dataDir);
    if (freeBytes !== null) log?.warn("disk_reserve_released", { folder: config.dataDir, free_bytes: freeBytes });
    const { openEmbedded } = await import("../foundation/db/embedded.ts");
    const database = await openEmbedded({
      ...{ dataDir: config.dataDir, files, template, durability: config.durability },
      onRefusal: (error) => log?.error("database_flush_refused", { code: sqlStateOf(error) }),
    });
    locks.lockDatabase();
    // At once as well, since a command that is killed releases nothing.
    giveBack();
    const release = () => {
      locks.release();
      giveBack();
    };
    return { database, release };
  } catch (error) {
    locks.release();
    giveBack();
    throw embeddedFailure(diskError(config.dataDir, error), config);
  }
}

async function connectPostgres(url: string): Promise<OpenDatabase> {
  const { openPostgres } = await import("../foundation/db/postgres.ts");
  try {
    return await openPostgres(url);
  } catch (error) {
    const known = startError(error, url);
    if (known instanceof StartupError) throw known;
    throw new StartupError(
      `The database at ${databaseAddress(url)?.host} cannot be used: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}
