// A lean HTTP/1.1 load generator: keep-alive connections with one request in flight each.
import type { Socket } from "bun";

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Responses other than 200. */
  failed: number;
}
/** An empty chunk ends a chunked response (RFC 9112, section 7.1). */
const LAST_CHUNK = "0\r\n\r\n";
/** More bytes than the gateway's response headers have. */
const MAX_HEAD = 2_048;

interface State {
  sentAt: number;
  /** Remaining bytes of the response; null until its headers are read, and for a chunked one. */
  left: number | null;
  head: string;
  /** The last bytes of a chunked response; null for any other. */
  tail: string | null;
}

export interface RequestOptions {
  port: number;
  path: string;
  key?: string;
  /** Makes it a POST; a text is sent as it is. */
  body?: object | string;
  headers?: Record<string, string>;
}

/** A request as it goes over the wire. */
export function requestText({ port, path, key, body, headers = {} }: RequestOptions): string {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const all = {
    host: `127.0.0.1:${port}`,
    "accept-encoding": "gzip, br",
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
}

/** Sends the same request for `seconds`, with `keys` in turn. */
export function load({ keys, ...options }: LoadOptions & Omit<RequestOptions, "key"> & { keys: string[] }) {
  const texts = keys.map((key) => requestText({ ...options, key }));
  let next = 0;
  return loadRequests(options, () => texts[next++ % texts.length] as string);
}

/** Sends requests for `seconds`. Responses need a Content-Length or chunks. */
export async function loadRequests(
  { port, connections, seconds }: LoadOptions,
  nextRequest: () => string,
): Promise<LoadResult> {
  const latencies: number[] = [];
  let failed = 0;
  const endAt = performance.now() + seconds * 1000;
  const sendNext = (socket: Socket<State>) => {
    socket.data = { sentAt: performance.now(), left: null, head: "", tail: null };
    socket.write(nextRequest());
  };
  await Promise.all(
    Array.from({ length: connections }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      Bun.connect<State>({
        hostname: "127.0.0.1",
        port,
        data: { sentAt: 0, left: null, head: "", tail: null },
        socket: {
          open: sendNext,
          data(socket, chunk) {
            if (!isComplete(socket.data, chunk)) return;
            latencies.push(performance.now() - socket.data.sentAt);
            if (!socket.data.head.startsWith("HTTP/1.1 200")) failed++;
            if (performance.now() < endAt) return sendNext(socket);
            socket.end();
            resolve();
          },
          error: (_, error) => reject(error),
          close: () => resolve(),
        },
      }).catch(reject);
      return promise;
    }),
  );
  return summarize(latencies, seconds, failed);
}

export function summarize(latencies: readonly number[], seconds: number, failed: number): LoadResult {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, perSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed };
}

function isComplete(state: State, chunk: Buffer): boolean {
  if (state.tail !== null) return isLastChunk(state, chunk);
  if (state.left !== null) {
    state.left -= chunk.byteLength;
    return state.left <= 0;
  }
  // Decodes only the bytes that can hold the headers: the gateway shares this process's cores.
  const before = state.head.length;
  state.head += chunk.toString("latin1", 0, MAX_HEAD);
  const end = state.head.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = state.head.slice(0, end).match(/content-length: (\d+)/i)?.[1];
  if (length === undefined) return isLastChunk(state, chunk);
  state.left = Number(length) - (before + chunk.byteLength - end - 4);
  return state.left <= 0;
}

function isLastChunk(state: State, chunk: Buffer): boolean {
  const last = chunk.toString("latin1", Math.max(0, chunk.byteLength - LAST_CHUNK.length));
  state.tail = ((state.tail ?? "") + last).slice(-LAST_CHUNK.length);
  return state.tail === LAST_CHUNK;
}
