// The gateway's listeners: one for callers, and with ADMIN_PORT another for the operator.

import type { Config } from "../foundation/config/config.ts";
import { readTlsPair, type TlsPair } from "../foundation/config/tls.ts";
import type { Platform, RunningServer } from "../foundation/platform/platform.ts";
import type { Handler } from "../web/pipeline/server.ts";
import { assertFree, type Binding, bindError, localHost } from "./bind-check.ts";

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
  /** What the listeners serve by TLS; null: they speak plain HTTP. */
  readonly tlsPair: TlsPair | null;
  /** Serves new connections with this pair; false where that takes a restart. Idle connections are closed. */
  useTlsPair(pair: TlsPair): boolean;
}

/** The addresses that a gateway listens at: for callers, and the operator's own where it has one. */
export function bindingsOf({ host, port, adminHost, adminPort }: Config): [Binding, ...Binding[]] {
  const main: Binding = { host, port, variable: "PORT" };
  return adminPort === null ? [main] : [main, { host: adminHost, port: adminPort, variable: "ADMIN_PORT" }];
}

/**
 * Throws a `StartupError` when an address cannot be had. Callers are accepted at `open`: a proxy counts a process that
 * accepts as ready. Open at once are the operator's listener, for probes, and a port of the kernel's choice, which nobody knows yet.
 */
export async function prepareListeners(
  config: Config,
  platform: Platform,
  callers: Handler,
  operator: Handler,
  sharing: Sharing | null,
): Promise<Listeners> {
  const inFlight = trackRequests();
  let tlsPair = config.tls ? readTlsPair(config.tls) : null;
  // A certificate is replaced by a second listener at the same port, which only Linux shares.
  const canReplace = tlsPair !== null && process.platform === "linux";
  const isShared = sharing !== null || canReplace;
  const of = (binding: Binding, handle: Handler) =>
    createListener(binding, { platform, isShared, tls: tlsPair }, (request, peer) =>
      inFlight.add(handle(request, peer)),
    );
  const [ofCallers, ofOperator] = bindingsOf(config);
  const main = of(ofCallers, callers);
  const admin = ofOperator ? of(ofOperator, operator) : null;
  const all = admin ? [main, admin] : [main];
  const abort = () => {
    for (const listener of all) listener.abort();
  };
  const open = () => {
    for (const listener of all) listener.open();
  };
  if (!sharing?.joins) {
    for (const { binding } of all) await assertFree(binding);
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
    get tlsPair() {
      return tlsPair;
    },
    useTlsPair(pair) {
      if (!canReplace) return false;
      for (const listener of all) listener.replace(pair);
      tlsPair = pair;
      return true;
    },
    async finish(stopMs) {
      const late = Promise.withResolvers<void>();
      const timers = [setTimeout(abort, stopMs), setTimeout(late.resolve, stopMs + ABORT_MS)];
      try {
        await Promise.all(all.map((listener) => listener.stop()));
        await Promise.race([inFlight.ended(), late.promise]);
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    },
  };
}

interface Listener {
  binding: Binding;
  readonly port: number;
  readonly url: string;
  open(): void;
  /** Opens another server at the same address and lets the present one finish its requests. */
  replace(tls: TlsPair): void;
  stop(): Promise<void>;
  abort(): void;
}

function createListener(
  binding: Binding,
  options: { platform: Platform; isShared: boolean; tls: TlsPair | null },
  handle: Handler,
): Listener {
  const { host } = binding;
  const { platform, isShared } = options;
  let server: RunningServer | null = null;
  /** Replaced ones whose requests have not ended. */
  const finishing = new Set<RunningServer>();
  const serve = (tls: TlsPair | null, port: number) =>
    platform.serve({ hostname: host, port, fetch: handle, isShared, tls });
  return {
    binding,
    get port() {
      return server?.port ?? binding.port;
    },
    get url() {
      const name = localHost(host);
      const scheme = options.tls ? "https" : "http";
      return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${this.port}`;
    },
    open() {
      try {
        server ??= serve(options.tls, binding.port);
      } catch (error) {
        throw bindError(binding, error);
      }
    },
    replace(tls) {
      if (!server) return;
      const replaced = server;
      server = serve(tls, replaced.port);
      finishing.add(replaced);
      void replaced.stop().finally(() => finishing.delete(replaced));
    },
    async stop() {
      await server?.stop();
    },
    abort() {
      for (const one of [...finishing, ...(server ? [server] : [])]) one.abort();
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
