// Measures a tool's call by name and over MCP beside the call of its endpoint, and lists of tools: one request at a time, in turn.
// bun bench/mcp.ts [rounds, default 5] [seconds of each measurement, default 1]
import { load } from "./load.ts";
import { CALL_TOOL, message2025, message2026 } from "./mcp-messages.ts";
import { type Measured, measured } from "./measure.ts";
import { watchNoise } from "./noise.ts";
import { firstLine, start, stopAll } from "./processes.ts";
import { median } from "./statistics.ts";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 1);

interface Kind {
  what: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const KINDS: readonly Kind[] = [
  { what: "the endpoint", path: "/api/v1/bench/thing" },
  { what: "execute", path: `/api/v1/tools/${CALL_TOOL.name}/execute`, body: { arguments: {} } },
  { what: "tools/call, 2025", ...message2025("tools/call", CALL_TOOL) },
  { what: "tools/call, 2026", ...message2026("tools/call", CALL_TOOL) },
  { what: "tools?format=mcp", path: "/api/v1/tools?format=mcp" },
  { what: "tools/list, 2025", ...message2025("tools/list", {}, "/mcp?tools=connected") },
  { what: "tools/list, 2026", ...message2026("tools/list", {}, "/mcp?tools=connected") },
];

const profiled = process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];
const gateway = start([...profiled, "bench/mcp-gateway.ts"]);
const target = JSON.parse(await firstLine(gateway)) as { port: number; keys: string[] };

const found = new Map<Kind, Measured[]>(KINDS.map((kind) => [kind, []]));
const noise = watchNoise("The endpoint");
/** The first round is not counted: the runtime compiles the code. */
for (let round = 0; round <= rounds; round++) {
  for (const kind of KINDS) {
    const result = await measured(gateway.pid as number, { warmUp: 0, seconds }, (seconds) =>
      load({ ...target, ...kind, connections: 1, seconds }),
    );
    if (round === 0) continue;
    found.get(kind)?.push(result);
    if (kind === KINDS[0]) noise.note(result.result.perSecond);
  }
}
const base = found.get(KINDS[0] as Kind) ?? [];
console.log("| what | p50 ms | over the endpoint, ms | p99 ms | CPU µs | of the endpoint's CPU | failed |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const [{ what }, results] of found) {
  const over = median(results.map(({ result }, i) => result.p50Ms - (base[i]?.result.p50Ms ?? 0)));
  const ratio = median(results.map(({ cpuUs }, i) => cpuUs / (base[i]?.cpuUs ?? 1)));
  const cells = [
    what,
    median(results.map(({ result }) => result.p50Ms)).toFixed(2),
    over.toFixed(2),
    median(results.map(({ result }) => result.p99Ms)).toFixed(2),
    median(results.map(({ cpuUs }) => cpuUs)).toFixed(0),
    ratio.toFixed(2),
    results.reduce((sum, { result }) => sum + result.failed, 0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
console.log(`\n${noise.verdict()}`);
stopAll();
process.exit(0);
