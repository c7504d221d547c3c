// Floods of one gateway process, and what others feel of them: deliveries, receivers that never answer, a reader that never reads.
import { createHmac } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Receiver, startReceiver } from "../events/webhooks/receiver.ts";
import { type GatewayServer, newFolder } from "../support/gateway-process.ts";
import { MiB } from "../support/memory.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, newKey, newPartner, STUB_WEBHOOK_SECRET, send } from "./stage.ts";
import { readStream } from "./stream-reader.ts";

const STUB = fileURLToPath(new URL("./plugins/stub", import.meta.url));
/** Loopback receivers by http. */
const ENV = { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", GATEWAY_ENV: "development" };
const WAIT_MS = 120_000;

export interface FloodStage {
  stage: FaultStage;
  at: GatewayServer;
  end(): Promise<void>;
}

/** With the stub as two providers, `stub` and `other`. */
export async function floodStage(): Promise<FloodStage> {
  const stage = await faultStage();
  const plugins = newFolder();
  const code = readFileSync(join(STUB, "index.ts"), "utf8");
  cpSync(STUB, join(plugins, "stub"), { recursive: true });
  cpSync(STUB, join(plugins, "other"), { recursive: true });
  writeFileSync(join(plugins, "other", "index.ts"), code.replace('id: "stub"', 'id: "other"'));
  const providers = JSON.parse(readFileSync(stage.env.GATEWAY_PROVIDERS_FILE as string, "utf8"));
  const file = join(plugins, "providers.json");
  writeFileSync(file, JSON.stringify({ ...providers, other: providers.stub }));
  const at = await stage.start(undefined, { ...ENV, GATEWAY_PLUGINS_DIR: plugins, GATEWAY_PROVIDERS_FILE: file });
  return { stage, at, end: () => stage.end() };
}

export interface Owner {
  key: string;
  identity: string;
}

/** A partner who has connected a provider. */
export async function newOwner(at: GatewayServer, provider: "stub" | "other"): Promise<Owner> {
  const { key } = await newPartner(at, "enterprise");
  await connectedKey(at, key, provider);
  const listed = await send(at, "GET", "/api/v1/integrations", { key });
  return { key, identity: listed.json.data.integrations[0].identity.id };
}

let deliveries = 0;

/** Delivers one thing until it is accepted; returns its id. */
export async function deliver(at: { url: string }, provider: string, user: string, padding = ""): Promise<string> {
  const id = `${process.pid}-${++deliveries}`;
  const body = JSON.stringify({ id, user, name: `${id} of ${user}${padding}` });
  const signature = createHmac("sha256", STUB_WEBHOOK_SECRET).update(body).digest("hex");
  const headers = { "x-stub-signature": signature, "content-type": "application/json" };
  for (;;) {
    const response = await fetch(`${at.url}/api/v1/webhooks/${provider}`, { method: "POST", headers, body });
    await response.arrayBuffer();
    if (response.status === 200) return id;
    if (response.status < 500) throw new Error(`A delivery got ${response.status}.`);
  }
}

/** So many deliveries for one owner, as fast as they are taken, each with so many bytes more. */
export async function flood(at: { url: string }, user: string, count: number, bytes = 0): Promise<void> {
  let next = 0;
  const sender = async () => {
    while (next++ < count) await deliver(at, "stub", user, "x".repeat(bytes));
  };
  await Promise.all(Array.from({ length: 64 }, sender));
}

export interface Latencies {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

export function latencies(all: readonly number[]): Latencies {
  const sorted = all.toSorted((a, b) => a - b);
  const quantile = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10;
  return { count: sorted.length, p50: quantile(0.5), p99: quantile(0.99), most: quantile(1) };
}

/** What another provider's owner feels until `isOver`, at twenty rounds a second. */
export async function watchOthers(at: GatewayServer, { key, identity }: Owner, isOver: () => boolean) {
  // Each stays below its limit of calls.
  const callers = await Promise.all(Array.from({ length: 20 }, () => newKey(at, "team")));
  const sentAt = new Map<string, number>();
  const [accepted, streamed, called]: number[][] = [[], [], []];
  const reader = readStream([at], key, "things.changed", ({ id = "" }) => {
    streamed?.push(performance.now() - (sentAt.get(id) ?? 0));
    return true;
  });
  await reader.begun;
  while (!isOver()) {
    const startedAt = performance.now();
    // The id is known before the delivery is sent: it is the next one of this process.
    sentAt.set(`${process.pid}-${deliveries + 1}`, startedAt);
    await deliver(at, "other", identity);
    const acceptedAt = performance.now();
    accepted?.push(acceptedAt - startedAt);
    const listed = await send(at, "GET", "/api/v1/integrations", { key: callers[sentAt.size % 20] as string });
    if (listed.status !== 200) throw new Error(`A call got ${listed.status}.`);
    called?.push(performance.now() - acceptedAt);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - (performance.now() - startedAt))));
  }
  await until(() => reader.received.length === sentAt.size, WAIT_MS);
  await reader.stop();
  return {
    accepted: latencies(accepted ?? []),
    onTheStream: latencies(streamed ?? []),
    apiCall: latencies(called ?? []),
  };
}

