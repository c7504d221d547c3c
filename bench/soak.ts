// An hour of calls, connects, refreshes, events and errors on one gateway: what it loses, and whether memory grows.
// bun bench/soak.ts [postgres or embedded, default postgres] [minutes, default 60] [calls a second, default 300]
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { newKey, STUB_WEBHOOK_SECRET, send } from "../test/faults/stage.ts";
import { testDatabase } from "../test/support/database.ts";
import { endProcesses, newDataDir, newFolder, startServer } from "../test/support/gateway-process.ts";
import { until } from "../test/support/until.ts";
import { cpuOf } from "./cpu.ts";
import { soakProvider, userOf } from "./soak-provider.ts";

const kind = process.argv[2] ?? "postgres";
const minutes = Number(process.argv[3] ?? 60);
const callsPerSecond = Number(process.argv[4] ?? 300);
if (kind !== "postgres" && kind !== "embedded") throw new Error(`Not a database: ${kind}.`);

const USERS = 200;
/** The first users, whose reads fail at the provider; their failures are no failures of the soak. */
const FAILING = 5;
const WRITE_SHARE = 0.1;
/** Milliseconds between two of each. */
const EVERY_MS = { connect: 2_000, disconnect: 10_000, delivery: 200, list: 500, summary: 1_000, sample: 10_000 };
const TICK_MS = 20;
const STREAMS = 5;
const DRAIN_MS = 120_000;
const MB = 1_024;

interface Sample {
  atMs: number;
  residentMb: number;
  descriptors: number;
  /** Seconds that the oldest due job of any queue has waited. */
  oldestDueS: number;
  cpuSeconds: number;
  p50Ms: number;
  p99Ms: number;
}

const provider = soakProvider();
const database = await testDatabase(kind);
const providersFile = join(newFolder(), "providers.json");
const endpoints = { authorizationUrl: "/authorize", tokenUrl: "/token", revocationUrl: "/revoke", baseUrl: "" };
const urls = Object.fromEntries(Object.entries(endpoints).map(([name, path]) => [name, provider.url + path]));
const client = { clientId: "soak", clientSecret: "soak-secret", webhookSecret: STUB_WEBHOOK_SECRET };
writeFileSync(providersFile, JSON.stringify({ stub: { ...client, ...urls } }));
const gateway = await startServer({
  DATA_DIR: newDataDir(),
  DATABASE_URL: database.url ?? undefined,
  LOG_LEVEL: "error",
  BASE_URL: "http://127.0.0.1:3999",
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  GATEWAY_ADMIN_TOKEN: "admin-token-for-soaks",
  GATEWAY_PLUGINS_DIR: join(import.meta.dirname, "../test/faults/plugins"),
  GATEWAY_PROVIDERS_FILE: providersFile,
  GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true",
});

async function connect(key: string, user: string): Promise<void> {
  const body = { provider: "stub", redirect_url: "http://localhost/done" };
  const started = await send(gateway, "POST", "/api/v1/integrations/connect", { key, body });
  const state = new URL(started.json.data.connect_url).searchParams.get("state");
  const back = await fetch(`${gateway.url}/api/v1/connect/callback?code=${user}&state=${state}`, {
    redirect: "manual",
  });
  if (!back.headers.get("location")?.includes("status=success")) throw new Error(`A connect failed: ${back.status}.`);
}

interface Person {
  key: string;
  /** The code of their grants. */
  code: string;
}
const people: Person[] = [];
for (let i = 0; i < USERS; i++) {
  const person = { key: await newKey(gateway, "team", ["*", "gateway:partner.manage"]), code: `user-${i}` };
  await connect(person.key, person.code);
  people.push(person);
}
for (const { code } of people.slice(0, FAILING)) provider.failing.add(userOf(code));
const well = people.slice(FAILING);
const someone = () => well[Math.floor(Math.random() * well.length)] as Person;

const counts = { calls: 0, connects: 0, deliveries: 0, streamed: 0, pushed: 0, lists: 0 };
/** Unexpected responses and broken connections, by what was asked and what came. */
const failures = new Map<string, number>();
const latencies: number[] = [];
/** Calls with status 200, which the usage log must have. */
let acknowledged = 0;
let isOver = false;
const pending = new Set<Promise<void>>();

