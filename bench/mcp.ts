// Measures a tool's call by name and over MCP beside the call of its endpoint, and lists of tools: one request at a time, in turn.
// bun bench/mcp.ts [rounds, default 5] [seconds of each measurement, default 1]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { headersOf, messageOf } from "../test/mcp/message.ts";
import { cpuOf } from "./cpu.ts";
import { type LoadResult, load } from "./load.ts";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 1);
const TOOL = "bench_get_thing";
const CALL = { name: TOOL, arguments: {} };

interface Kind {
  what: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const message2025 = (method: string, params: object) => ({
  body: { jsonrpc: "2.0", id: 1, method, params },
  headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
});
const message2026 = (method: string, params: object) => {
  const body = messageOf(method, params);
  return { body, headers: headersOf(body) };
};
const KINDS: readonly Kind[] = [
  { what: "the endpoint", path: "/api/v1/bench/thing" },
  { what: "execute", path: `/api/v1/tools/${TOOL}/execute`, body: { arguments: {} } },
  { what: "tools/call, 2025", path: "/mcp", ...message2025("tools/call", CALL) },
  { what: "tools/call, 2026", path: "/mcp", ...message2026("tools/call", CALL) },
  { what: "tools?format=mcp", path: "/api/v1/tools?format=mcp" },
  { what: "tools/list, 2025", path: "/mcp?tools=connected", ...message2025("tools/list", {}) },
  { what: "tools/list, 2026", path: "/mcp?tools=connected", ...message2026("tools/list", {}) },
];

const root = fileURLToPath(new URL("..", import.meta.url));
const profiled = process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];
const gateway = spawn(process.execPath, [...profiled, "bench/mcp-gateway.ts"], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
process.on("exit", () => gateway.kill());
const line = await new Promise<string>((resolve, reject) => {
  let text = "";
  gateway.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
    if (text.includes("\n")) resolve(text);
  });
  gateway.once("exit", () => reject(new Error("The gateway ended early.")));
});
const target = JSON.parse(line) as { port: number; keys: string[] };

interface Measured extends LoadResult {
  cpuUs: number;
}
async function measure(kind: Kind): Promise<Measured> {
  const before = cpuOf(gateway.pid as number);
  const result = await load({ ...target, ...kind, connections: 1, seconds });
  return { ...result, cpuUs: ((cpuOf(gateway.pid as number) - before) * 1e6) / result.requests };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const measured = new Map<Kind, Measured[]>(KINDS.map((kind) => [kind, []]));
/** The first round is not counted: the runtime compiles the code. */
for (let round = 0; round <= rounds; round++) {
  for (const kind of KINDS) {
    const result = await measure(kind);
    if (round > 0) measured.get(kind)?.push(result);
  }
}
const base = measured.get(KINDS[0] as Kind) ?? [];
console.log("| what | p50 ms | over the endpoint, ms | p99 ms | CPU µs | of the endpoint's CPU | failed |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const [{ what }, results] of measured) {
  const over = median(results.map(({ p50Ms }, i) => p50Ms - (base[i]?.p50Ms ?? 0)));
  const ratio = median(results.map(({ cpuUs }, i) => cpuUs / (base[i]?.cpuUs ?? 1)));
  const cells = [
    what,
    median(results.map(({ p50Ms }) => p50Ms)).toFixed(2),
    over.toFixed(2),
    median(results.map(({ p99Ms }) => p99Ms)).toFixed(2),
    median(results.map(({ cpuUs }) => cpuUs)).toFixed(0),
    ratio.toFixed(2),
    results.reduce((sum, { failed }) => sum + failed, 0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
process.exit(0);
