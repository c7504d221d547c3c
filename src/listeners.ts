// The gateway's listeners: one for callers, and one for the operator alone where ADMIN_PORT is set.
import type { Config } from "./config.ts";
import { StartupError, sqlStateOf } from "./errors.ts";
import type { Handler } from "./pipeline/server.ts";
import type { Platform, RunningServer } from "./platform/platform.ts";

/** How long a stop waits for the end of what it has broken off. */
const LAST_MS = 1_000;

export interface Listeners {
  port: number;
  /** Where it listens, as this machine reaches it; for the operator the same where there is no listener of its own. */
  listening: string;
  adminListening: string;
  /**
   * Takes no more requests and waits for those under way; after `stopMs` it breaks them off. The server forgets a request
   * whose client has gone, but a token exchange that it began must end in the database, or the grant is lost.
   */
  finish(stopMs: number): Promise<void>;
  /** Drops every connection at once. */
  abort(): void;
}

/** Opens them; throws a sentence where an address cannot be had. */
export function openListeners(config: Config, platform: Platform, callers: Handler, operator: Handler): Listeners {
  const work = workUnderWay();
  const open = (given: Address, handle: Handler): RunningServer =>
    listen(given, platform, (request, address) => work.add(handle(request, address)));
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
      const timers = [setTimeout(abort, stopMs), setTimeout(late.resolve, stopMs + LAST_MS)];
      try {
        await Promise.all(servers.map((server) => server.stop()));
        await Promise.race([work.ended(), late.promise]);
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

interface Address {
  host: string;
  port: number;
  /** The setting that names the port. */
  variable: string;
}

function listen({ host, port, variable }: Address, platform: Platform, handle: Handler): RunningServer {
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

interface Work {
  add<T>(handling: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

function workUnderWay(): Work {
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
