// `gateway serve`: runs the gateway until a stop signal.
import { sources } from "gateway:plugins";
import { type Config, providerVariable, readConfig } from "../config.ts";
import { configWarnings } from "../config-warnings.ts";
import { MigrationStopped } from "../db/migrate.ts";
import type { Platform } from "../platform/platform.ts";
import { type RunningGateway, startGateway } from "../start.ts";
import { print } from "./print.ts";
import { stopSignal } from "./stop-signal.ts";
import { type Ready, reportReady, supervisorGone, workerOptions } from "./worker-channel.ts";
import { workerMetrics } from "./worker-metrics.ts";
import { superviseWorkers, workerCount } from "./workers.ts";

export async function serveCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const config = readConfig(process.env);
  const asJson = options.json === true;
  const workers = workerCount(options.workers, config);
  if (workers > 1) return superviseWorkers(config, workers, (ready) => announce(ready, config, asJson, workers));
  const worker = workerOptions(options);
  // First: a stop signal during the start waits for its end, but for one that waits to migrate the database.
  const stopped = worker ? Promise.race([stopSignal(), supervisorGone()]) : stopSignal();
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  let gateway: RunningGateway | null = null;
  const shared = worker && {
    logFields: { worker: worker.number },
    sharing: worker,
    otherMetrics: workerMetrics(() => gateway?.app.collectMetrics()),
  };
  gateway = await startUnlessStopped({ config, platform, builtIn: sources, signal: stopping.signal, ...shared });
  if (!gateway) return 0;
  logUncaughtErrors(gateway);
  if (!worker?.joins) logWarnings(gateway, config);
  if (worker) reportReady(gateway);
  else announce(gateway, config, asJson);
  await stopped;
  await gateway.stop();
  return 0;
}

function logWarnings({ app, log }: RunningGateway, config: Config): void {
  const { providers } = app.deps.registry;
  const declared = [...providers].flatMap(([id, { settings = {} }]) =>
    Object.keys(settings).map((name) => providerVariable(id, name)),
  );
  for (const { code, message } of configWarnings(config, process.env, [...providers.keys()], declared)) {
    log.warn("configuration_warning", { warning: code, message });
  }
}

/** Says on standard output where the gateway is. */
function announce({ url, listening, database }: Ready, config: Config, asJson: boolean, workers?: number): void {
  if (asJson) return void print({ url, listening, database, ...(workers && { workers }) }, true);
  const behind = url === listening ? "" : `, listening at ${listening}`;
  console.log(`Gateway at ${url}${behind}${workers ? `, with ${workers} workers` : ""}`);
  if (database === "embedded") {
    console.log(`Embedded database in ${config.dataDir}: one process, safe from crashes but not from power loss.`);
  }
}

/** Null if a stop signal has ended the start; the log says at what. */
async function startUnlessStopped(options: Parameters<typeof startGateway>[0]): Promise<RunningGateway | null> {
  try {
    return await startGateway(options);
  } catch (error) {
    if (error instanceof MigrationStopped) return null;
    throw error;
  }
}

/** Logs what would end the process and every call: a plugin's floating rejection, an error in a driver's callback. */
function logUncaughtErrors({ log, pluginOf }: RunningGateway): void {
  process.on("unhandledRejection", (error) => log.error("unhandled_rejection", { plugin: pluginOf(error), error }));
  process.on("uncaughtException", (error) => log.error("uncaught_exception", { plugin: pluginOf(error), error }));
}
