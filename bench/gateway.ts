// Measures the gateway against a bare proxy in one run: requests a second, latency, CPU, start-up and memory.
// bun bench/gateway.ts [seconds of each measurement, default 5]
import { testPostgres } from "../test/support/postgres.ts";
import { connectLoad } from "./connect.ts";
import { type LoadResult, load } from "./load.ts";
import { type Measured, measured } from "./measure.ts";
import { startGateway, startProxy, startStub, stopAll, type Target } from "./processes.ts";

const seconds = Number(process.argv[2] ?? 5);
/** Of the same load, not counted: the runtime needs about this long to compile a call's code. */
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 64;
const CALL = "/api/v1/bench/thing";
const TOOLS = "/api/v1/tools?all=true";
/** Other ways to the same endpoint. */
const BY_NAME = { path: "/api/v1/tools/bench_get_thing/execute", body: { arguments: {} } };
const RAW = { path: "/api/v1/bench/proxy/thing" };

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

/** The same call by its tool's name, and as a raw request. */
async function measureWays(gateway: Target, kind: string, delayMs: number): Promise<Row[]> {
  const way = (what: string, how: { path: string; body?: object }) =>
    measure(`${what}, ${kind}`, delayMs, gateway, (seconds) =>
      load({ ...gateway, ...how, connections: CONNECTIONS, seconds }),
    );
  return [await way("execute", BY_NAME), await way("raw proxy", RAW)];
}

/** Routes without a provider call: the list of all tools, and the connect flow. */
async function measureOthers(gateway: Target, kind: string): Promise<Row[]> {
  const options = { ...gateway, connections: CONNECTIONS };
  return [
    await measure(`all tools, ${kind}`, null, gateway, (seconds) => load({ ...options, path: TOOLS, seconds })),
    await measure(`connect and callback, ${kind}`, null, gateway, (seconds) => connectLoad({ ...options, seconds })),
  ];
}

const stubUrl = await startStub();
const postgres = await testPostgres();
const rows: Row[] = [];
const others: Row[] = [];
const starts: string[] = [];
for (const delayMs of [0, 50]) {
  const stub = stubUrl + (delayMs ? `/delay-${delayMs}` : "");
  const proxy = await startProxy(stub);
  rows.push(await measure("bare proxy", delayMs, proxy));
  for (const kind of ["Postgres", "embedded"] as const) {
    const databaseUrl = kind === "Postgres" ? await postgres.createDatabase() : null;
    const gateway = await startGateway({ baseUrl: stub, databaseUrl });
    rows.push(await measure(`gateway on ${kind}`, delayMs, gateway));
    if (delayMs === 0) {
      const [start, idle] = [gateway.startMs.toFixed(0), gateway.idleMb.toFixed(0)];
      starts.push(`${kind}: first response after ${start} ms, ${idle} MB idle`);
      others.push(...(await measureWays(gateway, kind, delayMs)), ...(await measureOthers(gateway, kind)));
    }
    process.kill(gateway.pid);
  }
  // The baseline again, to show drift of the machine.
  rows.push(await measure("bare proxy again", delayMs, proxy));
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
for (const line of starts) console.log(line);
process.exit(0);
