// Measures the gateway against a bare proxy in one run: requests a second, latency, CPU, start-up and memory.
// bun bench/gateway.ts [seconds of each measurement, default 5] [Postgres or embedded, default both in turn]
import { testPostgres } from "../test/support/postgres.ts";
import { connectLoad } from "./connect.ts";
import { type LoadResult, load } from "./load.ts";
import { CALL_TOOL, message2025, message2026 } from "./mcp-messages.ts";
import { type Measured, measured } from "./measure.ts";
import { watchNoise } from "./noise.ts";
import { type RunningGateway, startGateway, startProxy, startStub, stopAll, type Target } from "./processes.ts";
import { identitiesOf, inboxLoad, startReceiver, webhookLoad } from "./webhooks.ts";

const seconds = Number(process.argv[2] ?? 5);
const kinds = process.argv[3] === undefined ? ["Postgres", "embedded"] : [process.argv[3]];
/** Of the same load, not counted: the runtime needs about this long to compile a call's code. */
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 64;
/** Users whose events are delivered. */
const OWNERS = 20;
const CALL = "/api/v1/bench/thing";
const TOOLS = "/api/v1/tools?all=true";
/** Other ways to the same endpoint. */
const WAYS = {
  execute: { path: `/api/v1/tools/${CALL_TOOL.name}/execute`, body: { arguments: {} } },
  "tools/call, 2025-11-25": message2025("tools/call", CALL_TOOL),
  "tools/call, 2026-07-28": message2026("tools/call", CALL_TOOL),
  "raw proxy": { path: "/api/v1/bench/proxy/thing" },
};

interface Row extends Measured {
  what: string;
  /** Of the upstream; null when no call reaches it. */
  delayMs: number | null;
}

async function measure(
  what: string,
  delayMs: number | null,
  target: Target,
  run: (seconds: number) => Promise<LoadResult> = (seconds) =>
    load({ ...target, path: CALL, connections: CONNECTIONS, seconds }),
): Promise<Row> {
  return { what, delayMs, ...(await measured(target.pid, { warmUp: WARM_UP_SECONDS, seconds }, run)) };
}

/** The same call by its tool's name, over MCP, and as a raw request. */
async function measureWays(gateway: Target, kind: string, delayMs: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, how] of Object.entries(WAYS)) {
    const run = (seconds: number) => load({ ...gateway, ...how, connections: CONNECTIONS, seconds });
    rows.push(await measure(`${what}, ${kind}`, delayMs, gateway, run));
  }
  return rows;
}

/** Without a provider call: the list of all tools, the connect flow, an event in, and an event in and out again. */
async function measureOthers(gateway: RunningGateway, kind: string): Promise<Row[]> {
  const options = { ...gateway, connections: CONNECTIONS };
  const of = (what: string, run: (seconds: number) => Promise<LoadResult>) =>
    measure(`${what}, ${kind}`, null, gateway, run);
  const rows = [
    await of("all tools", (seconds) => load({ ...options, path: TOOLS, seconds })),
    await of("connect and callback", (seconds) => connectLoad({ ...options, seconds })),
  ];
  const owners = gateway.keys.slice(0, OWNERS);
  const events = { port: gateway.port, connections: CONNECTIONS, users: await identitiesOf(gateway, owners) };
  rows.push(await of("delivery to inbox", (seconds) => inboxLoad(gateway, { ...events, seconds })));
  const receiver = await startReceiver(gateway, owners);
  rows.push(await of("delivery to outgoing webhook", (seconds) => webhookLoad(receiver, { ...events, seconds })));
  receiver.stop();
  return rows;
}

const stubUrl = await startStub();
const postgres = await testPostgres();
const rows: Row[] = [];
const others: Row[] = [];
const starts: string[] = [];
const verdicts: string[] = [];
for (const delayMs of [0, 50]) {
  const stub = stubUrl + (delayMs ? `/delay-${delayMs}` : "");
  const proxy = await startProxy(stub);
  const noise = watchNoise();
  const measureProxy = async (what: string) => {
    const row = await measure(what, delayMs, proxy);
    noise.note(row.result.perSecond);
    rows.push(row);
  };
  await measureProxy("bare proxy");
  for (const kind of kinds) {
    const databaseUrl = kind === "Postgres" ? await postgres.createDatabase() : null;
    const gateway = await startGateway({ baseUrl: stub, databaseUrl, hasWebhooks: true });
    rows.push(await measure(`gateway on ${kind}`, delayMs, gateway));
    if (delayMs === 0) {
      const [start, idle] = [gateway.startMs.toFixed(0), gateway.idleMb.toFixed(0)];
      starts.push(`${kind}: first response after ${start} ms, ${idle} MB idle`);
      others.push(...(await measureWays(gateway, kind, delayMs)), ...(await measureOthers(gateway, kind)));
    }
    gateway.stop();
    // The baseline again, to show drift of the machine.
    await measureProxy("bare proxy again");
  }
  verdicts.push(`Upstream after ${delayMs} ms: ${noise.verdict()}`);
  proxy.stop();
}
stopAll();

console.log("| what | upstream | requests/s | of bare proxy | p50 ms | p99 ms | CPU µs | database CPU µs | failed |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const { what, delayMs, result, cpuUs, databaseUs } of [...rows, ...others]) {
  const base = rows.filter((row) => row.delayMs === delayMs && row.what.startsWith("bare"));
  const ratio = result.perSecond / (base.reduce((sum, row) => sum + row.result.perSecond, 0) / base.length);
  const cells = [
    what,
    delayMs === null ? "-" : `${delayMs} ms`,
    result.perSecond.toFixed(0),
    delayMs === null ? "-" : ratio.toFixed(2),
    result.p50Ms.toFixed(2),
    result.p99Ms.toFixed(2),
  ];
  console.log(
    `| ${[...cells, cpuUs.toFixed(0), what.includes("Postgres") ? databaseUs.toFixed(0) : "-", result.failed].join(" | ")} |`,
  );
}
for (const line of [...starts, ...verdicts]) console.log(line);
process.exit(0);
