// The processes of a benchmark: the stub in the provider's place, bare proxies, and gateways of any checkout, or binaries.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectOnce } from "./connect.ts";

export const OWN_CHECKOUT = fileURLToPath(new URL("..", import.meta.url));
const USERS = 400;
/** Users that are created at once: more would time out on a busy machine. */
const USERS_AT_ONCE = 20;
const ADMIN_TOKEN = "admin-token-for-bench";
/** Seals what the gateway stores. */
export const SECRET_KEYS = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
/** Signs the stub's deliveries. */
export const WEBHOOK_SECRET = "secret-of-the-stub";

const children: ChildProcess[] = [];
process.on("exit", stopAll);

export function stopAll(): void {
  for (const child of children) child.kill();
}

export function start(
  args: string[],
  env: Record<string, string> = {},
  cwd = OWN_CHECKOUT,
  command = process.execPath,
): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (data: Buffer) => {
      text += data;
      if (text.includes("\n")) resolve(text.split("\n")[0] ?? "");
    });
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

export interface Program {
  command: string;
  /** The words before the gateway's own. */
  words: string[];
  /** Where it runs; its benchmarks' plugins are in there. */
  folder: string;
}

/** Of a checkout with its packages installed, or of a binary. */
export const programOf = (path: string): Program =>
  statSync(path).isFile()
    ? { command: path, words: [], folder: OWN_CHECKOUT }
    : { command: process.execPath, words: ["--no-install", "src/main.ts"], folder: path };

export interface GatewayOptions {
  /** Of the provider. */
  baseUrl: string;
  /** Null for the embedded database. */
  databaseUrl: string | null;
  /** Where the stub is, if the provider's API is elsewhere. */
  oauthUrl?: string;
  /** A checkout, or a binary; default this checkout. */
  gateway?: string;
  users?: number;
  /** Of the runtime that runs a checkout. */
  runtimeFlags?: readonly string[];
  /** In place of `bench/plugins`. */
  pluginsDir?: string;
  /** Whether the provider delivers events, and webhook endpoints may be on this machine. */
  hasWebhooks?: boolean;
}

export interface RunningGateway extends Target {
  process: ChildProcess;
  startMs: number;
  idleMb: number;
  admin(path: string, body: object): Promise<Record<string, string>>;
  /** Due items of one of its queues. */
  due(queue: string): Promise<number>;
  stop(): void;
}

/** A gateway with users that have connected the benchmark's provider. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { baseUrl, databaseUrl, oauthUrl = baseUrl, gateway = OWN_CHECKOUT, users = USERS, hasWebhooks } = options;
  const { command, words, folder } = programOf(gateway);
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-bench-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const urls = {
    authorizationUrl: `${oauthUrl}/authorize`,
    tokenUrl: `${oauthUrl}/token`,
    identityUrl: `${oauthUrl}/me`,
  };
  const providers = join(dataDir, "providers.json");
  const client = { clientId: "c", clientSecret: "s", ...(hasWebhooks && { webhookSecret: WEBHOOK_SECRET }) };
  writeFileSync(providers, JSON.stringify({ bench: { ...client, ...urls, baseUrl } }));
  const startedAt = performance.now();
  const child = start(
    [...(options.runtimeFlags ?? []), ...words, "serve"],
    {
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      GATEWAY_PLUGINS_DIR: options.pluginsDir ?? join(folder, "bench/plugins"),
      GATEWAY_PROVIDERS_FILE: providers,
      GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
      GATEWAY_SECRET_KEYS: SECRET_KEYS,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(hasWebhooks && { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true" }),
      // The gateway starts itself again without the flags to set this.
      ...(options.runtimeFlags && { BUN_CONFIG_MAX_HTTP_REQUESTS: "10000" }),
    },
    folder,
    command,
  );
  const port = Number(new URL((await firstLine(child)).replace("Gateway at ", "")).port);
  const startMs = performance.now() - startedAt;
  await Bun.sleep(500);
  const idleMb = residentMb(child.pid as number);
  const adminUrl = `http://127.0.0.1:${port}/admin/v1`;
  const admin = (path: string, body: object) => send<Record<string, string>>(adminUrl + path, ADMIN_TOKEN, body);
  const due = async (queue: string) => {
    const { queues } = await send<{ queues: { queue: string; due: number }[] }>(`${adminUrl}/jobs`, ADMIN_TOKEN);
    return queues.find((one) => one.queue === queue)?.due ?? Number.NaN;
  };
  const keys: string[] = [];
  for (let i = 0; i < users; i += USERS_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(USERS_AT_ONCE, users - i) }, (_, k) => i + k);
    keys.push(...(await Promise.all(indexes.map((index) => connectedUser({ port, admin }, index)))));
  }
  return {
    process: child,
    port,
    pid: child.pid as number,
    keys,
    startMs,
    idleMb,
    admin,
    due,
    stop: () => child.kill(),
  };
}

/** The key may do everything, raw requests and webhook endpoints too. */
async function connectedUser({ port, admin }: Pick<RunningGateway, "port" | "admin">, index: number): Promise<string> {
  const email = `user${index}@example.com`;
  await admin("/users", { email, tier: "team" });
  const { key = "" } = await admin("/keys", { user: email, permissions: ["*", "proxy.use", "gateway:partner.manage"] });
  await connectOnce(port, key);
  return key;
}

/** A GET, or a POST of `body`; the response's data. */
export async function send<Data>(url: string, token: string, body?: object): Promise<Data> {
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { data: Data }).data;
}
