// A load balancer before replicas: it asks them whether they are ready, takes them in turn over connections that it keeps
// open, and repeats a request elsewhere only where it was surely not sent.
import { once } from "node:events";
import { connect } from "node:net";
import { isComplete, parseAnswer, type RawAnswer } from "../support/raw-http.ts";
import type { Answer } from "./stage.ts";

/** Often enough to notice a stop well within the time that a replica drains. */
const PROBE_EVERY_MS = 50;
/** What a replica may take to say that it is ready. */
const PROBE_MS = 1_000;

export interface Given {
  key?: string;
  /** ASCII alone. */
  body?: object;
  /** Sent as X-Request-Id. */
  id?: string;
  /** Sent as X-Account-Id. */
  account?: string;
}

export interface Balancer {
  /** Sends a request to the next ready replica; rejects where the connection breaks after it may have been sent. */
  send(method: string, path: string, given?: Given): Promise<Answer>;
  /** Whether the replica at a URL is given requests. */
  isReady(url: string): boolean;
  /** Stops asking and closes every connection. */
  end(): void;
}

interface Connection {
  exchange(request: string): Promise<RawAnswer>;
  /** The server has closed it. */
  hasEnded(): boolean;
  close(): void;
}

/** Unlike fetch, it never sends a request again by itself over a second connection. */
async function openConnection(url: string): Promise<Connection> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  let [received, ended] = ["", false];
  let exchange = Promise.withResolvers<RawAnswer>();
  const end = (error: Error) => {
    ended = true;
    exchange.reject(error);
  };
  exchange.promise.catch(() => {});
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    received += chunk.toString();
    if (isComplete(received, "GET")) exchange.resolve(parseAnswer(received));
  });
  socket.on("error", end);
  socket.on("end", () => end(new Error("The connection ended without a whole answer.")));
  socket.on("close", () => end(new Error("The connection closed without a whole answer.")));
  return {
    async exchange(request) {
      received = "";
      exchange = Promise.withResolvers();
      socket.write(request);
      const answer = await exchange.promise;
      if (answer.headers.get("connection") === "close") ended = true;
      return answer;
    },
    hasEnded: () => ended,
    close: () => void socket.destroy(),
  };
}

/** Starts to ask the replicas at once; they are ready when they have said so. */
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

  /** A connection to a ready replica; where one refuses, to the next. */
  const take = async (): Promise<[url: string, Connection]> => {
    const first = next++;
    for (let i = 0; i < urls.length; i++) {
      const url = urls[(first + i) % urls.length] as string;
      if (!ready.has(url)) continue;
      const kept = (idle.get(url) as Connection[]).splice(0).filter((connection) => !connection.hasEnded());
      const connection = kept.pop();
      idle.set(url, kept);
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
      const answer = await connection.exchange(`${head.join("\r\n")}\r\n\r\n${content}`);
      if (connection.hasEnded()) connection.close();
      else idle.get(url)?.push(connection);
      const json = answer.body.startsWith("{") ? JSON.parse(answer.body) : answer.body;
      return { status: answer.status, headers: answer.headers, json };
    },
    isReady: (url) => ready.has(url),
    end() {
      isOpen = false;
      for (const connection of [...idle.values()].flat()) connection.close();
    },
  };
}
