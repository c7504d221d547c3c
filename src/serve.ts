// Starts and stops a gateway: database, locks, migrations, plugins, listeners, server.json.
import { files, template } from "gateway:database-files";
import { migrations } from "gateway:migrations";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import type { OpenDatabase } from "./db/database.ts";
import { openEmbedded } from "./db/embedded.ts";
import { hasEmbedded } from "./db/embedded-folder.ts";
import { migrate } from "./db/migrate.ts";
import { openPostgres } from "./db/postgres.ts";
import { startError } from "./db/start-error.ts";
import { withDbTimeout } from "./db/timeouts.ts";
import { StartupError, sqlStateOf } from "./errors.ts";
import { repairInboxOrder } from "./inbox/order.ts";
import { openListeners } from "./listeners.ts";
import { createLog, type Log } from "./log.ts";
import type { Handler } from "./pipeline/server.ts";
import type { Platform } from "./platform/platform.ts";
import { loadPlugins, type PluginSource, pluginOfStack, pluginsInFolder } from "./registry/load.ts";
import { RESERVED_IDS } from "./reserved-ids.ts";
import { runAtStart, scheduledJobs, startRowQueues } from "./scheduled-jobs.ts";
import { makePartitions } from "./usage/partitions.ts";
import { assertSecretsNotLost } from "./vault/key-ring-check.ts";
import { loadOrMakeSecrets } from "./vault/secrets-file.ts";

/** How long a stop waits for requests in flight. */
const STOP_MS = 25_000;

const LOCK_FILE = "gateway.lock";

/** The embedded database allows one process at a time. */
export class DataFolderInUse extends StartupError {
  constructor(folder: string) {
    super(`Another gateway, or a command of one, uses the data folder ${folder}: stop it, or set DATA_DIR.`);
  }
}

export interface OpenedApp {
  app: App;
  database: OpenDatabase;
  adminToken: string;
  log: Log;
  /** The id of the plugin whose code threw; null when unknown. */
  pluginOf(error: unknown): string | null;
  /** Closes the database and releases the locks. */
  close(): Promise<void>;
}

export interface OpenOptions {
  config: Config;
  platform: Platform;
  builtIn: readonly PluginSource[];
  baseUrl: string;
  log?: Log;
  isStopping?: () => boolean;
  /** Ends a start that waits for the database to be migrated. */
  signal?: AbortSignal;
}

/** Opens the application without listening. */
export async function openApp(options: OpenOptions): Promise<OpenedApp> {
  const { config, platform } = options;
  const log = options.log ?? createLog(config.logLevel);
  const sources = [...options.builtIn, ...(config.pluginsDir ? pluginsInFolder(config.pluginsDir) : [])];
  const plugins = await loadPlugins(sources, RESERVED_IDS);
  const { database, release } = await openDatabase(config, platform);
  try {
    // Under the lock: two concurrent first starts would each generate secrets, and one set would be lost.
    await assertSecretsNotLost(database, config);
    const secrets = loadOrMakeSecrets(config.dataDir, config);
    const applied = await migrate(database, migrations, {
      log,
      waitMs: config.migrationWaitMs,
      ...(options.signal && { signal: options.signal }),
    });
    if (applied.length > 0) log.info("migrated", { applied });
    // Before the first call: a gateway may have been off for longer than its partitions reach.
    await makePartitions(database).catch((error) => log.warn("usage_partitions_failed", { error }));
    const reordered = await repairInboxOrder(database);
    if (reordered > 0) log.warn("inbox_reordered", { events: reordered });
    const app = await createApp({
      config,
      baseUrl: options.baseUrl,
      ...secrets,
      database,
      plugins,
      fetch: (input, init) => fetch(input, init),
      clock: { now: () => Date.now() },
      log,
      isStopping: options.isStopping,
    });
    const close = async () => {
      await app.close();
      await database.close();
      release();
    };
    const pluginOf = (error: unknown) => pluginOfStack(error, sources, plugins);
    return { app, database, adminToken: secrets.adminToken, log, pluginOf, close };
  } catch (error) {
    await database.close();
    release();
    throw startError(error, config.databaseUrl);
  }
}

/** Opens the configured database; the embedded one under locks that end with the process. */
export async function openDatabase(
  config: Config,
  platform: Platform,
): Promise<{ database: OpenDatabase; release: () => void }> {
  if (config.databaseUrl) return { database: await connectPostgres(config.databaseUrl), release: () => {} };
  makeDataDir(config.dataDir);
  const locks = lockDataDir(config.dataDir, platform);
  try {
    const database = await openEmbedded({ dataDir: config.dataDir, files, template });
    locks.lockDatabase();
    return { database, release: locks.release };
  } catch (error) {
    locks.release();
    throw error;
  }
}

