// What tests of faults need: gateway processes on one Postgres, a stub for their provider, and users who have connected it.
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
  /** Every request for a thing that reached the provider, as "METHOD /path". */
  seen: string[];
  /** Every code that was exchanged: with which client, and what the things read with its token have as their id. */
  exchanged: { code: string; clientId: string; thing: string }[];
  /** Every thing that was made, with the id that tells whose token it was made with. */
  made: { name: string; thing: string }[];
  /** What the provider waits for before it answers at a path; within a file, before its second half. */
  beforeAnswer: { wait: (path: string) => Promise<void> };
  /** Holds the answers at a path until they are let go. */
  hold(path: string): { arrived(): Promise<void>; letGo(): void };
  /** A replica's settings but for its database and data folder. */
  env: Record<string, string>;
  /** Starts a replica; on another URL of the database where one is given, and with further settings. */
  start(databaseUrl?: string, more?: Variables): Promise<GatewayServer>;
  end(): Promise<void>;
}

const PLUGINS = fileURLToPath(new URL("./plugins", import.meta.url));

/** On a fresh database, or the given one, which is closed with the stage. */
export async function faultStage(given?: TestDatabase): Promise<FaultStage> {
  const database = given ?? (await testDatabase("postgres"));
  const noted: Noted = { seen: [], exchanged: [], made: [] };
  const beforeAnswer: FaultStage["beforeAnswer"] = { wait: async () => {} };
  const provider = createServer(
    (request, response) => void answer(request, response, noted, (path) => beforeAnswer.wait(path)),
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
  writeFileSync(file, JSON.stringify({ stub: { clientId: "stub-client", clientSecret: "stub-secret", ...urls } }));
  const env = {
    GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
    GATEWAY_PLUGINS_DIR: PLUGINS,
    GATEWAY_PROVIDERS_FILE: file,
  };
  return {
    ...database,
    env,
    ...noted,
    beforeAnswer,
    hold(path) {
      const [arrived, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      beforeAnswer.wait = async (asked) => {
        if (asked !== path) return;
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

/** Half of the file that the stub has. */
export const FILE_HALF_BYTES = 100_000;

type Noted = Pick<FaultStage, "seen" | "exchanged" | "made">;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { seen, exchanged, made }: Noted,
  wait: (path: string) => Promise<void>,
) {
  const path = new URL(request.url ?? "/", "http://stub").pathname;
  const body = await text(request).catch(() => null);
  // Its sender died in the middle of it.
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
  send({ id: thing });
}

/** Tells whose token a request came with, and nothing of the token. */
function thingOf(authorization: string): string {
  return createHash("sha256").update(authorization).digest("hex").slice(0, 16);
}

export interface Answer {
  status: number;
  headers: Headers;
  // A test reads what it expects; the assertion is the check.
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read in tests
  json: any;
}

/** Calls a replica and reads the whole answer; rejects where the connection breaks. */
export async function send(
  server: GatewayServer,
  method: string,
  path: string,
  given: { key: string; body?: object; headers?: Record<string, string> },
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    redirect: "manual",
    headers: {
      authorization: `Bearer ${given.key}`,
      ...(given.body && { "content-type": "application/json" }),
      ...given.headers,
    },
    ...(given.body && { body: JSON.stringify(given.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text.startsWith("{") ? JSON.parse(text) : text };
}

/**
 * The same, repeated while the answer is 503: on a machine under load the database can take longer than the second that a
 * caller waits. `unavailable` tells how often.
 */
export async function sendUntilTaken(...given: Parameters<typeof send>): Promise<Answer & { unavailable: number }> {
  let answer = await send(...given);
  let unavailable = 0;
  const isTaken = async () => {
    if (answer.status !== 503) return true;
    unavailable++;
    answer = await send(...given);
    return answer.status !== 503;
  };
  await until(isTaken, START_MS);
  return { ...answer, unavailable };
}

/** A new user's key. */
export async function newKey(server: GatewayServer, tier: "free" | "team"): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const key = server.adminToken;
  await send(server, "POST", "/admin/v1/users", { key, body: { email, tier } });
  return (await send(server, "POST", "/admin/v1/keys", { key, body: { user: email } })).json.data.key;
}

/** A new user's key who has connected the stub. */
export async function connectedKey(server: GatewayServer): Promise<string> {
  const key = await newKey(server, "team");
  const body = { provider: "stub", redirect_url: "http://localhost/done" };
  const started = await sendUntilTaken(server, "POST", "/api/v1/integrations/connect", { key, body });
  const state = new URL(started.json.data.connect_url).searchParams.get("state");
  const back = await fetch(`${server.url}/api/v1/connect/callback?code=c&state=${state}`, { redirect: "manual" });
  if (!back.headers.get("location")?.includes("status=success")) throw new Error("The stub could not be connected.");
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
