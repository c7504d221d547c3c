// The environment of the fault tests: gateway processes on one Postgres, a stub provider, and connected users.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import {
  endProcesses,
  type GatewayServer,
  newDataDir,
  newFolder,
  START_MS,
  startServer,
  type Variables,
} from "../support/gateway-process.ts";
import { until } from "../support/until.ts";

export interface FaultStage extends TestDatabase {
  /** Every API request that reached the provider, as "METHOD /path". */
  seen: string[];
  /** Every exchanged code: its client, and the id of the things read with its token. */
  exchanged: { code: string; clientId: string; thing: string }[];
  /** Every created thing, with the id of its token's owner. */
  made: { name: string; thing: string }[];
  /** The id of whoever connects; while it is null, each token has its own. */
  person: { id: string | null };
  /** What the provider awaits before its response to a path; for a file, before its second half. */
  beforeResponse: { wait: (path: string) => Promise<void> };
  /** Blocks the responses to a path until they are released. */
  hold(path: string): { arrived(): Promise<void>; letGo(): void };
  /** A replica's settings without its database and data folder. */
  env: Record<string, string>;
  /** Starts a replica, optionally with another database URL and further settings. */
  start(databaseUrl?: string, more?: Variables): Promise<GatewayServer>;
  end(): Promise<void>;
}

/** Signs the stub's deliveries. */
export const STUB_WEBHOOK_SECRET = "secret-of-the-stub";

const PLUGINS = fileURLToPath(new URL("./plugins", import.meta.url));

/** On a fresh database, or on `database`, which is closed with the stage. */
export async function faultStage(options?: TestDatabase): Promise<FaultStage> {
  const database = options ?? (await testDatabase("postgres"));
  const noted: Noted = { seen: [], exchanged: [], made: [], person: { id: null } };
  const beforeResponse: FaultStage["beforeResponse"] = { wait: async () => {} };
  const provider = createServer(
    (request, response) => void answer(request, response, noted, (path) => beforeResponse.wait(path)),
  );
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const file = join(newFolder(), "providers.json");
  const urls = {
    authorizationUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    revocationUrl: `${url}/revoke`,
    baseUrl: url,
  };
  writeFileSync(
    file,
    JSON.stringify({
      stub: { clientId: "stub-client", clientSecret: "stub-secret", webhookSecret: STUB_WEBHOOK_SECRET, ...urls },
    }),
  );
  const env = {
    GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
    GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
    GATEWAY_PLUGINS_DIR: PLUGINS,
    GATEWAY_PROVIDERS_FILE: file,
  };
  return {
    ...database,
    env,
    ...noted,
    beforeResponse,
    hold(path) {
      const [arrived, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      beforeResponse.wait = async (requests) => {
        if (requests !== path) return;
        arrived.resolve();
        await open.promise;
      };
      return { arrived: () => arrived.promise, letGo: open.resolve };
    },
    start: (databaseUrl = database.url ?? undefined, more = {}) =>
      startServer({
        ...env,
        ...more,
        DATA_DIR: newDataDir(),
        DATABASE_URL: databaseUrl,
      }),
    async end() {
      await endProcesses();
      provider.closeAllConnections();
      provider.close();
      await database.close();
    },
  };
}

/** Half of the stub's file. */
export const FILE_HALF_BYTES = 100_000;

type Noted = Pick<FaultStage, "seen" | "exchanged" | "made" | "person">;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { seen, exchanged, made, person }: Noted,
  wait: (path: string) => Promise<void>,
) {
  const path = new URL(request.url ?? "/", "http://stub").pathname;
  const body = await text(request).catch(() => null);
  // The sender was killed while sending.
  if (body === null) return;
  const send = (json: object) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
  if (path === "/token") {
    await wait(path);
    const tokens = { access_token: crypto.randomUUID(), refresh_token: crypto.randomUUID() };
    const code = new URLSearchParams(body).get("code");
    const [clientId = ""] = atob(request.headers.authorization?.replace("Basic ", "") ?? "").split(":");
    if (code) exchanged.push({ code, clientId, thing: thingOf(`Bearer ${tokens.access_token}`) });
    return send({ ...tokens, token_type: "bearer", expires_in: 86_400, scope: "things" });
  }
  seen.push(`${request.method} ${path}`);
  if (path === "/file") {
    response.writeHead(200, { "content-length": 2 * FILE_HALF_BYTES }).write(Buffer.alloc(FILE_HALF_BYTES, "a"));
    await wait(path);
    return response.end(Buffer.alloc(FILE_HALF_BYTES, "b"));
  }
  const thing = thingOf(request.headers.authorization ?? "");
  if (path === "/things") made.push({ name: (JSON.parse(body) as { name: string }).name, thing });
  await wait(path);
  send({ id: (path === "/me" && person.id) || thing });
}