function ask(what: string, work: () => Promise<number | undefined>): void {
  const running: Promise<void> = work()
    .then((status) => status !== undefined && status !== 200 && fail(`${what}: ${status}`))
    .catch((error: unknown) => fail(`${what}: ${error instanceof Error ? error.message : String(error)}`))
    .then(() => void pending.delete(running));
  pending.add(running);
}
function fail(what: string): void {
  failures.set(what, (failures.get(what) ?? 0) + 1);
}

async function call(person: Person, isExpectedToFail: boolean): Promise<number | undefined> {
  const isWrite = Math.random() < WRITE_SHARE;
  const startedAt = performance.now();
  const response = isWrite
    ? await send(gateway, "POST", "/api/v1/stub/things", { key: person.key, body: { name: "soak" } })
    : await send(gateway, "GET", "/api/v1/stub/thing", { key: person.key });
  latencies.push(performance.now() - startedAt);
  counts.calls++;
  if (response.status === 200) acknowledged++;
  return isExpectedToFail ? undefined : response.status;
}

async function deliver(user: string): Promise<number> {
  const body = JSON.stringify({ id: `s-${counts.deliveries++}`, user, name: "Soaked" });
  const signature = createHmac("sha256", STUB_WEBHOOK_SECRET).update(body).digest("hex");
  const headers = { "x-stub-signature": signature, "content-type": "application/json" };
  const response = await fetch(`${gateway.url}/api/v1/webhooks/stub`, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

async function follow({ key }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${gateway.url}/api/v1/inbox/stream`, { headers });
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    counts.streamed += new TextDecoder().decode(chunk).split("event:").length - 1;
  }
}

const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    counts.pushed++;
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
/** Deliveries go to these, who have streams and webhook endpoints. */
const followers = well.slice(0, STREAMS);
for (const person of followers) {
  const made = await send(gateway, "POST", "/api/v1/webhook-endpoints", { key: person.key, body: { url: hook } });
  if (made.status !== 200) throw new Error(`No endpoint: ${JSON.stringify(made.json)}`);
  follow(person).catch((error: unknown) => isOver || fail(`stream: ${String(error)}`));
}

const statusOf = async (path: string, { key }: Person) => (await send(gateway, "GET", path, { key })).status;
const timers = [
  setInterval(() => {
    const person = someone();
    counts.connects++;
    ask("connect", () => connect(person.key, person.code).then(() => undefined));
  }, EVERY_MS.connect),
  setInterval(() => {
    ask("disconnect", async () => {
      const key = await newKey(gateway, "team");
      await connect(key, crypto.randomUUID());
      return (await send(gateway, "DELETE", "/api/v1/integrations/stub", { key })).status;
    });
  }, EVERY_MS.disconnect),
  setInterval(() => {
    const { code } = followers[counts.deliveries % STREAMS] as Person;
    ask("delivery", () => deliver(userOf(code)));
  }, EVERY_MS.delivery),
  setInterval(() => {
    counts.lists++;
    ask("inbox", () => statusOf("/api/v1/inbox/events?limit=100", followers[counts.lists % STREAMS] as Person));
  }, EVERY_MS.list),
  setInterval(() => ask("summary", () => statusOf("/api/v1/usage/summary", someone())), EVERY_MS.summary),
];

async function sample(startedAt: number): Promise<Sample> {
  const status = readFileSync(`/proc/${gateway.pid}/status`, "utf8");
  const jobs = await send(gateway, "GET", "/admin/v1/jobs", { key: gateway.adminToken });
  const queues = (jobs.json.data?.queues ?? []) as { oldest_due_s?: number | null }[];
  const sorted = latencies.splice(0).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    atMs: performance.now() - startedAt,
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / MB,
    descriptors: readdirSync(`/proc/${gateway.pid}/fd`).length,
    oldestDueS: Math.max(0, ...queues.map(({ oldest_due_s }) => oldest_due_s ?? 0)),
    cpuSeconds: cpuOf(gateway.pid),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

/** Megabytes an hour, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ atMs }) => atMs)), mean(samples.map(({ residentMb }) => residentMb))];
  const covariance = samples.reduce((sum, { atMs, residentMb }) => sum + (atMs - x) * (residentMb - y), 0);
  return (covariance / samples.reduce((sum, { atMs }) => sum + (atMs - x) ** 2, 0)) * 3_600_000;
}

console.log("| minute | MB | descriptors | oldest due s | CPU | p50 ms | p99 ms | calls | failures |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
const samples: Sample[] = [];
const startedAt = performance.now();
let sent = 0;
let lastRow = -1;
while (performance.now() - startedAt < minutes * 60_000) {
  const elapsedMs = performance.now() - startedAt;
  for (const due = (elapsedMs / 1_000) * callsPerSecond; sent < due; sent++) {
    const isExpectedToFail = sent % 60 === 0;
    const person = isExpectedToFail ? (people[(sent / 60) % FAILING] as Person) : someone();
    ask("call", () => call(person, isExpectedToFail));
  }
  if (elapsedMs >= samples.length * EVERY_MS.sample) {
    const one = await sample(startedAt);
    samples.push(one);
    const minute = Math.floor(one.atMs / 60_000);
    if (minute % Math.max(1, Math.floor(minutes / 12)) === 0 && minute !== lastRow) {
      lastRow = minute;
      const share = (one.cpuSeconds - (samples.at(-2)?.cpuSeconds ?? one.cpuSeconds)) / (EVERY_MS.sample / 1_000);
      const cells = [one.residentMb.toFixed(0), one.descriptors, one.oldestDueS.toFixed(0), share.toFixed(2)];
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
      console.log(
        `| ${[minute, ...cells, one.p50Ms.toFixed(1), one.p99Ms.toFixed(1), counts.calls, failed].join(" | ")} |`,
      );
    }
  }
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
for (const timer of timers) clearInterval(timer);
await Promise.all(pending);
isOver = true;
// Integration events go to the endpoints too, so more than the deliveries may arrive.
await until(() => counts.streamed >= counts.deliveries && counts.pushed >= counts.deliveries, DRAIN_MS).catch(() =>
  fail("stream or endpoint: behind"),
);
const logged = await loggedCalls();
if (logged !== acknowledged) fail(`usage log: ${logged} calls with 200 instead of ${acknowledged}`);
gateway.kill("SIGTERM");
const { code, stderr } = await gateway.ended;

const later = samples.slice(Math.floor(samples.length / 3));
const most = (values: readonly number[]) => Math.max(...values);
const fds = later.map(({ descriptors }) => descriptors);
console.log(`\n${kind}, ${minutes} minutes at ${callsPerSecond} calls a second:`, JSON.stringify(counts));
console.log(`refreshes ${provider.refreshes.granted}, with a used token ${provider.refreshes.reused}`);
console.log(
  `memory after a third: ${slope(later).toFixed(1)} MB an hour, at most ${most(later.map((s) => s.residentMb)).toFixed(0)} MB`,
);
console.log(
  `descriptors ${Math.min(...fds)} to ${most(fds)}; oldest due job ${most(later.map((s) => s.oldestDueS))} s`,
);
console.log(`acknowledged ${acknowledged}, in the usage log ${logged}; stopped with ${code}`);
console.log("failures:", failures.size === 0 ? "none" : Object.fromEntries(failures));
const events = stderr.split("\n").filter(Boolean);
const counted = Map.groupBy(events, (line) => String((JSON.parse(line) as { event: string }).event));
console.log("logged errors:", Object.fromEntries([...counted].map(([event, of]) => [event, of.length])));
receiver.closeAllConnections();
receiver.close();
provider.stop();
await endProcesses();
await database.close();
process.exit(failures.size === 0 ? 0 : 1);

/** Provider calls with status 200 in the usage summaries of all users. */
async function loggedCalls(): Promise<number> {
  let calls = 0;
  for (const { key } of people) {
    const { json } = await send(gateway, "GET", "/api/v1/usage/summary?provider=stub&status=200", { key });
    const rows = json.data.by_status as { status: number; calls: number }[];
    for (const row of rows) if (row.status === 200) calls += row.calls;
  }
  return calls;
}
