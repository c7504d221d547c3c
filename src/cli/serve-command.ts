// `gateway serve`: runs the gateway until a stop signal.
import { sources } from "gateway:plugins";
import { providerVariable, readConfig } from "../config.ts";
import { configWarnings } from "../config-warnings.ts";
import { MigrationStopped } from "../db/migrate.ts";
import type { Platform } from "../platform/platform.ts";
import { type RunningGateway, startGateway } from "../start.ts";
import { print } from "./print.ts";
import { stopSignal } from "./stop-signal.ts";

export async function serveCommand(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const config = readConfig(process.env);
  // First: a stop signal during the start waits for its end, but for one that waits to migrate the database.
  const stopped = stopSignal();
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  const gateway = await startUnlessStopped({ config, platform, builtIn: sources, signal: stopping.signal });
  if (!gateway) return 0;
  logUncaughtErrors(gateway);
  const { providers } = gateway.app.deps.registry;
  const declared = [...providers].flatMap(([id, { settings = {} }]) =>
    Object.keys(settings).map((name) => providerVariable(id, name)),
  );
  for (const { code, message } of configWarnings(config, process.env, [...providers.keys()], declared)) {
    gateway.log.warn("configuration_warning", { warning: code, message });
  }
  if (options.json === true)
    print({ url: gateway.url, listening: gateway.listening, database: gateway.database }, true);
  else {
    const isBehindProxy = gateway.url !== gateway.listening;
    console.log(`Gateway at ${gateway.url}${isBehindProxy ? `, listening at ${gateway.listening}` : ""}`);
    if (gateway.database === "embedded") {
      console.log(`Embedded database in ${config.dataDir}: one process, safe from crashes but not from power loss.`);
    }
  }
  await stopped;
  await gateway.stop();
  return 0;
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
