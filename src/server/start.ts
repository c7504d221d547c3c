// Starts and stops a gateway that serves: listeners, scheduled work, server.json.

import { migrations } from "gateway:migrations";
import type { OpenDatabase } from "../foundation/db/database.ts";
import { withDbTimeout } from "../foundation/db/timeouts.ts";
import { loadEngine } from "../foundation/jobs/boss.ts";
import type { Log } from "../foundation/log/log.ts";
import { memoryUse } from "../foundation/metrics/resources.ts";
import { nextTick } from "../foundation/tick.ts";
import { LIVE_PATH } from "../web/http/health.ts";
import type { Handler } from "../web/pipeline/server.ts";
import type { App } from "./app.ts";
import { watchCertificate } from "./certificate-watch.ts";
import { type Listeners, prepareListeners, type Sharing } from "./listeners.ts";
import { addedPluginHashes } from "./plugin-hashes.ts";
import { heartbeatOf } from "./replica-record.ts";
import { createResourceWatch, readResources } from "./resource-watch.ts";
import { runAtStart, scheduledJobs, startRowQueues } from "./scheduled-jobs.ts";
import { type OpenedApp, type OpenOptions, openApp } from "./serve.ts";
import { removeServerFile, writeServerFile } from "./server-file.ts";

/** How long a stop waits for requests in flight. */
const STOP_MS = 25_000;
/** A browser that has seen the gateway by TLS does not fall back to plain HTTP for a year. */
const HSTS = "max-age=31536000";

export interface RunningGateway {
  /** Public. */
  url: string;
  /** The listener's URL on this machine. */
  listening: string;
  /** That of the operator's listener; the same without one. */
  adminListening: string;
  database: OpenDatabase["kind"];
  adminToken: string;
  app: App;
  log: Log;
  logFile: OpenedApp["logFile"];
  pluginOf: OpenedApp["pluginOf"];
  /** Finishes requests in flight, writes usage rows and closes everything. */
  stop(): Promise<void>;
}

export interface StartOptions extends Omit<OpenOptions, "baseUrl" | "isStopping"> {
  stopMs?: number;
  /** Set if this process is one of several workers; their supervisor writes server.json. */
  sharing?: Sharing;
}

/** Listens when it is ready; only the operator's probes have a response before. A port conflict fails before all else. */
export async function startGateway(options: StartOptions): Promise<RunningGateway> {
  const { config, platform, sharing = null } = options;
  const state: { app: App | null; isStopping: boolean } = { app: null, isStopping: false };
  const handlerOf =
    (surface: "handle" | "handleOperator"): Handler =>
    async (request, peer) => {
      // Calls that came together go on together, step by step.
      await nextTick();
      const response = state.app ? await state.app[surface](request, peer) : respondStarting(request);
      // On a kept-alive connection the client's next request would meet its end.
      if (state.isStopping) response.headers.set("connection", "close");
      if (config.tls) response.headers.set("strict-transport-security", HSTS);
      return response;
    };
  const [callers, operator] = [handlerOf("handle"), handlerOf("handleOperator")];
  const listeners = await prepareListeners(config, platform, callers, operator, sharing);
  const { listening, adminListening } = listeners;
  const url = config.baseUrl ?? listening;
  let opened: OpenedApp | null = null;
  try {
    // While the database is waited for.
    const engine = loadEngine();
    opened = await openApp({ ...options, baseUrl: url, isStopping: () => state.isStopping });
    await Promise.all([engine, opened.database.openConnections()]);
    state.app = opened.app;
    listeners.open();
    const serverFile = sharing ? null : writeServerFile(config, adminListening, opened);
    const admin = adminListening !== listening && { admin_url: adminListening };
    opened.log.info("listening", { url, port: listeners.port, ...admin, database: opened.database.kind });
    const beginStop = () => {
      state.isStopping = true;
    };
    const stop = startWork(opened, listeners, options, beginStop);
    const { app, adminToken, log, logFile, pluginOf } = opened;
    return {
      ...{ url, listening, adminListening, database: opened.database.kind, adminToken, app },
      ...{ log, logFile, pluginOf },
      stop: () => stop().finally(() => serverFile && removeServerFile(serverFile)),
    };
  } catch (error) {
    listeners.abort();
    await opened?.close();
    throw error;
  }
}

/** Alive, so that nobody ends a long migration, but not ready. */
function respondStarting(request: Request): Response {
  const isLive = new URL(request.url).pathname === LIVE_PATH;
  return Response.json(
    { status: "starting" },
    isLive ? { status: 200 } : { status: 503, headers: { "retry-after": "1" } },
  );
}

/** Begins what the gateway does by itself; gives what ends that and everything else. */
function startWork(
  { app, database, close, log, program }: OpenedApp,
  listeners: Listeners,
  { config, stopMs = STOP_MS }: StartOptions,
  beginStop: () => void,
): () => Promise<void> {
  const { deps } = app;
  const tidied = runAtStart(deps, database);
  deps.jobs.start(scheduledJobs(deps, database));
  startRowQueues(deps);
  app.clockCheck.start();
  const added = addedPluginHashes(program);
  const heartbeat = heartbeatOf(deps, { port: listeners.port, migrations: migrations.length, added });
  heartbeat.start();
  const resources = createResourceWatch({ log, read: () => readResources(config.dataDir), readMemory: memoryUse });
  resources.start();
  const certificate =
    config.tls && listeners.tlsPair
      ? watchCertificate(config.tls, listeners.tlsPair, { log, now: Date.now, serve: listeners.useTlsPair })
      : null;
  return async () => {
    beginStop();
    certificate?.stop();
    resources.stop();
    const ended = Promise.all([
      heartbeat.drain(),
      deps.jobs.stop(),
      withDbTimeout(tidied).catch(() => {
        // It logs its own failures; a stop does not wait for the rest.
      }),
    ]);
    // The load balancer needs this time to notice; a request refused before might be lost.
    await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    // Only now: clients connect again at once, and the load balancer sends them elsewhere.
    app.endStreams();
    await listeners.finish(Math.max(0, stopMs - config.drainMs));
    await ended;
    await heartbeat.stop();
    await close();
    log.info("stopped");
  };
}
