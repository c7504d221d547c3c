// A product's receiver of the gateway's webhooks: a server that verifies each message with the specification's library.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface ReceivedMessage {
  /** The event's id. */
  id: string;
  type: string;
}

export interface Receiver {
  url: string;
  /** The verified messages, oldest first. */
  received: readonly ReceivedMessage[];
  /** Their bodies. */
  bodies: readonly unknown[];
  /** Verifies messages with the endpoint's secret, which the gateway makes; those that come before are refused. */
  setSecret(secret: string): void;
  close(): void;
}

const MAX_BYTES = 1024 * 1024;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_BYTES) throw new Error("The message is too long.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** Listens on a free port of the loopback address. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const bodies: unknown[] = [];
  let webhook: Webhook | undefined;
  async function receive(request: IncomingMessage): Promise<void> {
    const text = await readText(request);
    if (!webhook) throw new Error("There is no secret yet.");
    // Throws where the signature is wrong or old.
    const body = webhook.verify(text, request.headers as Record<string, string>) as { type: string };
    received.push({ id: String(request.headers["webhook-id"]), type: body.type });
    bodies.push(body);
  }
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(204).end(),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    bodies,
    setSecret(secret) {
      webhook = new Webhook(secret);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
