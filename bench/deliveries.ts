// Measures deliveries in and what follows from them: rate, CPU, and the time to inbox, stream and outgoing request.
// bun bench/deliveries.ts [seconds of each measurement, default 5]
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { connectedKey, faultStage, newKey, STUB_WEBHOOK_SECRET, send } from "../test/faults/stage.ts";
import { type GatewayServer, newDataDir, startServer } from "../test/support/gateway-process.ts";
import { until } from "../test/support/until.ts";
import { cpuOf, postgresCpu } from "./cpu.ts";
import { summarize } from "./load.ts";

const seconds = Number(process.argv[2] ?? 5);
const CONNECTIONS = 32;
const OWNERS = 20;
/** Deliveries a second while latencies are measured: far below what saturates. */
const GENTLE_RATE = 50;

let ids = 0;
function delivery(user: string): { id: string; body: string; headers: Record<string, string> } {
  const id = `b-${ids++}`;
  const body = JSON.stringify({ id, user, name: `Thing ${id}`, filler: "x".repeat(2_800) });
  const signature = createHmac("sha256", STUB_WEBHOOK_SECRET).update(body).digest("hex");
  return { id, body, headers: { "x-stub-signature": signature, "content-type": "application/json" } };
}

async function saturate(url: string, users: readonly string[]) {
  const latencies: number[] = [];
  let failed = 0;
  const endAt = performance.now() + seconds * 1_000;
  const sender = async () => {
    while (performance.now() < endAt) {
      const { body, headers } = delivery(users[ids % users.length] as string);
      const startedAt = performance.now();
      const response = await fetch(url, { method: "POST", body, headers });
      await response.arrayBuffer();
      if (response.status !== 200) failed++;
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  return summarize(latencies, seconds, failed);
}

/** Reads a stream's events; calls `onEvent` with the id of each thing. */
async function follow(gateway: GatewayServer, key: string, onEvent: (id: string) => void): Promise<() => void> {
  const stop = new AbortController();
  const response = await fetch(`${gateway.url}/api/v1/inbox/stream`, {
    headers: { authorization: `Bearer ${key}` },
    signal: stop.signal,
  });
  void (async () => {
    let rest = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) onEvent(JSON.parse(line.slice(5)).payload?.id);
      }
    }
  })().catch(() => {});
  return () => stop.abort();
}

const percentile = (values: readonly number[], part: number) =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN).toFixed(1);

/** Milliseconds from sending to the stream and to the outgoing request, by id. */
async function latencies(gateway: GatewayServer, key: string, user: string) {
  const sentAt = new Map<string, number>();
  const [streamed, pushed]: [number[], number[]] = [[], []];
  const note = (list: number[]) => (id: string) => {
    const at = sentAt.get(id);
    if (at !== undefined) list.push(performance.now() - at);
  };
  const [onStream, onPush] = [note(streamed), note(pushed)];
  const receiver = createServer(async (request, response) => {
    onPush(JSON.parse(await text(request)).data?.payload?.id);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const created = await send(gateway, "POST", "/api/v1/webhook-endpoints", { key, body: { url } });
  if (created.status !== 200) throw new Error(`The endpoint was not created: ${JSON.stringify(created.json)}`);
  const stop = await follow(gateway, key, onStream);
  const responded: number[] = [];
  const total = GENTLE_RATE * seconds;
  for (let i = 0; i < total; i++) {
    const { id, body, headers } = delivery(user);
    sentAt.set(id, performance.now());
    void fetch(`${gateway.url}/api/v1/webhooks/stub`, { method: "POST", body, headers }).then((response) => {
      responded.push(performance.now() - (sentAt.get(id) as number));
      return response.arrayBuffer();
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000 / GENTLE_RATE));
  }
  await until(() => streamed.length >= total && pushed.length >= total, 30_000);
  stop();
  receiver.closeAllConnections();
  receiver.close();
  return { accepted: responded, stream: streamed, outgoing: pushed };
}

const stage = await faultStage();
/** The baseline: the same signature checked by a bare server, which stores nothing. */
const bare = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const body = await request.bytes();
    const signature = createHmac("sha256", STUB_WEBHOOK_SECRET).update(body).digest("hex");
    return new Response(null, { status: signature === request.headers.get("x-stub-signature") ? 200 : 401 });
  },
});
const baseline = await saturate(`http://127.0.0.1:${bare.port}/`, ["nobody"]);
console.log(`bare server in this process: ${Math.round(baseline.perSecond)}/s, p99 ${baseline.p99Ms.toFixed(1)} ms`);
const env = { LOG_LEVEL: "error", GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", BASE_URL: "http://127.0.0.1:3999" };
for (const kind of ["Postgres", "embedded"]) {
  const gateway =
    kind === "Postgres"
      ? await stage.start(undefined, env)
      : await startServer({ ...stage.env, ...env, DATA_DIR: newDataDir() });
  const keys = await Promise.all(Array.from({ length: OWNERS }, () => connectedKey(gateway)));
  const users = await Promise.all(
    keys.map(
      async (key) =>
        (await send(gateway, "GET", "/api/v1/integrations", { key })).json.data.integrations[0].identity.id,
    ),
  );
  const url = `${gateway.url}/api/v1/webhooks/stub`;
  await saturate(url, users);
  const before = [cpuOf(gateway.pid), postgresCpu()] as const;
  const result = await saturate(url, users);
  const accepted = performance.now();
  const due = async () => (await send(gateway, "GET", "/admin/v1/jobs", { key: gateway.adminToken })).json;
  await until(async () => {
    const queues = (await due()).data.queues as { queue: string; due: number }[];
    const own = queues.find(({ queue }) => queue === "deliveries");
    return own !== undefined && own.due === 0;
  }, 120_000);
  const workedMs = performance.now() - accepted;
  const cpu = [cpuOf(gateway.pid) - before[0], postgresCpu() - before[1]].map(
    (spent) => (spent * 1e6) / result.requests,
  );
  console.log(
    `${kind}: ${Math.round(result.perSecond)} deliveries/s accepted (${(result.perSecond / baseline.perSecond).toFixed(2)} of bare), ` +
      `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, ${result.failed} failed; all in the inbox ` +
      `${Math.round(workedMs)} ms later, ${Math.round(result.requests / (seconds + workedMs / 1_000))}/s from end to end; ` +
      `CPU µs each: gateway ${Math.round(cpu[0] ?? 0)}, database ${Math.round(cpu[1] ?? 0)}`,
  );
  const key = await partnerKey(gateway);
  const measured = await latencies(gateway, key.key, key.user);
  for (const [what, values] of Object.entries(measured)) {
    console.log(
      `  ${what}: p50 ${percentile(values, 0.5)} ms, p99 ${percentile(values, 0.99)} ms, of ${values.length}`,
    );
  }
  gateway.kill("SIGTERM");
  await gateway.ended;
}
bare.stop();
await stage.end();
process.exit(0);

/** A connected user whose key may manage webhook endpoints. */
async function partnerKey(gateway: GatewayServer): Promise<{ key: string; user: string }> {
  const key = await newKey(gateway, "team", ["*", "gateway:partner.manage"]);
  const connected = await connectedKey(gateway, key);
  const listed = await send(gateway, "GET", "/api/v1/integrations", { key: connected });
  return { key: connected, user: listed.json.data.integrations[0].identity.id };
}