async function connectPostgres(url: string): Promise<OpenDatabase> {
  try {
    return await openPostgres(url);
  } catch (error) {
    const known = startError(error, url);
    if (known instanceof StartupError) throw known;
    const { host } = new URL(url);
    throw new StartupError(`The database at ${host} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartupError(`The data folder ${dataDir} must be writable (${sqlStateOf(error)}).`);
  }
}

/**
 * Locks the folder by a file inside it, since a link, a mount or another container may give it another path, and the
 * database in it, which may be mounted alone. Gateways of 0.1.0 check the lock beside the folder, where that is writable.
 */
function lockDataDir(dataDir: string, platform: Platform): { lockDatabase(): void; release(): void } {
  const unlocks: (() => void)[] = [];
  const release = () => {
    for (const unlock of unlocks.splice(0).reverse()) unlock();
  };
  const lock = (file: string) => {
    const unlock = platform.lock(file);
    if (!unlock) throw new DataFolderInUse(dataDir);
    unlocks.push(unlock);
  };
  let isDatabaseLocked = false;
  const lockDatabase = () => {
    if (isDatabaseLocked || !hasEmbedded(dataDir)) return;
    lock(join(dataDir, "pglite", LOCK_FILE));
    isDatabaseLocked = true;
  };
  try {
    lock(join(dataDir, LOCK_FILE));
    lockDatabase();
  } catch (error) {
    release();
    if (error instanceof DataFolderInUse) throw error;
    const why = sqlStateOf(error) ?? (error as Error).message;
    throw new StartupError(
      `The data folder ${dataDir} cannot be locked (${why}): ${LOCK_FILE} in it must be writable, on a disk that has file locks.`,
    );
  }
  const legacyFile = `${dataDir}.lock`;
  const isNew = !existsSync(legacyFile);
  try {
    lock(legacyFile);
    if (isNew) unlocks.push(() => rmSync(legacyFile, { force: true }));
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) return { lockDatabase, release };
    release();
    throw error;
  }
  return { lockDatabase, release };
}

export interface RunningGateway {
  /** Public. */
  url: string;
  /** The listener's URL on this machine. */
  listening: string;
  database: OpenDatabase["kind"];
  adminToken: string;
  app: App;
  log: Log;
  pluginOf: OpenedApp["pluginOf"];
  /** Finishes requests in flight, writes usage rows and closes everything. */
  stop(): Promise<void>;
}

/** Listens first: the base URL is known, and a port conflict fails at once. Responds with 503 until ready. */
export async function startGateway(
  options: Omit<OpenOptions, "baseUrl"> & { stopMs?: number },
): Promise<RunningGateway> {
  const { config, platform, stopMs = STOP_MS } = options;
  const starting: Handler = async () =>
    Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });
  const handlers = { callers: starting, operator: starting };
  let isStopping = false;
  const handlerOf =
    (surface: keyof typeof handlers): Handler =>
    async (request, address) => {
      const response = await handlers[surface](request, address);
      // On a kept-alive connection the client's next request would meet its end.
      if (isStopping) response.headers.set("connection", "close");
      return response;
    };
  const listeners = openListeners(config, platform, handlerOf("callers"), handlerOf("operator"));
  const { listening, adminListening } = listeners;
  const url = config.baseUrl ?? listening;
  try {
    const opened = await openApp({ ...options, baseUrl: url, isStopping: () => isStopping });
    handlers.callers = opened.app.handle;
    handlers.operator = opened.app.handleOperator;
    const serverFile = writeServerFile(config, adminListening, opened.adminToken);
    const admin = adminListening !== listening && { admin_url: adminListening };
    opened.log.info("listening", { url, port: listeners.port, ...admin, database: opened.database.kind });
    const { deps } = opened.app;
    const tidied = runAtStart(deps, opened.database);
    deps.jobs.start(scheduledJobs(deps, opened.database));
    startRowQueues(deps);
    const stop = async () => {
      try {
        isStopping = true;
        const ended = Promise.all([deps.jobs.stop(), withDbTimeout(tidied).catch(() => {})]);
        // The load balancer needs this time to notice; a request refused before might be lost.
        await new Promise((resolve) => setTimeout(resolve, config.drainMs));
        // Only now: clients connect again at once, and the load balancer sends them elsewhere.
        opened.app.endStreams();
        await listeners.finish(Math.max(0, stopMs - config.drainMs));
        await ended;
        await opened.close();
      } finally {
        removeServerFile(serverFile);
      }
      opened.log.info("stopped");
    };
    const { app, adminToken, log, pluginOf } = opened;
    return { url, listening, database: opened.database.kind, adminToken, app, log, pluginOf, stop };
  } catch (error) {
    listeners.abort();
    throw error;
  }
}

/** Lets commands find the running server. */
function writeServerFile(config: Config, url: string, adminToken: string): string {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const file = join(config.dataDir, "server.json");
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ url, admin_token: adminToken, pid: process.pid })}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Removes only its own file: two gateways on Postgres may share a folder, and the later one overwrites it. */
function removeServerFile(file: string): void {
  try {
    if ((JSON.parse(readFileSync(file, "utf8")) as { pid?: number }).pid !== process.pid) return;
  } catch {
    // Missing or unreadable: no command can use it.
  }
  rmSync(file, { force: true });
}
