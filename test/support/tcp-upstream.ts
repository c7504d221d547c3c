// A provider of raw bytes: every request is answered by a script that writes to the connection what it likes.
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface SeenRequest {
  method: string;
  /** The target as it came over the wire. */
  path: string;
  /** Lower-case names, in the order sent. */
  headers: [name: string, value: string][];
  body: string;
  header(name: string): string | undefined;
}

/** What a script may do with the connection that a request came over. */
export interface Wire {
  write(bytes: string | Uint8Array): void;
  /** Writes and waits until the kernel takes more; false once the connection is gone. */
  writeSlowly(bytes: Uint8Array): Promise<boolean>;
  /** Ends the connection in good order. */
  end(): void;
  /** Cuts it with a TCP reset. */
  reset(): void;
  /** Resolves when the other side has gone. */
  readonly closed: Promise<void>;
}

export type Script = (request: SeenRequest, wire: Wire) => void | Promise<void>;

export interface TcpUpstream {
  url: string;
  port: number;
  /** Every request, oldest first. */
  requests: SeenRequest[];
  /** Answers from now on. */
  answer(script: Script): void;
  /** Requests seen while `work` runs. */
  during<T>(script: Script, work: () => Promise<T>): Promise<{ result: T; requests: SeenRequest[] }>;
  close(): Promise<void>;
}

const HEAD_END = "\r\n\r\n";

/** A whole answer: status line, headers, Content-Length unless one is given, body. */
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

/** A script that answers every request with the same bytes and closes. */
export function always(bytes: Uint8Array): Script {
  return (_, wire) => {
    wire.write(bytes);
    wire.end();
  };
}

/** Listens on a free port of the loopback address; answers 500 until told otherwise. */
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
  let held = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(HEAD_END);
      if (end < 0) return;
      const request = parseHead(held.subarray(0, end).toString("latin1"));
      const size = Number(request.header("content-length") ?? 0);
      const bodyAt = end + HEAD_END.length;
      if (held.length < bodyAt + size) return;
      request.body = held.subarray(bodyAt, bodyAt + size).toString();
      held = held.subarray(bodyAt + size);
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
