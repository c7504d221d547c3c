// A complete gateway for tests: the real application over real HTTP on a real database, with a movable clock.

import { consent } from "../../emulators/consent.ts";
import {
  type EmulatedProvider,
  type EmulatedServiceName,
  type EmulatorOptions,
  startEmulatedProvider,
} from "../../emulators/emulators.ts";
import github from "../../plugins/github/index.ts";
import google from "../../plugins/google/index.ts";
import slack from "../../plugins/slack/index.ts";
import type { RefreshTimes } from "../../src/connections/tokens/refresh.ts";
import type { StreamTimes } from "../../src/events/inbox/stream.ts";
import type { WebhookOptions } from "../../src/events/webhooks/service.ts";
import { type Config, readConfig } from "../../src/foundation/config/config.ts";
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { createLog, type Log } from "../../src/foundation/log/log.ts";
import type { Network } from "../../src/foundation/network/pinned-fetch.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import type { Tracing } from "../../src/foundation/tracing/tracing.ts";
import { type KeyRing, parseKeyRing } from "../../src/foundation/vault/key-ring.ts";
import type { AccountDirectory } from "../../src/identity/accounts/service.ts";
import type { IssuerTimes } from "../../src/identity/oidc/issuer.ts";
import type { Provider } from "../../src/plugin/index.ts";
import type { Cooldowns } from "../../src/providers/exchange/cooldowns.ts";
import { DEFAULT_RESILIENCE, type ResilienceOptions } from "../../src/providers/upstream/resilience.ts";
import type { Fetch } from "../../src/providers/upstream/send.ts";
import type { ProviderSettings } from "../../src/providers/upstream/target.ts";
import { type App, type AppOptions, createApp } from "../../src/server/app.ts";
import type { Handler } from "../../src/web/pipeline/server.ts";
import { type TestClock, testClock } from "./clock.ts";
import { ADA } from "./connecting.ts";
import { type Lane, type TestDatabase, testDatabase } from "./database.ts";
import { heldToDocument, holding } from "./held-to-document.ts";
import { startEmulatedMicrosoft } from "./microsoft.ts";
import { openAndReplace } from "./page-browser.ts";
import { within } from "./until.ts";

export const BUILT_IN = [github, google, slack] as unknown as Provider[];
export const ADMIN_TOKEN = "admin-token-for-tests";
/** The emulated providers: the demo's, and one only for tests. */
export type EmulatedName = EmulatedServiceName | "microsoft";

