// A load balancer for replicas: it probes readiness, uses round robin over keep-alive connections, and retries a request
// on another replica only if it was certainly not sent.
import { once } from "node:events";
import { connect } from "node:net";
import { isComplete, parseResponse, type RawResponse } from "../support/raw-http.ts";
import type { StageResponse } from "./stage.ts";

/** Short enough to notice a stop while the replica drains. */
const PROBE_EVERY_MS = 50;
/** Timeout of a readiness probe. */
const PROBE_MS = 1_000;

export interface RequestOptions {
  key?: string;
  /** ASCII only. */
  body?: object;
  /** Sent as X-Request-Id. */
  id?: string;
  /** Sent as X-Account-Id. */
  account?: string;
}

export interface Balancer {
  /** Sends a request to the next ready replica; rejects if the connection breaks after it may have been sent. */
  send(method: string, path: string, options?: RequestOptions): Promise<StageResponse>;
  /** Whether the replica at a URL receives requests. */
  isReady(url: string): boolean;
  /** Stops probing and closes every connection. */
  end(): void;
}

interface Connection {
  exchange(request: string): Promise<RawResponse>;
  /** The server has closed it. */
  hasEnded(): boolean;
  close(): void;
}

/** Unlike fetch, it never resends a request over a second connection. */
async function openConnection(url: string): Promise<Connection> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  let [received, ended] = ["", false];
  let exchange = Promise.withResolvers<RawResponse>();
  const end = (error: Error) => {
    ended = true;
    exchange.reject(error);
  };
  exchange.promise.catch(() => {});
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    received += chunk.toString();
    if (isComplete(received, "GET")) exchange.resolve(parseResponse(received));
  });
  socket.on("error", end);
  socket.on("end", () => end(new Error("The connection ended before the response was complete.")));
  socket.on("close", () => end(new Error("The connection closed before the response was complete.")));
  return {
    async exchange(request) {
      received = "";
      exchange = Promise.withResolvers();
      socket.write(request);
      const response = await exchange.promise;
      if (response.headers.get("connection") === "close") ended = true;
      return response;
    },
    hasEnded: () => ended,
    close: () => void socket.destroy(),
  };
}

/** Starts probing at once; a replica receives requests after its first successful probe. */
export function balancer(urls: readonly string[]): Balancer {
  const idle = new Map<string, Connection[]>(urls.map((url) => [url, []]));
  const ready = new Set<string>();
  let [next, isOpen] = [0, true];

  const probe = async (url: string) => {
    while (isOpen) {
      const signal = AbortSignal.timeout(PROBE_MS);
      const isReady = await fetch(`${url}/health/ready`, { signal, headers: { connection: "close" } }).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) ready.add(url);
      else ready.delete(url);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  };
  for (const url of urls) void probe(url);

  /** A connection to the next ready replica that does not refuse it. */
  const take = async (): Promise<[url: string, Connection]> => {
    const first = next++;
    for (let i = 0; i < urls.length; i++) {
      const url = urls[(first + i) % urls.length] as string;
      if (!ready.has(url)) continue;
      const open = (idle.get(url) as Connection[]).splice(0).filter((connection) => !connection.hasEnded());
      const connection = open.pop();
      idle.set(url, open);
      if (connection) return [url, connection];
      try {
        return [url, await openConnection(url)];
      } catch (error) {
        if ((error as { code?: string }).code !== "ECONNREFUSED") throw error;
      }
    }
    throw new Error("No replica is ready.");
  };

  return {
    async send(method, path, { key, body, id, account } = {}) {
      const [url, connection] = await take();
      const content = body === undefined ? "" : JSON.stringify(body);
      const head = [
        `${method} ${path} HTTP/1.1`,
        `Host: ${new URL(url).host}`,
        ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
        ...(id === undefined ? [] : [`X-Request-Id: ${id}`]),
        ...(account === undefined ? [] : [`X-Account-Id: ${account}`]),
        ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${content.length}`]),
      ];
      const response = await connection.exchange(`${head.join("\r\n")}\r\n\r\n${content}`);
      if (connection.hasEnded()) connection.close();
      else idle.get(url)?.push(connection);
      const json = response.body.startsWith("{") ? JSON.parse(response.body) : response.body;
      return { status: response.status, headers: response.headers, json };
    },
    isReady: (url) => ready.has(url),
    end() {
      isOpen = false;
      for (const connection of [...idle.values()].flat()) connection.close();
    },
  };
}
