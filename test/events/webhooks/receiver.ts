// A receiver of outgoing webhooks over real HTTP or TLS: records what comes, and responds as a test says.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { Webhook } from "standardwebhooks";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The host that the client named in the TLS handshake. */
  servername: string | null;
}

type Respond = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  port: number;
  url: string;
  received: Received[];
  /** Default: 200 without a body. */
  respondWith(respond: Respond): void;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ""): Respond =>
  (_, response) =>
    void response.writeHead(code, headers).end(body);

export async function startReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let respond: Respond = status(200);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one: Received = {
      path: request.url ?? "",
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      servername: (request.socket as { servername?: string | false }).servername || null,
    };
    received.push(one);
    respond(one, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response).catch(() => {});
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    received,
    respondWith(next) {
      respond = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether the specification's library makes the same signature with the secret; its own check knows the real time alone. */
export function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const signature = new Webhook(secret).sign(headers["webhook-id"] as string, at, body);
  return (headers["webhook-signature"] ?? "").split(" ").includes(signature);
}

/** What the library's own check returns; throws where it refuses. */
export function verified({ headers, body }: Received, secret: string): Record<string, unknown> {
  return new Webhook(secret).verify(body, headers) as Record<string, unknown>;
}
