// Starts and stops a gateway: database, lock, migrations, plugins, listening, server.json.

import { files, template } from "gateway:database-files";
import { migrations } from "gateway:migrations";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { dropUnconfirmed } from "./connect/confirm.ts";
import type { OpenDatabase } from "./db/database.ts";
import { openEmbedded } from "./db/embedded.ts";
import { hasEmbedded } from "./db/embedded-folder.ts";
import { migrate } from "./db/migrate.ts";
import { openPostgres } from "./db/postgres.ts";
import { startError } from "./db/start-error.ts";
import { StartupError, sqlStateOf } from "./errors.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { openListeners } from "./listeners.ts";
import { createLog, type Log } from "./log.ts";
import type { Handler } from "./pipeline/server.ts";
import type { Platform } from "./platform/platform.ts";
import { loadPlugins, type PluginSource, pluginOfStack, pluginsInFolder } from "./registry/load.ts";
import { RESERVED_IDS } from "./reserved-ids.ts";
import { assertSecretsNotLost } from "./vault/key-ring-check.ts";
import { loadOrMakeSecrets } from "./vault/secrets-file.ts";

/** The longest a stop takes to the end of requests under way. */
const STOP_MS = 25_000;

const LOCK_FILE = "gateway.lock";

/** The embedded database takes one process at a time. */
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
  /** The id of the plugin whose code an error comes from; null where none can be told. */
  pluginOf(error: unknown): string | null;
  /** Closes the database and frees the lock. */
  close(): Promise<void>;
}

export interface OpenOptions {
  config: Config;
  platform: Platform;
  builtIn: readonly PluginSource[];
  baseUrl: string;
  log?: Log;
  isStopping?: () => boolean;
}

/** Opens the application without listening. */
export async function openApp(options: OpenOptions): Promise<OpenedApp> {
  const { config, platform } = options;
  const log = options.log ?? createLog(config.logLevel);
  const sources = [...options.builtIn, ...(config.pluginsDir ? pluginsInFolder(config.pluginsDir) : [])];
  const plugins = await loadPlugins(sources, RESERVED_IDS);
  const { database, release } = await openDatabase(config, platform);
  try {
    // Under the lock: two first starts at once would each make secrets, and only one of them would stay.
    await assertSecretsNotLost(database, config);
    const secrets = loadOrMakeSecrets(config.dataDir, config);
    const applied = await migrate(database, migrations);
    if (applied.length > 0) log.info("migrated", { applied });
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

/**
 * Opens the configured database; the embedded one under a lock that dies with the process. It lies inside the folder, so
 * that a link, a mount or another container meets the same file.
 */
export async function openDatabase(
  config: Config,
  platform: Platform,
): Promise<{ database: OpenDatabase; release: () => void }> {
  if (config.databaseUrl) return { database: await connectPostgres(config.databaseUrl), release: () => {} };
  makeDataDir(config.dataDir);
  const locks = lockDataDir(config.dataDir, platform);
  try {
    const database = await openEmbedded({ dataDir: config.dataDir, files, template });
    locks.takeDatabase();
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
 * Locks the folder from inside, since several paths may lead to it, and the database in it, which may be mounted alone. The
 * lock beside the folder is the one that gateways of 0.1.0 know; where that place cannot be written, none of them can start.
 */
function lockDataDir(dataDir: string, platform: Platform): { takeDatabase(): void; release(): void } {
  const held: (() => void)[] = [];
  const release = () => {
    for (const unlock of held.splice(0).reverse()) unlock();
  };
  const take = (file: string) => {
    const unlock = platform.lock(file);
    if (!unlock) throw new DataFolderInUse(dataDir);
    held.push(unlock);
  };
  let hasDatabase = false;
  const takeDatabase = () => {
    if (hasDatabase || !hasEmbedded(dataDir)) return;
    take(join(dataDir, "pglite", LOCK_FILE));
    hasDatabase = true;
  };
  try {
    take(join(dataDir, LOCK_FILE));
    takeDatabase();
  } catch (error) {
    release();
    if (error instanceof DataFolderInUse) throw error;
    const why = sqlStateOf(error) ?? (error as Error).message;
    throw new StartupError(
      `The data folder ${dataDir} cannot be locked (${why}): ${LOCK_FILE} in it must be writable, on a disk that has file locks.`,
    );
  }
  const beside = `${dataDir}.lock`;
  const isNew = !existsSync(beside);
  try {
    take(beside);
    if (isNew) held.push(() => rmSync(beside, { force: true }));
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) return { takeDatabase, release };
    release();
    throw error;
  }
  return { takeDatabase, release };
}

export interface RunningGateway {
  /** Public. */
  url: string;
  /** Where it listens, as this machine reaches it. */
  listening: string;
  database: OpenDatabase["kind"];
  adminToken: string;
  app: App;
  log: Log;
  pluginOf: OpenedApp["pluginOf"];
  /** Finishes the calls under way, writes the ledger, closes everything. */
  stop(): Promise<void>;
}

/** Listens first, so that the base URL is known and a port conflict shows at once; answers 503 until all is ready. */
export async function startGateway(
  options: Omit<OpenOptions, "baseUrl"> & { stopMs?: number },
): Promise<RunningGateway> {
  const { config, platform, stopMs = STOP_MS } = options;
  const starting: Handler = async () =>
    Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });
  const handlers = { callers: starting, operator: starting };
  let isStopping = false;
  const answering =
    (whose: keyof typeof handlers): Handler =>
    async (request, address) => {
      const response = await handlers[whose](request, address);
      // A client that keeps the connection open would send its next request just when it is closed.
      if (isStopping) response.headers.set("connection", "close");
      return response;
    };
  const listeners = openListeners(config, platform, answering("callers"), answering("operator"));
  const { listening, adminListening } = listeners;
  const url = config.baseUrl ?? listening;
  try {
    const opened = await openApp({ ...options, baseUrl: url, isStopping: () => isStopping });
    handlers.callers = opened.app.handle;
    handlers.operator = opened.app.handleOperator;
    const housekeeping = startHousekeeping(opened.database, opened.log, {
      more: () => dropUnconfirmed(opened.app.deps),
    });
    const serverFile = writeServerFile(config, adminListening, opened.adminToken);
    const admin = adminListening !== listening && { admin_url: adminListening };
    opened.log.info("listening", { url, port: listeners.port, ...admin, database: opened.database.kind });
    const stop = async () => {
      try {
        isStopping = true;
        // Until the load balancer has noticed, requests still come: a refused one might be lost.
        await new Promise((resolve) => setTimeout(resolve, config.drainMs));
        await listeners.finish(Math.max(0, stopMs - config.drainMs));
        await housekeeping.stop();
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

/** Tells the command line where the server is. */
function writeServerFile(config: Config, url: string, adminToken: string): string {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const file = join(config.dataDir, "server.json");
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ url, admin_token: adminToken, pid: process.pid })}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Removes our own file only: on Postgres two gateways may share a folder, and the later one has written its own. */
function removeServerFile(file: string): void {
  try {
    if ((JSON.parse(readFileSync(file, "utf8")) as { pid?: number }).pid !== process.pid) return;
  } catch {
    // Gone or not readable: nothing that a later command could use.
  }
  rmSync(file, { force: true });
}
