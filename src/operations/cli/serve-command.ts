// `gateway serve`: runs the gateway until a stop signal.
import { sources } from "gateway:plugins";
import { SETUP_PATH } from "../../dashboard/paths.ts";
import { type Config, inspectConfig } from "../../foundation/config/config.ts";
import { MigrationStopped } from "../../foundation/db/migrate.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { stopSignal } from "../../foundation/platform/stop-signal.ts";
import { hasPeople } from "../../identity/people/store.ts";
import { makeFirstOwnerLink } from "../../identity/sign-in/setup-links.ts";
import { type RunningGateway, startGateway } from "../../server/start.ts";
import { type Program, startWarnings } from "../../server/start-checks.ts";
import { startFailure } from "../../server/start-failure.ts";
import { loadInspected, type StartProblem } from "../../server/start-inspection.ts";
import { startWatchdog } from "../../server/watchdog.ts";
import { print, printNote, printText } from "./print.ts";
import { reopenLog } from "./reopen-log.ts";
import { terminal } from "./terminal.ts";
import { type Ready, reportReady, supervisorGone, type WorkerOptions, workerOptions } from "./worker-channel.ts";
import { workerMetrics } from "./worker-metrics.ts";
import { superviseWorkers, workerCount } from "./workers.ts";

export async function serveCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const { config, errors } = inspectConfig(terminal().env);
  const asJson = options.json === true;
  const workers = workerCount(options.workers, config);
  try {
    // The first worker says what is wrong with the settings.
    if (workers > 1)
      return await superviseWorkers(config, workers, (ready) => announce(ready, config, asJson, workers));
    return await serve({ config, errors, platform, asJson, worker: workerOptions(options) });
  } catch (error) {
    throw startFailure(error, config);
  }
}

interface Serving {
  config: Config;
  errors: readonly string[];
  platform: Platform;
  asJson: boolean;
  worker: WorkerOptions | null;
}

async function serve({ config, errors, platform, asJson, worker }: Serving): Promise<number> {
  await startWatchdog(config.dataDir, worker ? { worker: worker.number } : {}, undefined, config.logFile);
  let gateway: RunningGateway | null = null;
  // First: a stop signal during the start waits for its end, but for one that waits to migrate the database.
  const signalled = stopSignal(undefined, () => reopenLog(gateway && { log: gateway.log, file: gateway.logFile }));
  const stopped = worker ? Promise.race([signalled, supervisorGone()]) : signalled;
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  const shared = worker && {
    logFields: { worker: worker.number },
    sharing: worker,
    otherMetrics: workerMetrics(() => gateway?.app.collectMetrics()),
  };
  const needsPorts = worker?.joins !== true;
  const { program, warnings } = await loadInspected({ config, errors, needsPorts, platform, builtIn: sources });
  gateway = await startUnlessStopped({
    ...{ config, platform, builtIn: sources, program, signal: stopping.signal },
    ...shared,
  });
  if (!gateway) return 0;
  logUncaughtErrors(gateway);
  if (!worker?.joins) await logWarnings(gateway, config, warnings, program);
  const ready: Ready = { ...readyOf(gateway), owner: worker?.joins ? null : await firstOwner(gateway, config) };
  if (worker) reportReady(ready);
  else announce(ready, config, asJson);
  await stopped;
  await gateway.stop();
  return 0;
}

async function logWarnings(
  { app, log }: RunningGateway,
  config: Config,
  inspected: readonly StartProblem[],
  { added }: Pick<Program, "added">,
): Promise<void> {
  for (const { check, message } of inspected) {
    log.warn("configuration_warning", { warning: check.replace(/[ .]/g, "_"), message });
    // Else the log itself is on standard error.
    if (config.logFile !== null) printNote(`${check}: ${message}`);
  }
  const plugins = [...app.deps.registry.providers.values()];
  const entered = (await app.deps.oauthClients.entered()).map(({ provider }) => provider);
  const broken = [...app.deps.registry.broken.keys()].map((id) => ({ id }));
  const context = { config, env: terminal().env, plugins, broken, entered: new Set(entered), added };
  for (const { code, message } of startWarnings(context)) {
    log.warn("configuration_warning", { warning: code, message });
  }
}

/** Says on standard output where the gateway is. */
function announce({ url, listening, database, owner }: Ready, config: Config, asJson: boolean, workers?: number): void {
  if (asJson) {
    const more = {
      ...(workers && { workers }),
      ...(owner && (owner.link ? { setup_url: owner.link } : { needs_owner: true })),
    };
    return void print({ url, listening, database, ...more }, true);
  }
  const behind = url === listening ? "" : `, listening at ${listening}`;
  const lines = [`Gateway at ${url}${behind}${workers ? `, with ${workers} workers` : ""}`];
  if (database === "embedded") {
    const safe = config.durability === "full" ? "crashes and power loss" : "crashes but not from power loss";
    lines.push(`Embedded database in ${config.dataDir}: one process, safe from ${safe}.`);
  }
  if (owner?.link) lines.push(`Become the dashboard's first owner, within an hour: ${owner.link}`);
  else if (owner) lines.push("The dashboard has no owner yet: `gateway person link` prints a link for the first one.");
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
 * How the first owner of the dashboard signs up; null if there is already a person. The link is a secret: in production, where
 * a collector reads what each replica prints, a command prints it.
 */
async function firstOwner({ url, app, log }: RunningGateway, config: Config): Promise<Ready["owner"]> {
  try {
    if (config.environment === "production") return (await hasPeople(app.deps.database)) ? null : { link: null };
    const token = await makeFirstOwnerLink(app.deps);
    return token === null ? null : { link: `${url}${SETUP_PATH}/${token}` };
  } catch (error) {
    log.warn("first_owner_link_failed", { error });
    return null;
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
