// `gateway serve`: runs the gateway until a stop signal.
import { sources } from "gateway:plugins";
import { SETUP_PATH } from "../../dashboard/paths.ts";
import { type Config, providerVariable, readConfig } from "../../foundation/config/config.ts";
import { configWarnings } from "../../foundation/config/config-warnings.ts";
import { MigrationStopped } from "../../foundation/db/migrate.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { stopSignal } from "../../foundation/platform/stop-signal.ts";
import { makeFirstOwnerLink } from "../../identity/sign-in/setup-links.ts";
import { dataDirError } from "../../server/serve.ts";
import { type RunningGateway, startGateway } from "../../server/start.ts";
import { providerWarnings } from "../../server/start-checks.ts";
import { startWatchdog } from "../../server/watchdog.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";
import { type Ready, reportReady, supervisorGone, workerOptions } from "./worker-channel.ts";
import { workerMetrics } from "./worker-metrics.ts";
import { superviseWorkers, workerCount } from "./workers.ts";

export async function serveCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const config = readConfig(terminal().env);
  // On Postgres too: server.json is written when everything else is done. The folder itself is made after the port is free.
  const refused = dataDirError(config.dataDir);
  if (refused !== null) throw new StartupError(refused);
  const asJson = options.json === true;
  const workers = workerCount(options.workers, config);
  if (workers > 1) return superviseWorkers(config, workers, (ready) => announce(ready, config, asJson, workers));
  const worker = workerOptions(options);
  await startWatchdog(config.dataDir, worker ? { worker: worker.number } : {});
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
  const ready: Ready = { ...readyOf(gateway), setupUrl: worker?.joins ? null : await firstOwnerUrl(gateway) };
  if (worker) reportReady(ready);
  else announce(ready, config, asJson);
  await stopped;
  await gateway.stop();
  return 0;
}

function logWarnings({ app, log }: RunningGateway, config: Config): void {
  const { providers } = app.deps.registry;
  const declared = [...providers].flatMap(([id, { settings = {} }]) =>
    Object.keys(settings).map((name) => providerVariable(id, name)),
  );
  const warnings = configWarnings(config, terminal().env, [...providers.keys()], declared);
  for (const { code, message } of [...warnings, ...providerWarnings([...providers.values()], config)]) {
    log.warn("configuration_warning", { warning: code, message });
  }
}

/** Says on standard output where the gateway is. */
function announce(
  { url, listening, database, setupUrl }: Ready,
  config: Config,
  asJson: boolean,
  workers?: number,
): void {
  if (asJson) {
    const more = { ...(workers && { workers }), ...(setupUrl && { setup_url: setupUrl }) };
    return void print({ url, listening, database, ...more }, true);
  }
  const behind = url === listening ? "" : `, listening at ${listening}`;
  const lines = [`Gateway at ${url}${behind}${workers ? `, with ${workers} workers` : ""}`];
  if (database === "embedded") {
    lines.push(`Embedded database in ${config.dataDir}: one process, safe from crashes but not from power loss.`);
  }
  if (setupUrl) lines.push(`Become the dashboard's first owner, within an hour: ${setupUrl}`);
  // One write, so that whoever reads the pipe has all lines or none.
  printText(lines.join("\n"));
}

const readyOf = ({ url, listening, adminListening, database }: RunningGateway) => ({
  url,
  listening,
  adminListening,
  database,
});

/**
 * The link with which the first owner of the dashboard signs up; null if there is already a person. It is a secret, so
 * no log has it.
 */
async function firstOwnerUrl({ url, app, log }: RunningGateway): Promise<string | null> {
  const token = await makeFirstOwnerLink(app.deps).catch((error: unknown) => {
    log.warn("first_owner_link_failed", { error });
    return null;
  });
  return token === null ? null : `${url}${SETUP_PATH}/${token}`;
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
