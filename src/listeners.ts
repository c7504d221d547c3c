// The gateway's listeners: one for callers, and with ADMIN_PORT another for the operator.
import { assertFree, type Binding, bindError, localHost } from "./bind-check.ts";
import type { Config } from "./config.ts";
import type { Handler } from "./pipeline/server.ts";
import type { Platform, RunningServer } from "./platform/platform.ts";

/** How processes of one gateway share its addresses (SO_REUSEPORT). */
export interface Sharing {
  /** Whether others listen already: a probe that this one answers before it is ready would speak for them all. */
  joins: boolean;
}

/** How long a stop waits for aborted requests. */
const ABORT_MS = 1_000;

export interface Listeners {
  readonly port: number;
  /** The listener's URL on this machine. */
  readonly listening: string;
  /** The same as `listening` without an ADMIN_PORT. */
  readonly adminListening: string;
  /** Accepts everybody; throws a `StartupError` when the address was taken meanwhile. */
  open(): void;
  /**
   * Accepts no more requests, waits for those in flight and aborts them after `stopMs`. It also waits for requests whose
   * client has disconnected: a token exchange must reach the database, or the grant is lost.
   */
  finish(stopMs: number): Promise<void>;
  /** Drops every connection at once. */
  abort(): void;
}

/**
 * Throws a `StartupError` when an address cannot be had. Callers are accepted at `open`: a proxy counts whoever accepts as
 * ready. Open at once are the operator's listener, for probes, and a port of the kernel's choice, which nobody knows yet.
 */
export async function prepareListeners(
  config: Config,
  platform: Platform,
  callers: Handler,
  operator: Handler,
  sharing: Sharing | null,
): Promise<Listeners> {
  const inFlight = trackRequests();
  const of = (binding: Binding, handle: Handler) =>
    createListener(binding, platform, sharing !== null, (request, peer) => inFlight.add(handle(request, peer)));
  const main = of({ host: config.host, port: config.port, variable: "PORT" }, callers);
  const { adminHost: host, adminPort: port } = config;
  const admin = port === null ? null : of({ host, port, variable: "ADMIN_PORT" }, operator);
  const all = admin ? [main, admin] : [main];
  const abort = () => {
    for (const listener of all) listener.server?.abort();
  };
  const open = () => {
    for (const listener of all) listener.open();
  };
  if (!sharing?.joins) {
    for (const { binding } of all) if (binding.port !== 0) await assertFree(binding);
    try {
      if (config.port === 0) main.open();
      admin?.open();
    } catch (error) {
      abort();
      throw error;
    }
  }
  return {
    port: main.port,
    listening: main.url,
    adminListening: (admin ?? main).url,
    open,
    abort,
    async finish(stopMs) {
      const late = Promise.withResolvers<void>();
      const timers = [setTimeout(abort, stopMs), setTimeout(late.resolve, stopMs + ABORT_MS)];
      try {
        await Promise.all(all.map(({ server }) => server?.stop()));
        await Promise.race([inFlight.ended(), late.promise]);
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    },
  };
}

interface Listener {
  binding: Binding;
  /** Null until `open`. */
  readonly server: RunningServer | null;
  readonly port: number;
  readonly url: string;
  open(): void;
}

function createListener(binding: Binding, platform: Platform, isShared: boolean, handle: Handler): Listener {
  const { host } = binding;
  let server: RunningServer | null = null;
  return {
    binding,
    get server() {
      return server;
    },
    get port() {
      return server?.port ?? binding.port;
    },
    get url() {
      const name = localHost(host);
      return `http://${name.includes(":") ? `[${name}]` : name}:${this.port}`;
    },
    open() {
      try {
        server ??= platform.serve({ hostname: host, port: binding.port, fetch: handle, isShared });
      } catch (error) {
        throw bindError(binding, error);
      }
    },
  };
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