/** Endpoints of `count` receivers that never answer, each with `backlog` events, beside one that does; how late that one gets its events. */
export async function silentReceivers(at: GatewayServer, count: number, backlog: number, lastMs: number) {
  const [silent, healthy] = [await startReceiver(), await startReceiver()];
  silent.respondWith(() => {});
  const dead = [];
  for (let made = 0; made < count; made += 50) {
    const owner = await newOwner(at, "stub");
    for (let i = made; i < Math.min(count, made + 50); i++) await addEndpoint(at, owner, `${silent.url}/${i}`);
    dead.push(owner);
  }
  const live = await newOwner(at, "other");
  await addEndpoint(at, live, healthy.url);
  const calm = await healthyLatency(at, live, healthy, 3_000);
  for (let i = 0; i < backlog; i++) for (const { identity } of dead) await deliver(at, "stub", identity);
  await until(() => silent.received.length > 0, WAIT_MS);
  const flooded = await healthyLatency(at, live, healthy, lastMs);
  const attempts = silent.received.length;
  await Promise.all([silent.close(), healthy.close()]);
  return { calm, flooded, attemptsAtSilentOnes: attempts };
}

async function addEndpoint(at: GatewayServer, { key }: Owner, url: string): Promise<void> {
  const body = { url, event_types: ["things.*"] };
  const made = await send(at, "POST", "/api/v1/webhook-endpoints", { key, body });
  if (made.status !== 200) throw new Error(`An endpoint got ${made.status}: ${JSON.stringify(made.json)}`);
}

async function healthyLatency(at: GatewayServer, { identity }: Owner, receiver: Receiver, lastMs: number) {
  const sentAt = new Map<string, number>();
  const all: number[] = [];
  receiver.respondWith(({ body }, response) => {
    const { id } = JSON.parse(body).data.payload;
    const at = sentAt.get(id);
    sentAt.delete(id);
    if (at !== undefined) all.push(performance.now() - at);
    response.writeHead(204).end();
  });
  const end = performance.now() + lastMs;
  while (performance.now() < end) {
    sentAt.set(`${process.pid}-${deliveries + 1}`, performance.now());
    await deliver(at, "other", identity);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await until(() => sentAt.size === 0, 3 * WAIT_MS);
  return latencies(all);
}

/** A process's resident memory in MiB. */
export function memoryOf({ pid }: GatewayServer): number {
  const [, kilobytes = "0"] = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/) ?? [];
  return Math.round((Number(kilobytes) * 1_024) / MiB);
}

/** Opens a stream and reads nothing of it. */
export function silentReader(at: GatewayServer, { key }: Owner) {
  const { hostname, port } = new URL(at.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = new Promise<boolean>((resolve) => socket.on("close", () => resolve(true)));
  let bytes = 0;
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.pause();
  socket.write(`GET /api/v1/inbox/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`);
  return {
    /** Reads what the connection's buffers hold; whether its end comes after that, and how many bytes before it. */
    async readRest(): Promise<{ isCutOff: boolean; bytes: number }> {
      socket.resume();
      const later = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3_000));
      const isCutOff = await Promise.race([closed, later]);
      socket.destroy();
      return { isCutOff, bytes };
    },
  };
}