export interface GatewayOptions {
  lane: Lane;
  /** Another replica's database; this gateway does not close it. */
  database?: TestDatabase;
  /** The public URL, if not the gateway's own, as behind a load balancer. */
  baseUrl?: string | ((own: string) => string);
  /** Emulators to start; default none. */
  emulate?: readonly EmulatedName[];
  /** Settings of other providers; a function receives the callback URL. */
  settings?: Record<string, ProviderSettings> | ((redirectUri: string) => Promise<Record<string, ProviderSettings>>);
  plugins?: readonly Provider[];
  keyRing?: string;
  env?: Record<string, string>;
  fetch?: Fetch;
  clock?: TestClock;
  /** Bulkheads and circuit breaker; by default failures do not open the breaker. */
  resilience?: ResilienceOptions;
  cooldowns?: Cooldowns;
  /** Replaces the look-up of connected accounts. */
  accounts?: AccountDirectory;
  /** Timeout of a provider call. */
  deadlineMs?: number;
  /** Times of a token refresh, in milliseconds. */
  refreshTimes?: RefreshTimes;
  /** The network of outgoing webhooks. */
  webhooks?: WebhookOptions;
  /** The network of MCP clients' own descriptions. */
  clientDocuments?: Partial<Network>;
  /** Times of requests to the issuer of people's sign-in. */
  issuerTimes?: IssuerTimes;
  /** Times of an event stream. */
  streamTimes?: StreamTimes;
  /** The places of the activity log. */
  activity?: AppOptions["activity"];
  /** Collects spans. */
  tracing?: Tracing;
  /** In place of the one that `logLines` has. */
  log?: Log;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // A test reads what it expects; the assertion is the check.
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json: any;
}
export interface CallOptions {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestGateway {
  url: string;
  app: App;
  database: TestDatabase;
  clock: TestClock;
  providers: Record<EmulatedName, EmulatedProvider>;
  /** The log lines. */
  logLines: string[];
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  admin(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** Resolves when the gateway has received the notifications of all committed changes. */
  heard(): Promise<void>;
  /** A user with a key. */
  user(options?: {
    tier?: string;
    permissions?: string[];
  }): Promise<{ userId: string; email: string; key: string; keyId: string }>;
  /** A user with a partner profile and a key. */
  partner(options?: {
    tier?: "free" | "pro" | "enterprise";
    partnerOnly?: boolean;
    /** Default everything, with what must be named but the proxy; null for a key without a list. */
    permissions?: string[] | null;
  }): Promise<{ userId: string; email: string; key: string; keyId: string }>;
  /** Creates a partner's connected account; returns its id. */
  account(key: string, externalId?: string): Promise<string>;
  /** Connects an emulated provider through its consent page; returns the final redirect. */
  connect(
    key: string,
    provider: EmulatedName,
    options?: { scopes?: string[]; person?: string; accountId?: string },
  ): Promise<URL>;
  close(): Promise<void>;
}

export const TEST_KEY_RING = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

let users = 0;

/** Starts a gateway on a free port. */
export async function startTestGateway(options: GatewayOptions): Promise<TestGateway> {
  let handle: Handler = async () => new Response("not ready", { status: 503 });
  const server = platform.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, address) => handle(request, address),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const database = options.database ?? (await testDatabase(options.lane));
  const clock = options.clock ?? testClock();
  const baseUrl = typeof options.baseUrl === "function" ? options.baseUrl(url) : (options.baseUrl ?? url);
  const redirectUri = `${typeof options.baseUrl === "function" ? baseUrl : url}/api/v1/connect/callback`;
  const providers = await startProviders(options.emulate ?? [], redirectUri, clock);
  const settings = typeof options.settings === "function" ? await options.settings(redirectUri) : options.settings;
  const logLines: string[] = [];
  const notices = tapped(database.database);
  const base = readConfig({ BASE_URL: url, GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN, ...options.env });
  const config: Config = {
    ...base,
    provider: (id, names) => providers[id as EmulatedName]?.settings ?? settings?.[id] ?? base.provider(id, names),
  };
  const created = await createApp({
    passwords: platform.passwords,
    config,
    baseUrl,
    keyRing: parseKeyRing(options.keyRing ?? TEST_KEY_RING) as KeyRing,
    adminToken: ADMIN_TOKEN,
    database: { ...database.database, listen: notices.listen },
    plugins: options.plugins ?? BUILT_IN,
    cooldowns: options.cooldowns,
    accounts: options.accounts,
    resilience: options.resilience ?? { ...DEFAULT_RESILIENCE, failureThreshold: Number.MAX_SAFE_INTEGER },
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock,
    deadlineMs: options.deadlineMs,
    refreshTimes: options.refreshTimes,
    webhooks: options.webhooks,
    clientDocuments: options.clientDocuments,
    issuerTimes: options.issuerTimes,
    streamTimes: options.streamTimes,
    jobTimes: { startAfterMs: 0, pollSeconds: 0.5, retrySeconds: 1, monitorSeconds: 1 },
    activity: options.activity,
    tracing: options.tracing,
    log:
      options.log ??
      createLog(
        "debug",
        () => clock.now(),
        (line) => void logLines.push(line),
      ),
  });
  const app = holding.isOn ? await heldToDocument(created) : created;
  handle = app.handle;
  const call = (method: string, path: string, options: CallOptions = {}) => send(url, method, path, options);
  const admin = (method: string, path: string, body?: unknown) =>
    call(method, `/admin/v1${path}`, { body, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const gateway: TestGateway = {
    url,
    app,
    database,
    clock,
    providers,
    logLines,
    call,
    admin,
    heard: notices.heard,
    async user({ tier = "team", permissions } = {}) {
      const email = `user-${++users}-${crypto.randomUUID().slice(0, 8)}@example.com`;
      const user = await admin("POST", "/users", { email, tier });
      const key = await admin("POST", "/keys", { user: email, ...(permissions && { permissions }) });
      return { userId: user.json.data.id, email, key: key.json.data.key, keyId: key.json.data.id };
    },
    async partner({
      tier = "pro",
      partnerOnly = false,
      permissions = ["*", "gateway:partner.manage", "gateway:keys.*", "gateway:export.read"],
    } = {}) {
      const email = `partner-${++users}-${crypto.randomUUID().slice(0, 8)}@example.com`;
      const user = await admin("POST", "/users", { email });
      await admin("POST", "/partners", { user: email, tier });
      const key = await admin("POST", "/keys", {
        user: email,
        ...(partnerOnly && { partner_only: true }),
        ...(permissions && { permissions }),
      });
      return { userId: user.json.data.id, email, key: key.json.data.key, keyId: key.json.data.id };
    },
    async account(key, externalId = crypto.randomUUID()) {
      const created = await call("POST", "/api/v1/accounts", { key, body: { external_id: externalId } });
      if (created.status !== 200) throw new Error(`creating an account answered ${created.status}: ${created.text}`);
      return created.json.data.id;
    },
    async connect(key, provider, { scopes, person = ADA[provider], accountId } = {}) {
      const body = { provider, redirect_url: "http://localhost/done?from=test", ...(scopes && { scopes }) };
      const path = accountId === undefined ? "/api/v1/integrations/connect" : `/api/v1/accounts/${accountId}/connect`;
      const started = await call("POST", path, { key, body });
      if (started.status !== 200) throw new Error(`connect answered ${started.status}: ${started.text}`);
      const ended = await openAndReplace((await consent(started.json.data.connect_url, person)).href);
      return new URL(ended.onTo ?? ended.location ?? `${url}/no-location-${ended.status}`);
    },
    async close() {
      app.endStreams();
      await server.stop();
      await app.close();
      await Promise.all(Object.values(providers).map((provider) => provider.close()));
      if (!options.database) await database.close();
    },
  };
  return gateway;
}

/** Wraps a database's notifications with `heard`, which waits for those of committed changes: they arrive in order. */
function tapped({ listen, query }: OpenDatabase): Pick<OpenDatabase, "listen"> & Pick<TestGateway, "heard"> {
  const awaited = new Map<string, () => void>();
  let on = "";
  return {
    listen(channel, onMessage, onState) {
      on = channel;
      const tap = (payload: string) => (awaited.has(payload) ? awaited.get(payload)?.() : onMessage(payload));
      return listen(channel, tap, onState);
    },
    async heard() {
      const mark = crypto.randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      awaited.set(mark, resolve);
      await query("select pg_notify($1, $2)", [on, mark]);
      await within("the notices of what is committed", promise).finally(() => awaited.delete(mark));
    },
  };
}

async function startProviders(names: readonly EmulatedName[], redirectUri: string, clock: TestClock) {
  const options = { redirectUri, now: () => clock.now() };
  const started = await Promise.all(names.map(async (name) => [name, await startEmulated(name, options)] as const));
  return Object.fromEntries(started) as Record<EmulatedName, EmulatedProvider>;
}

/** Starts one emulated provider. */
export function startEmulated(name: EmulatedName, options: EmulatorOptions): Promise<EmulatedProvider> {
  return name === "microsoft" ? startEmulatedMicrosoft(options) : startEmulatedProvider(name, options);
}

async function send(
  url: string,
  method: string,
  path: string,
  { key, body, headers }: CallOptions,
): Promise<ApiResponse> {
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  // A stream of events has no end; what it begins with tells nothing more.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream) await response.body?.cancel();
  const text = isStream ? "" : await response.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Not JSON: the test reads the text.
  }
  return { status: response.status, headers: response.headers, text, json };
}
