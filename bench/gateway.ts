// Measures the gateway against a bare proxy in one run: requests a second, latency, CPU, start-up and memory.
// bun bench/gateway.ts [seconds of each measurement, default 5]
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testPostgres } from "../test/support/postgres.ts";
import { connectLoad, connectOnce } from "./connect.ts";
import { cpuOf, postgresCpu } from "./cpu.ts";
import { type LoadResult, load } from "./load.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const seconds = Number(process.argv[2] ?? 5);
/** Of the same load, not counted: the runtime needs about this long to compile a call's code. */
const WARM_UP_SECONDS = 5;
const USERS = 400;
/** Users that are created at once: more would time out on a busy machine. */
const USERS_AT_ONCE = 20;
const CONNECTIONS = 64;
const CALL = "/api/v1/bench/thing";
const TOOLS = "/api/v1/tools?all=true";
const ADMIN_TOKEN = "admin-token-for-bench";

interface Row {
  what: string;
  /** Of the upstream; null when no call reaches it. */
  delayMs: number | null;
  result: LoadResult;
  /** CPU microseconds per request. */
  cpuUs: number;
  databaseUs: number;
}

const children: ChildProcess[] = [];
process.on("exit", () => {
  for (const child of children) child.kill();
});
function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (data: Buffer) => resolve(data.toString().split("\n")[0] ?? ""));
    child.once("exit", () => reject(new Error("A benchmark process ended early.")));
  });
}

function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
}
interface Gateway {
  port: number;
  pid: number;
  keys: string[];
  startMs: number;
  idleMb: number;
}

async function startGateway(stub: string, databaseUrl: string | null): Promise<Gateway> {
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
  const providers = join(dataDir, "providers.json");
  writeFileSync(
    providers,
    JSON.stringify({
      bench: {
        clientId: "c",
        clientSecret: "s",
        authorizationUrl: `${stub}/authorize`,
        tokenUrl: `${stub}/token`,
        baseUrl: stub,
      },
    }),
  );
  const startedAt = performance.now();
  const child = start(["--no-install", "src/main.ts", "serve"], {
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    GATEWAY_PLUGINS_DIR: join(root, "bench/plugins"),
    GATEWAY_PROVIDERS_FILE: providers,
    GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
    GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const port = Number(new URL((await firstLine(child)).replace("Gateway at ", "")).port);
  const startMs = performance.now() - startedAt;
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  await Bun.sleep(500);
  const idleMb = residentMb(child.pid as number);
  const keys: string[] = [];
  for (let i = 0; i < USERS; i += USERS_AT_ONCE) {
    keys.push(...(await Promise.all(Array.from({ length: USERS_AT_ONCE }, (_, k) => connectedUser(port, i + k)))));
  }
  return { port, pid: child.pid as number, keys, startMs, idleMb };
}

async function connectedUser(port: number, index: number): Promise<string> {
  const post = async (path: string, token: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: Record<string, string> }).data;
  };
  const email = `user${index}@example.com`;
  await post("/admin/v1/users", ADMIN_TOKEN, { email, tier: "team" });
  const { key } = await post("/admin/v1/keys", ADMIN_TOKEN, { user: email });
  await connectOnce(port, key as string);
  return key as string;
}

interface Target {
  port: number;
  pid: number;
  keys: string[];
}

async function measure(
  what: string,
  delayMs: number | null,
  target: Target,
  run: (seconds: number) => Promise<LoadResult> = (seconds) =>
    load({ ...target, path: CALL, connections: CONNECTIONS, seconds }),
): Promise<Row> {
  await run(WARM_UP_SECONDS);
  const before = [cpuOf(target.pid), postgresCpu()] as const;
  const result = await run(seconds);
  const [cpu, database] = [cpuOf(target.pid) - before[0], postgresCpu() - before[1]];
  return {
    what,
    delayMs,
    result,
    cpuUs: (cpu * 1e6) / result.requests,
    databaseUs: (database * 1e6) / result.requests,
  };
}

/** Routes without a provider call: the list of all tools, and the connect flow. */
async function measureOthers(gateway: Target, kind: string): Promise<Row[]> {
  const options = { ...gateway, connections: CONNECTIONS };
  return [
    await measure(`all tools, ${kind}`, null, gateway, (seconds) => load({ ...options, path: TOOLS, seconds })),
    await measure(`connect and callback, ${kind}`, null, gateway, (seconds) => connectLoad({ ...options, seconds })),
  ];
}

const stubPort = await firstLine(start(["bench/stub.ts"]));
const postgres = await testPostgres();
const rows: Row[] = [];
const others: Row[] = [];
const starts: string[] = [];
for (const delayMs of [0, 50]) {
  const stub = `http://127.0.0.1:${stubPort}${delayMs ? `/delay-${delayMs}` : ""}`;
  const proxy = start(["bench/bare-proxy.ts", stub]);
  const proxyTarget = { port: Number(await firstLine(proxy)), pid: proxy.pid as number, keys: ["none"] };
  rows.push(await measure("bare proxy", delayMs, proxyTarget));
  for (const kind of ["Postgres", "embedded"] as const) {
    const gateway = await startGateway(stub, kind === "Postgres" ? await postgres.createDatabase() : null);
    if (delayMs === 0)
      starts.push(
        `${kind}: first response after ${gateway.startMs.toFixed(0)} ms, ${gateway.idleMb.toFixed(0)} MB idle`,
      );
    rows.push(await measure(`gateway on ${kind}`, delayMs, gateway));
    if (delayMs === 0) others.push(...(await measureOthers(gateway, kind)));
    process.kill(gateway.pid);
  }
  // The baseline again, to show drift of the machine.
  rows.push(await measure("bare proxy again", delayMs, proxyTarget));
  proxy.kill();
}
for (const child of children) child.kill();

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
