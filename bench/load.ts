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

/** Sends requests for `seconds`, with `keys` in turn: GETs, or POSTs of `body`. Responses need a Content-Length or chunks. */
export async function load(options: {
  port: number;
  path: string;
  keys: string[];
  connections: number;
  seconds: number;
  body?: object;
  headers?: Record<string, string>;
}): Promise<LoadResult> {
  const { port, path, keys, connections, seconds, headers = {} } = options;
  const latencies: number[] = [];
  let failed = 0;
  let next = 0;
  const endAt = performance.now() + seconds * 1000;
  const body = options.body === undefined ? "" : JSON.stringify(options.body);
  const own = options.body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = keys.map(
    (key) =>
      `${options.body ? "POST" : "GET"} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: gzip, br\r\n` +
      `Authorization: Bearer ${key}\r\n${lines.join("")}\r\n${body}`,
  );
  const sendNext = (socket: Socket<State>) => {
    socket.data = { sentAt: performance.now(), left: null, head: "", tail: null };
    socket.write(requests[next++ % requests.length] as string);
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
