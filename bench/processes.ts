// The processes of a benchmark: the stub in the provider's place, bare proxies, and gateways of any checkout.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectOnce } from "./connect.ts";

export const OWN_CHECKOUT = fileURLToPath(new URL("..", import.meta.url));
const USERS = 400;
/** Users that are created at once: more would time out on a busy machine. */
const USERS_AT_ONCE = 20;
const ADMIN_TOKEN = "admin-token-for-bench";

const children: ChildProcess[] = [];
process.on("exit", stopAll);

export function stopAll(): void {
  for (const child of children) child.kill();
}

export function start(args: string[], env: Record<string, string> = {}, cwd = OWN_CHECKOUT): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (data: Buffer) => resolve(data.toString().split("\n")[0] ?? ""));
    child.once("exit", () => reject(new Error("A benchmark process ended early.")));
  });
}

export function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
}

/** The stub's address. */
export async function startStub(): Promise<string> {
  return `http://127.0.0.1:${await firstLine(start(["bench/stub.ts"]))}`;
}

export interface Target {
  port: number;
  pid: number;
  keys: string[];
}

export async function startProxy(upstream: string): Promise<Target & { stop(): void }> {
  const proxy = start(["bench/bare-proxy.ts", upstream]);
  const port = Number(await firstLine(proxy));
  return { port, pid: proxy.pid as number, keys: ["none"], stop: () => proxy.kill() };
}

export interface GatewayOptions {
  /** Of the provider. */
  baseUrl: string;
  /** Null for the embedded database. */
  databaseUrl: string | null;
  /** Where the stub is, if the provider's API is elsewhere. */
  oauthUrl?: string;
  checkout?: string;
  users?: number;
}

export interface RunningGateway extends Target {
  startMs: number;
  idleMb: number;
  admin(path: string, body: object): Promise<Record<string, string>>;
}

/** A gateway with users that have connected the benchmark's provider. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { baseUrl, databaseUrl, oauthUrl = baseUrl, checkout = OWN_CHECKOUT, users = USERS } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const urls = {
    authorizationUrl: `${oauthUrl}/authorize`,
    tokenUrl: `${oauthUrl}/token`,
    identityUrl: `${oauthUrl}/me`,
  };
  const providers = join(dataDir, "providers.json");
  writeFileSync(providers, JSON.stringify({ bench: { clientId: "c", clientSecret: "s", ...urls, baseUrl } }));
  const startedAt = performance.now();
  const child = start(
    ["--no-install", "src/main.ts", "serve"],
    {
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      GATEWAY_PLUGINS_DIR: join(checkout, "bench/plugins"),
      GATEWAY_PROVIDERS_FILE: providers,
      GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
      GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    checkout,
  );
  const port = Number(new URL((await firstLine(child)).replace("Gateway at ", "")).port);
  const startMs = performance.now() - startedAt;
  await Bun.sleep(500);
  const idleMb = residentMb(child.pid as number);
  const admin = (path: string, body: object) => post(`http://127.0.0.1:${port}/admin/v1${path}`, ADMIN_TOKEN, body);
  const keys: string[] = [];
  for (let i = 0; i < users; i += USERS_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(USERS_AT_ONCE, users - i) }, (_, k) => i + k);
    keys.push(...(await Promise.all(indexes.map((index) => connectedUser({ port, admin }, index)))));
  }
  return { port, pid: child.pid as number, keys, startMs, idleMb, admin };
}

/** The key may do everything, raw requests too. */
async function connectedUser({ port, admin }: Pick<RunningGateway, "port" | "admin">, index: number): Promise<string> {
  const email = `user${index}@example.com`;
  await admin("/users", { email, tier: "team" });
  const { key = "" } = await admin("/keys", { user: email, permissions: ["*", "proxy.use"] });
  await connectOnce(port, key);
  return key;
}

async function post(url: string, token: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Record<string, string> }).data;
}
