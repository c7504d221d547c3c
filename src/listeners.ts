// The gateway's listeners: one for callers, and with ADMIN_PORT another for the operator.
import type { Config } from "./config.ts";
import { StartupError, sqlStateOf } from "./errors.ts";
import type { Handler } from "./pipeline/server.ts";
import type { Platform, RunningServer } from "./platform/platform.ts";

/** How long a stop waits for aborted requests. */
const ABORT_MS = 1_000;

export interface Listeners {
  port: number;
  /** The listener's URL on this machine. */
  listening: string;
  /** The same as `listening` without an ADMIN_PORT. */
  adminListening: string;
  /**
   * Accepts no more requests, waits for those in flight and aborts them after `stopMs`. It also waits for requests whose
   * client has disconnected: a token exchange must reach the database, or the grant is lost.
   */
  finish(stopMs: number): Promise<void>;
  /** Drops every connection at once. */
  abort(): void;
}

/** Throws a `StartupError` when an address is taken. */
export function openListeners(config: Config, platform: Platform, callers: Handler, operator: Handler): Listeners {
  const inFlight = trackRequests();
  const open = (binding: Binding, handle: Handler): RunningServer =>
    listen(binding, platform, (request, address) => inFlight.add(handle(request, address)));
  const { host, port, adminHost, adminPort } = config;
  const main = open({ host, port, variable: "PORT" }, callers);
  let admin: RunningServer | null = null;
  try {
    if (adminPort !== null) admin = open({ host: adminHost, port: adminPort, variable: "ADMIN_PORT" }, operator);
  } catch (error) {
    main.abort();
    throw error;
  }
  const servers = admin ? [main, admin] : [main];
  const abort = () => {
    for (const server of servers) server.abort();
  };
  const listening = urlOf(host, main.port);
  return {
    port: main.port,
    listening,
    adminListening: admin ? urlOf(adminHost, admin.port) : listening,
    abort,
    async finish(stopMs) {
      const late = Promise.withResolvers<void>();
      const timers = [setTimeout(abort, stopMs), setTimeout(late.resolve, stopMs + ABORT_MS)];
      try {
        await Promise.all(servers.map((server) => server.stop()));
        await Promise.race([inFlight.ended(), late.promise]);
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    },
  };
}

function urlOf(host: string, port: number): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

interface Binding {
  host: string;
  port: number;
  /** The environment variable of the port. */
  variable: string;
}

function listen({ host, port, variable }: Binding, platform: Platform, handle: Handler): RunningServer {
  try {
    return platform.serve({ hostname: host, port, fetch: handle });
  } catch (error) {
    const code = sqlStateOf(error);
    if (code === "EADDRINUSE") {
      throw new StartupError(`Port ${port} of ${host} is taken; set ${variable} (0 picks a free one).`);
    }
    const hostVariable = variable.replace("PORT", "HOST");
    throw new StartupError(
      `The gateway cannot listen at ${host}, port ${port} (${code}); set ${hostVariable} or ${variable}.`,
    );
  }
}

interface InFlight {
  add<T>(handling: Promise<T>): Promise<T>;
  /** Resolves when no request is in flight. */
  ended(): Promise<void>;
}

function trackRequests(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    add(handling) {
      running.add(handling);
      const end = () => void running.delete(handling);
      handling.then(end, end);
      return handling;
    },
    async ended() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
