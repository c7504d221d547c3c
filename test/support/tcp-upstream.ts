// A provider of raw bytes: a script writes the response to every request onto the connection.
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface SeenRequest {
  method: string;
  /** The request target, byte for byte. */
  path: string;
  /** Lower-case names, in the order sent. */
  headers: [name: string, value: string][];
  body: string;
  header(name: string): string | undefined;
}

/** A script's access to the connection of a request. */
export interface Wire {
  write(bytes: string | Uint8Array): void;
  /** Writes and waits until the kernel accepts more; false once the connection is closed. */
  writeSlowly(bytes: Uint8Array): Promise<boolean>;
  /** Closes the connection cleanly. */
  end(): void;
  /** Resets the connection (TCP RST). */
  reset(): void;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export type Script = (request: SeenRequest, wire: Wire) => void | Promise<void>;

export interface TcpUpstream {
  url: string;
  port: number;
  /** Every request, oldest first. */
  requests: SeenRequest[];
  /** Sets the script for further requests. */
  answer(script: Script): void;
  /** Sets the script, runs `work`, and returns its result with the requests meanwhile. */
  during<T>(script: Script, work: () => Promise<T>): Promise<{ result: T; requests: SeenRequest[] }>;
  close(): Promise<void>;
}

const HEAD_END = "\r\n\r\n";

/** A complete response: status line, headers, Content-Length unless given, body. */
export function answerOf(status: number, headers: Record<string, string>, body: string | Uint8Array = ""): Buffer {
  const bytes = Buffer.from(body as string);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isFramed = names.includes("content-length") || names.includes("transfer-encoding") || status === 204;
  const lines = Object.entries({ ...headers, ...(!isFramed && { "content-length": String(bytes.byteLength) }) });
  const head = [`HTTP/1.1 ${status} Answer`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
  return Buffer.concat([Buffer.from(head + HEAD_END), bytes]);
}

export function jsonAnswer(json: unknown, status = 200, headers: Record<string, string> = {}): Buffer {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  return answerOf(status, { "content-type": "application/json", ...headers }, text);
}

/** A script that writes the same bytes for every request and closes. */
export function always(bytes: Uint8Array): Script {
  return (_, wire) => {
    wire.write(bytes);
    wire.end();
  };
}

/** Listens on a free loopback port; responds with 500 until a script is set. */
export async function startTcpUpstream(): Promise<TcpUpstream> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let script: Script = always(answerOf(500, {}));
  const server = createServer((socket) => {
    sockets.add(socket);
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    const wire = wireOf(socket, closed);
    readRequests(socket, (request) => {
      requests.push(request);
      void script(request, wire);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer: (next) => {
      script = next;
    },
    async during(next, work) {
      script = next;
      const before = requests.length;
      const result = await work();
      return { result, requests: requests.slice(before) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function wireOf(socket: Socket, closed: Promise<void>): Wire {
  return {
    closed,
    write: (bytes) => void socket.write(bytes),
    async writeSlowly(bytes) {
      if (socket.destroyed) return false;
      if (socket.write(bytes)) return true;
      await Promise.race([closed, new Promise<void>((resolve) => socket.once("drain", () => resolve()))]);
      return !socket.destroyed;
    },
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  };
}

function readRequests(socket: Socket, onRequest: (request: SeenRequest) => void): void {
  let received = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf(HEAD_END);
      if (end < 0) return;
      const request = parseHead(received.subarray(0, end).toString("latin1"));
      const size = Number(request.header("content-length") ?? 0);
      const bodyAt = end + HEAD_END.length;
      if (received.length < bodyAt + size) return;
      request.body = received.subarray(bodyAt, bodyAt + size).toString();
      received = received.subarray(bodyAt + size);
      onRequest(request);
    }
  });
}

function parseHead(head: string): SeenRequest {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const header = (name: string) => headers.find(([known]) => known === name)?.[1];
  return { method, path, headers, body: "", header };
}
