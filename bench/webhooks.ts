// Events of the stub's provider: signed deliveries in, inbox rows, and signed messages out to a receiver in this process.
import { createHmac } from "node:crypto";
import { until, within } from "../test/support/until.ts";
import { type LoadOptions, type LoadResult, loadRequests, requestText, summarize } from "./load.ts";
import { type RunningGateway, send, WEBHOOK_SECRET } from "./processes.ts";

const PATH = "/api/v1/webhooks/bench";
const DRAIN_MS = 120_000;
/** As long as an issue with its author and repository. */
const FILLER = "x".repeat(2_800);

export const signatureOf = (body: string | Uint8Array) =>
  createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");

let deliveries = 0;
/** A new event of a person, as the provider sends it. */
export function delivery(user: string): { id: string; body: string; headers: Record<string, string> } {
  const id = `b-${deliveries++}`;
  const body = JSON.stringify({ id, user, name: `Thing ${id}`, filler: FILLER });
  return { id, body, headers: { "x-bench-signature": signatureOf(body), "content-type": "application/json" } };
}

/** Sends one to the gateway; the response's status. */
export async function deliver(port: number, { body, headers }: ReturnType<typeof delivery>): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: "POST", body, headers });
  await response.arrayBuffer();
  return response.status;
}

/** The ids by which the provider knows the users of these keys. */
export function identitiesOf({ port }: Pick<RunningGateway, "port">, keys: readonly string[]): Promise<string[]> {
  return Promise.all(
    keys.map(async (key) => {
      const url = `http://127.0.0.1:${port}/api/v1/integrations`;
      const { integrations } = await send<{ integrations: { identity: { id: string } }[] }>(url, key);
      return integrations[0]?.identity.id as string;
    }),
  );
}

/** Delivers events for `seconds`, each user's in turn. */
export function deliveryLoad(options: LoadOptions & { users: readonly string[] }): Promise<LoadResult> {
  const { port, users } = options;
  let next = 0;
  return loadRequests(options, () => {
    const { body, headers } = delivery(users[next++ % users.length] as string);
    return requestText({ port, path: PATH, body, headers });
  });
}

/** The same until the last event is in an inbox; events a second count to that end, latencies to the 200. */
export async function inboxLoad(
  gateway: Pick<RunningGateway, "port" | "due">,
  options: Omit<LoadOptions, "port"> & { users: readonly string[] },
): Promise<LoadResult> {
  const startedAt = performance.now();
  const accepted = await deliveryLoad({ ...options, port: gateway.port });
  await until(async () => (await gateway.due("inbound_webhooks")) === 0, DRAIN_MS);
  return { ...accepted, perSecond: (accepted.requests * 1_000) / (performance.now() - startedAt) };
}

export interface Receiver {
  /** Called with the id of each event whose message has arrived signed. */
  onEvent: (id: string) => void;
  stop(): void;
}

/** Subscribes a receiver to the events of these keys' users, one webhook endpoint each. */
export async function startReceiver(
  { port }: Pick<RunningGateway, "port">,
  keys: readonly string[],
): Promise<Receiver> {
  const receiver: Receiver = { onEvent: () => {}, stop: () => void server.stop(true) };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { data } = (await request.json()) as { data: { payload?: { id: string } } };
      if (request.headers.has("webhook-signature") && data.payload) receiver.onEvent(data.payload.id);
      return new Response(null, { status: 204 });
    },
  });
  const body = { url: `http://127.0.0.1:${server.port}/hook` };
  for (const key of keys) await send(`http://127.0.0.1:${port}/api/v1/webhook-endpoints`, key, body);
  return receiver;
}

/** Each connection delivers its next event when the message of its last one has arrived at the receiver. */
export async function webhookLoad(
  receiver: Receiver,
  { port, connections, seconds, users }: LoadOptions & { users: readonly string[] },
): Promise<LoadResult> {
  const arrivals = new Map<string, () => void>();
  receiver.onEvent = (id) => arrivals.get(id)?.();
  const latencies: number[] = [];
  let failed = 0;
  let next = 0;
  const endAt = performance.now() + seconds * 1_000;
  const sender = async () => {
    while (performance.now() < endAt) {
      const sent = delivery(users[next++ % users.length] as string);
      const arrival = Promise.withResolvers<void>();
      arrivals.set(sent.id, arrival.resolve);
      const startedAt = performance.now();
      if ((await deliver(port, sent)) !== 200) failed++;
      else await within(`the message of ${sent.id}`, arrival.promise, DRAIN_MS);
      arrivals.delete(sent.id);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  return summarize(latencies, seconds, failed);
}
