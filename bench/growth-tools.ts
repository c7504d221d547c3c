// Measures lists, searches and calls of tools with many registered, beside the tools as shipped: one request at a time, in turn.
// bun bench/growth-tools.ts [rounds, default 5] [seconds of each measurement, default 1] [tools ..., default 2000 20000]

import { realQueries } from "../test/agents/tools/real-queries.ts";
import { testPostgres } from "../test/support/postgres.ts";
import { type LoadResult, load, loadRequests, requestText } from "./load.ts";
import { CALL_TOOL } from "./mcp-messages.ts";
import { type Measured, measured } from "./measure.ts";
import { watchNoise } from "./noise.ts";
import { type RunningGateway, send, startGateway, startProxy, startStub, stopAll } from "./processes.ts";
import { median, spread } from "./statistics.ts";
import { vendorFolder } from "./vendor.ts";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 1);
const given = process.argv.slice(4).map(Number);
const sizes = given.length > 0 ? given : [2_000, 20_000];
const USERS = 100;
const CONNECTIONS = 1;
const ALL = "/api/v1/tools?all=true";
const QUERIES = realQueries
  .map(({ text }) => encodeURIComponent(text))
  .filter((text) => text !== "" && text.length < 200);

type Run = (gateway: RunningGateway, seconds: number) => Promise<LoadResult>;
const same =
  (how: { path: string; body?: object }): Run =>
  (gateway, seconds) =>
    load({ ...gateway, ...how, connections: CONNECTIONS, seconds });
const KINDS: Record<string, Run> = {
  "call of an endpoint": same({ path: "/api/v1/bench/thing" }),
  "execute by name": same({ path: `/api/v1/tools/${CALL_TOOL.name}/execute`, body: { arguments: {} } }),
  search({ port, keys }, seconds) {
    let next = 0;
    return loadRequests({ port, connections: CONNECTIONS, seconds }, () => {
      const query = QUERIES[next % QUERIES.length] as string;
      return requestText({ port, path: `/api/v1/tools/search/${query}`, key: keys[next++ % keys.length] as string });
    });
  },
  "list of all": same({ path: ALL }),
};

interface Place {
  gateway: RunningGateway;
  tools: number;
  found: Record<string, Measured[]>;
}
const stub = await startStub();
const proxy = await startProxy(stub);
const server = await testPostgres();
async function open(pluginsDir?: string): Promise<Place> {
  const databaseUrl = await server.createDatabase();
  const gateway = await startGateway({ baseUrl: stub, databaseUrl, users: USERS, pluginsDir });
  const url = `http://127.0.0.1:${gateway.port}${ALL}`;
  const { tools } = await send<{ tools: unknown[] }>(url, gateway.keys[0] as string);
  const [start, idle] = [gateway.startMs.toFixed(0), gateway.idleMb.toFixed(0)];
  console.log(`${tools.length} tools: first response after ${start} ms, ${idle} MB idle`);
  return { gateway, tools: tools.length, found: {} };
}

const shipped = await open();
const places = [shipped];
for (const size of sizes) places.push(await open(vendorFolder(size - shipped.tools)));

const noise = watchNoise();
/** The first round is not counted: the runtime compiles the code. */
for (let round = 0; round <= rounds; round++) {
  const bare = await load({ ...proxy, path: "/api/v1/bench/thing", connections: CONNECTIONS, seconds });
  if (round > 0) noise.note(bare.perSecond);
  for (const place of round % 2 === 0 ? places : places.toReversed()) {
    for (const [kind, run] of Object.entries(KINDS)) {
      const of = await measured(place.gateway.pid, { warmUp: 0, seconds }, (seconds) => run(place.gateway, seconds));
      place.found[kind] ??= [];
      if (round > 0) place.found[kind].push(of);
    }
  }
}

console.log("\n| what | tools | p50 ms | p99 ms | CPU µs | CPU by that of the first | failed |");
console.log(`|${" --- |".repeat(7)}`);
for (const kind of Object.keys(KINDS)) {
  for (const { tools, found } of places) {
    const results = found[kind] ?? [];
    const ratios = results.map(({ cpuUs }, i) => cpuUs / (shipped.found[kind]?.[i]?.cpuUs ?? 1));
    const cells = [
      median(results.map(({ result }) => result.p50Ms)).toFixed(2),
      median(results.map(({ result }) => result.p99Ms)).toFixed(2),
      median(results.map(({ cpuUs }) => cpuUs)).toFixed(0),
      `${median(ratios).toFixed(2)} (${spread(ratios)})`,
      results.reduce((sum, { result }) => sum + result.failed, 0),
    ];
    console.log(`| ${[kind, tools.toLocaleString("en"), ...cells].join(" | ")} |`);
  }
}
console.log(`\n${noise.verdict()}`);
stopAll();
process.exit(0);
