// The sockets under all connections to one Postgres: to which of its hosts they go, and their end when its machine is lost.
import { connect, type Socket } from "node:net";
import { sqlStateOf } from "../errors.ts";
import { runningMs } from "./running-clock.ts";

/** A connection that ends sooner had a host that is down, or no primary. */
const SHORT_MS = 10_000;
/** Longer than any statement of a call may take. */
export const LOST_AFTER_MS = 15_000;
/** In that time. */
const [LOOKS, LOOKS_BEFORE_PROBE] = [15, 5];
/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = "25006";
const READ_ONLY_AGAIN_MS = 2_000;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** What the driver has read from the URL. */
export interface SocketOptions {
  host: readonly string[];
  port: readonly number[];
  path?: string;
}

export interface PostgresSockets {
  /** For the driver, which waits until it is connected. */
  open(options: SocketOptions): Socket;
  /** Ends all, each with an error for its statement. */
  endAll(): void;
}

export function createPostgresSockets(): PostgresSockets {
  const sockets = new Set<Socket>();
  let host = 0;
  let last: { socket: Socket; openedAt: number } | null = null;
  return {
    open(options) {
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
      // The driver removes all listeners, so that a look tells how the last one ended.
      if (last?.socket.destroyed && runningMs() - last.openedAt < SHORT_MS) host++;
      const place = { host: options.host[host % options.host.length], port: options.port[host % options.port.length] };
      const socket = options.path ? connect(options.path) : connect({ ...place, port: place.port as number });
      // The driver reads them for the name in the certificate, and for its errors.
      Object.assign(socket, place);
      last = { socket, openedAt: runningMs() };
      return sockets.add(socket) && socket;
    },
    endAll() {
      host++;
      last = null;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Ends the sockets after an error of a server that takes no writes: a connection that began while its database was read-only
 * stays so, and another one may lead to the new primary.
 */
export function endReadOnly(sockets: Pick<PostgresSockets, "endAll">): (error: unknown) => void {
  let endedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (sqlStateOf(error) !== READ_ONLY || runningMs() - endedAt < READ_ONLY_AGAIN_MS) return;
    endedAt = runningMs();
    sockets.endAll();
  };
}

/** Whether an error came from the server, and not for want of one. */
export const isOfServer = (error: unknown): boolean => SQLSTATE.test(sqlStateOf(error) ?? "");

export interface Watched {
  lostAfterMs: number;
  query(text: string): Promise<unknown>;
  /** When the server last responded to a statement, be it with an error, by `runningMs`. */
  heardAt(): number;
}

/**
 * Ends the sockets of a server that has been silent for long, probes included: packets to a machine that is lost get no
 * refusal, and the system tries for a quarter of an hour. Returns how to stop.
 */
export function watchSilence(watched: Watched, sockets: Pick<PostgresSockets, "endAll">): () => void {
  const { lostAfterMs, query } = watched;
  const everyMs = lostAfterMs / LOOKS;
  let heardAt = runningMs();
  let isProbing = false;
  const probe = async () => {
    isProbing = true;
    try {
      await query("select 1");
    } catch (error) {
      // An error of the server is a sign of life; without one the next look tells.
      if (isOfServer(error)) heardAt = runningMs();
    } finally {
      isProbing = false;
    }
  };
  const look = () => {
    heardAt = Math.max(heardAt, watched.heardAt());
    const silentMs = runningMs() - heardAt;
    if (silentMs >= lostAfterMs) {
      heardAt = runningMs();
      sockets.endAll();
    } else if (silentMs >= everyMs * LOOKS_BEFORE_PROBE && !isProbing) void probe();
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