/** An id for a request's token that does not reveal it. */
function thingOf(authorization: string): string {
  return createHash("sha256").update(authorization).digest("hex").slice(0, 16);
}

export interface StageResponse {
  status: number;
  headers: Headers;
  // A test reads what it expects; the assertion is the check.
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json: any;
}

/** Calls a replica and reads the full response; rejects if the connection breaks. */
export async function send(
  server: GatewayServer,
  method: string,
  path: string,
  options: { key: string; body?: object; headers?: Record<string, string> },
): Promise<StageResponse> {
  const response = await fetch(server.url + path, {
    method,
    redirect: "manual",
    headers: {
      authorization: `Bearer ${options.key}`,
      ...(options.body && { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(options.body && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text.startsWith("{") ? JSON.parse(text) : text };
}

/**
 * The same, retried on 503: on a busy machine the database can take longer than the second that a caller waits.
 * `unavailable` counts the retries.
 */
export async function sendUntilTaken(
  ...options: Parameters<typeof send>
): Promise<StageResponse & { unavailable: number }> {
  let response = await send(...options);
  let unavailable = 0;
  const isTaken = async () => {
    if (response.status !== 503) return true;
    unavailable++;
    response = await send(...options);
    return response.status !== 503;
  };
  await until(isTaken, START_MS);
  return { ...response, unavailable };
}

/** A new user's key. */
export async function newKey(
  server: GatewayServer,
  tier: "free" | "team",
  permissions?: readonly string[],
): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const key = server.adminToken;
  await send(server, "POST", "/admin/v1/users", { key, body: { email, tier } });
  return (await send(server, "POST", "/admin/v1/keys", { key, body: { user: email, permissions } })).json.data.key;
}

/** The key of a new user, or the given one, whose owner has connected the stub, or another provider. */
export async function connectedKey(server: GatewayServer, own?: string, provider = "stub"): Promise<string> {
  const key = own ?? (await newKey(server, "team"));
  const body = { provider, redirect_url: "http://localhost/done" };
  const started = await sendUntilTaken(server, "POST", "/api/v1/integrations/connect", { key, body });
  const state = new URL(started.json.data.connect_url).searchParams.get("state");
  const back = await fetch(`${server.url}/api/v1/connect/callback?code=c&state=${state}`, { redirect: "manual" });
  const location = back.headers.get("location");
  if (!location?.includes("status=success"))
    throw new Error(
      `The stub could not be connected: ${back.status} ${location}\n${server.written.stderr.slice(-3_000)}`,
    );
  return key;
}

export interface NewPartner {
  email: string;
  userId: string;
  key: string;
  keyId: string;
}

/** A new partner with a key. */
export async function newPartner(server: GatewayServer, tier?: "free" | "pro" | "enterprise"): Promise<NewPartner> {
  const email = `${crypto.randomUUID()}@example.com`;
  const admin = async (path: string, body: object) =>
    (await send(server, "POST", `/admin/v1${path}`, { key: server.adminToken, body })).json.data;
  const { id: userId } = await admin("/users", { email });
  await admin("/partners", { user: email, ...(tier && { tier }) });
  const { id: keyId, key } = await admin("/keys", { user: email, permissions: ["*", "gateway:partner.manage"] });
  return { email, userId, key, keyId };
}

/** A new partner's key with a connected account. */
export async function newAccount(server: GatewayServer): Promise<{ key: string; accountId: string }> {
  const { key, email } = await newPartner(server);
  const account = await send(server, "POST", "/api/v1/accounts", { key, body: { external_id: email } });
  return { key, accountId: account.json.data.id };
}
