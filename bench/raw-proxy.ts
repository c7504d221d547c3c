// Sends large bodies through the raw proxy, both ways, and measures the gateway's memory meanwhile.
// bun bench/raw-proxy.ts [GB of each transfer, default 5]
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startStreamingPeer } from "../test/support/streaming-peer.ts";
import { connectOnce } from "./connect.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const MiB = 1024 * 1024;
const bytes = Number(process.argv[2] ?? 5) * 1024 * MiB;
const ADMIN_TOKEN = "admin-token-for-bench";
const LOOK_EVERY_MS = 50;

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
const firstLine = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (data: Buffer) => resolve(data.toString().split("\n")[0] ?? ""));
    child.once("exit", () => reject(new Error("A benchmark process ended early.")));
  });
const residentMb = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;

const peer = await startStreamingPeer();
const stub = `http://127.0.0.1:${await firstLine(start(["bench/stub.ts"]))}`;
const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const urls = { authorizationUrl: `${stub}/authorize`, tokenUrl: `${stub}/token`, identityUrl: `${stub}/me` };
const providers = { bench: { clientId: "c", clientSecret: "s", ...urls, baseUrl: peer.url } };
writeFileSync(join(dataDir, "providers.json"), JSON.stringify(providers));
const gateway = start(["--no-install", "src/main.ts", "serve"], {
  PORT: "0",
  DATA_DIR: dataDir,
  LOG_LEVEL: "error",
  GATEWAY_PLUGINS_DIR: join(root, "bench/plugins"),
  GATEWAY_PROVIDERS_FILE: join(dataDir, "providers.json"),
  GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
});
const port = Number(new URL((await firstLine(gateway)).replace("Gateway at ", "")).port);
const pid = gateway.pid as number;

async function admin(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Record<string, string> }).data;
}
await admin("/users", { email: "ada@example.com", tier: "team" });
const { key = "" } = await admin("/keys", { user: "ada@example.com", permissions: ["*", "proxy.use"] });
const { key: connecting = "" } = await admin("/keys", { user: "ada@example.com" });
await connectOnce(port, connecting);

const url = `http://127.0.0.1:${port}/api/v1/bench/proxy/file`;
console.log("| transfer | GB | seconds | MB/s | MB before | MB at most | grown MB | unchanged |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
for (const [what, how] of [
  ["download", { method: "GET" }],
  ["upload of a known length", { method: "POST", isSized: true }],
  ["chunked upload", { method: "POST" }],
] as const) {
  await peer.transfer({ ...how, url, key, bytes: MiB });
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, LOOK_EVERY_MS);
  const { seconds, hash, status } = await peer.transfer({ ...how, url, key, bytes });
  clearInterval(timer);
  const isUnchanged = status === 200 && hash === peer.hashOf(bytes);
  const cells = [seconds.toFixed(1), (bytes / MiB / seconds).toFixed(0), before.toFixed(0), most.toFixed(0)];
  console.log(
    `| ${[what, bytes / MiB / 1024, ...cells, (most - before).toFixed(0), isUnchanged ? "yes" : `no (${status})`].join(" | ")} |`,
  );
}
peer.close();
process.exit(0);
