// Measures calls a second of one worker and of several, on one Postgres: bun bench/workers.ts [seconds of each, default 5]
// With four cores or more the load, the database and each worker have a core of their own. With fewer they share them: then take
// CPU per request alone, which says what a further worker costs and not what it gains.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testPostgres } from "../test/support/postgres.ts";
import { cpuOf, pin, postgresCpu, postgresPids } from "./cpu.ts";
import { load } from "./load.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const seconds = Number(process.argv[2] ?? 5);
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 64;
/** Enough that none reaches its limit of a minute. */
const USERS = 400;
const USERS_AT_ONCE = 20;
/** Without an upstream, which would share the cores: key, limits, a compressed body, and the usage row. */
const PATH = "/api/v1/tools?all=true";
/** One for the load, one for the database, the others for workers. */
const [LOAD_CORE, DATABASE_CORE, FIRST_CORE] = [0, 1, 2];
const cores = navigator.hardwareConcurrency;
const isPinned = cores > FIRST_CORE + 1;
const most = isPinned ? cores - FIRST_CORE : 2;
const ONCE = [1, ...[2, 4, 8, 16].filter((workers) => workers < most), most];
const TURNS = [...ONCE, ...ONCE];
const ADMIN_TOKEN = "admin-token-for-bench";

const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
const postgres = await testPostgres();
const env = {
  ...process.env,
  PORT: "0",
  DATA_DIR: dataDir,
  LOG_LEVEL: "error",
  DATABASE_URL: await postgres.createDatabase(),
  GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
};

async function post(port: number, path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Record<string, string> }).data;
}

async function makeKeys(port: number): Promise<string[]> {
  const keys: string[] = [];
  const make = async (i: number) => {
    const email = `user${i}@example.com`;
    await post(port, "/users", { email, tier: "team" });
    return (await post(port, "/keys", { user: email })).key as string;
  };
  for (let i = 0; i < USERS; i += USERS_AT_ONCE) {
    keys.push(...(await Promise.all(Array.from({ length: USERS_AT_ONCE }, (_, k) => make(i + k)))));
  }
  return keys;
}

/** The gateway's own process, or its workers. */
async function servingPids(pid: number, workers: number): Promise<number[]> {
  if (workers === 1) return [pid];
  const children = await Bun.file(`/proc/${pid}/task/${pid}/children`).text();
  return children.trim().split(" ").map(Number);
}

let keys: string[] = [];
console.log(isPinned ? `${cores} cores, each process on its own` : `${cores} cores, shared by all processes`);
console.log("| workers | requests/s | p50 ms | p99 ms | CPU µs a request | Postgres µs | failed |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const workers of TURNS) {
  const words = ["--no-install", "src/main.ts", "serve", "--workers", String(workers)];
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve) =>
    child.stdout.once("data", (data) => resolve(String(data).split("\n")[0] as string)),
  );
  const port = Number(new URL(/http\S+?(?=,|$)/.exec(line)?.[0] as string).port);
  if (keys.length === 0) keys = await makeKeys(port);
  const options = { port, path: PATH, keys, connections: CONNECTIONS };
  const pids = await servingPids(child.pid as number, workers);
  if (isPinned) {
    pin([process.pid], LOAD_CORE);
    pin(postgresPids(), DATABASE_CORE);
    pids.forEach((pid, i) => void pin([pid], FIRST_CORE + i));
  }
  await load({ ...options, seconds: WARM_UP_SECONDS });
  const cpu = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [before, databaseBefore] = [cpu(), postgresCpu()];
  const { requests, perSecond, p50Ms, p99Ms, failed } = await load({ ...options, seconds });
  const us = ((cpu() - before) * 1e6) / requests;
  const databaseUs = ((postgresCpu() - databaseBefore) * 1e6) / requests;
  const times = [perSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1), us.toFixed(0), databaseUs.toFixed(0)];
  const cells = [workers, ...times, failed];
  console.log(`| ${cells.join(" | ")} |`);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
