// Starts and stops a gateway: database, lock, migrations, plugins, listening, server.json.

import { files } from "gateway:database-files";
import { migrations } from "gateway:migrations";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { openEmbedded } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { openPostgres } from "./db/postgres.ts";
import type { Handler } from "./http/server.ts";
import { createLog, type Log } from "./log.ts";
import type { Platform } from "./platform/platform.ts";
import type { Provider } from "./plugin/index.ts";
import { loadPlugins, type PluginSource, pluginsInFolder } from "./registry/load.ts";
import { loadOrMakeSecrets } from "./vault/secrets-file.ts";

/** The longest a stop waits for requests under way. */
const STOP_MS = 25_000;

/** A reason not to start that a sentence explains; the command prints it and exits with 1. */
export class CannotStart extends Error {
  override name = "CannotStart";
}

export interface OpenedApp {
  app: App;
  database: Database;
  adminToken: string;
  log: Log;
  /** Closes the database and frees the lock. */
  close(): Promise<void>;
}

export interface OpenOptions {
  config: Config;
  platform: Platform;
  builtIn: readonly PluginSource[];
  baseUrl: string;
  log?: Log;
}

/** Opens the application without listening. */
export async function openApp(options: OpenOptions): Promise<OpenedApp> {
  const { config, platform } = options;
  const log = options.log ?? createLog(config.logLevel);
  const plugins = await allPlugins(config, options.builtIn);
  const secrets = loadOrMakeSecrets(config.dataDir, config);
  const { database, release } = await openDatabase(config, platform);
  try {
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
    });
    const close = async () => {
      await app.close();
      await database.close();
      release();
    };
    return { app, database, adminToken: secrets.adminToken, log, close };
  } catch (error) {
    await database.close();
    release();
    throw error;
  }
}

function allPlugins(config: Config, builtIn: readonly PluginSource[]): Promise<Provider[]> {
  return loadPlugins([...builtIn, ...(config.pluginsDir ? pluginsInFolder(config.pluginsDir) : [])]);
}

/** Opens the configured database; the embedded one under a lock that lies beside its folder and dies with the process. */
export async function openDatabase(
  config: Config,
  platform: Platform,
): Promise<{ database: Database; release: () => void }> {
  if (config.databaseUrl) return { database: await openPostgres(config.databaseUrl), release: () => {} };
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const release = platform.lock(`${config.dataDir}.lock`);
  if (!release)
    throw new CannotStart(`Another gateway uses the data folder ${config.dataDir}; stop it, or set DATA_DIR.`);
  try {
    return { database: await openEmbedded({ dataDir: config.dataDir, files }), release };
  } catch (error) {
    release();
    throw error;
  }
}

export interface RunningGateway {
  url: string;
  adminToken: string;
  app: App;
  log: Log;
  /** Finishes the calls under way, writes the ledger, closes everything. */
  stop(): Promise<void>;
}

/** Listens first, so that the base URL is known and a port conflict shows at once; answers 503 until all is ready. */
export async function startGateway(options: Omit<OpenOptions, "baseUrl">): Promise<RunningGateway> {
  const { config, platform } = options;
  let handle: Handler = async () =>
    Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });
  const server = platform.serve({
    hostname: config.host,
    port: config.port,
    fetch: (request, address) => handle(request, address),
  });
  const host = config.host.includes(":") ? `[${config.host}]` : config.host === "0.0.0.0" ? "127.0.0.1" : config.host;
  const url = config.baseUrl ?? `http://${host}:${server.port}`;
  try {
    const opened = await openApp({ ...options, baseUrl: url });
    handle = opened.app.handle;
    const serverFile = writeServerFile(config, `http://${host}:${server.port}`, opened.adminToken);
    opened.log.info("listening", { url, port: server.port, database: opened.database.kind });
    const stop = async () => {
      const timer = setTimeout(() => server.abort(), STOP_MS);
      await server.stop();
      clearTimeout(timer);
      await opened.close();
      rmSync(serverFile, { force: true });
      opened.log.info("stopped");
    };
    return { url, adminToken: opened.adminToken, app: opened.app, log: opened.log, stop };
  } catch (error) {
    server.abort();
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
