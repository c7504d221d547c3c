// Emulated Google, GitHub and Slack behind a gate as strict as the real providers, for the demo and tests.
import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { createEmulator } from "emulate";
import type { ProviderSettings } from "../src/providers/upstream/target.ts";
import { type FailureInjector, forward, type GateRequest, type LoggedRequest, startGate } from "./gate.ts";
import { github } from "./github.ts";
import { google } from "./google.ts";
import { createOAuthEndpoints } from "./oauth.ts";
import { demoSeed, type EmulatedServiceName, type Seed, withClient } from "./seeds.ts";
import { bearerOf, type EmulatedService, type Endpoint, type EndpointContext, type OAuthClient } from "./service.ts";
import { slack } from "./slack.ts";
import { createTokenBook, type IssuedToken } from "./tokens.ts";

export type { FailureInjector, InjectedFailure, LoggedRequest } from "./gate.ts";
export type { EmulatedServiceName, Seed } from "./seeds.ts";
export type { EmulatedService, EndpointContext, OAuthClient } from "./service.ts";
export type { IssuedToken } from "./tokens.ts";

export interface EmulatorOptions {
  /** The callback URL that the OAuth client registered. */
  redirectUri: string;
  /** Lifetime of access tokens; by default an hour at Google and no expiry at GitHub and Slack. */
  tokenTtlSeconds?: number;
  /** Milliseconds since 1970; a test may move it. */
  now?: () => number;
  /** Merged over the demo's seed, `data` by member. */
  seed?: Partial<Seed>;
}

export interface EmulatedProvider {
  url: string;
  /** The settings that point a plugin at this provider. */
  settings: ProviderSettings;
  /** The last 1,000 requests, oldest first. */
  log: readonly LoggedRequest[];
  /** Live tokens, oldest first. */
  readonly issued: readonly IssuedToken[];
  /** Revokes a token as the user would, at Google all of the user's; false when it was not live. */
  revoke(token: string): boolean;
  /** Expires every access token; refresh tokens stay. */
  expireAll(): void;
  setFailureInjector(injector?: FailureInjector): void;
  service: EmulatedService;
  /** As the consent form named the person to whom the token was issued. */
  userOf(token: string): string | undefined;
  /** Until `takeConnections`. */
  refuseConnections(): Promise<void>;
  takeConnections(): Promise<void>;
  /** Restores the seed and clears tokens, log and injected failures. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface Emulator {
  reset(): void | Promise<void>;
  close(): Promise<void>;
}

/** Initial data by service name, and people by token. */
export type EmulatorSeed = { tokens: Record<string, { login: string }>; [service: string]: unknown };

/** How to start one emulated provider. */
export interface Emulation {
  name: string;
  service: EmulatedService;
  /** Dates count from `now`, milliseconds since 1970. */
  seed(now: number): Seed;
  /** Adds the OAuth client and the people that `fill` acts as, by token, in the emulator's form. */
  withClient(
    data: Seed["data"],
    client: OAuthClient & { redirectUri: string },
    fillTokens: Record<string, string>,
  ): Record<string, unknown>;
  /** Starts the emulator, whose public URL is `baseUrl`. */
  start(baseUrl: string, seed: EmulatorSeed): Promise<{ emulator: Emulator; origin: string }>;
}

const SERVICES: Record<EmulatedServiceName, EmulatedService> = { google, github, slack };
/** Fonts and icon of the consent pages. */
const PAGE_ASSETS = /^\/_emulate\/(fonts\/|favicon\.ico$)|^\/favicon\.ico$/;
/** The people that a seed's `fill` can act as. */
const PEOPLE = ["ada", "grace"];
const PORT_ATTEMPTS = 5;

/** Holds a free port of the loopback address until it is released. */
export async function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, release: () => new Promise((resolve) => void server.close(() => resolve())) };
}

/** Chooses the port: an emulator with a `baseUrl` does not report its own. */
async function startEmulator(service: EmulatedServiceName, baseUrl: string, seed: EmulatorSeed) {
  for (let attempt = 1; ; attempt++) {
    const { port, release } = await reservePort();
    await release();
    try {
      const emulator: Emulator = await createEmulator({ service, baseUrl, seed, port });
      return { emulator, origin: `http://127.0.0.1:${port}` };
    } catch (error) {
      const isTaken = (error as { code?: string }).code === "EADDRINUSE";
      if (!isTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function fill(origin: string, seed: Seed, tokens: Record<string, string>): Promise<void> {
  await seed.fill?.(async (as, method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${tokens[as]}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = (await response.json()) as Record<string, unknown>;
    if (!response.ok || json.ok === false) {
      throw new Error(`The seed's ${method} ${path} responded with ${response.status}: ${JSON.stringify(json)}`);
    }
    return json;
  });
}

/** Handles a request after the log and the injected failures. */
function createResponder(
  service: EmulatedService,
  context: EndpointContext,
  ttlSeconds?: number,
): (request: GateRequest) => Promise<Response> {
  const open: Endpoint[] = [createOAuthEndpoints(service, context, ttlSeconds), service.openEndpoints(context)];
  const own = service.endpoints(context);
  return async (request) => {
    for (const endpoint of open) {
      const response = await endpoint(request);
      if (response) return response;
    }
    if (PAGE_ASSETS.test(request.url.pathname)) return context.forward(request);
    const bearer = bearerOf(request.headers);
    const state = bearer ? context.tokens.state(bearer) : "missing";
    if (state !== "live") return service.refuse(state);
    return (await own(request)) ?? context.forward(request);
  };
}

/** Starts the emulator with its seed and OAuth client. */
async function startSeeded(emulation: Emulation, options: EmulatorOptions, now: () => number, baseUrl: string) {
  const { name } = emulation;
  const client = { clientId: `gateway-at-${name}`, clientSecret: randomBytes(24).toString("base64url") };
  const fillTokens = Object.fromEntries(PEOPLE.map((person) => [person, randomBytes(24).toString("hex")]));
  const base = emulation.seed(now());
  const seed: Seed = { ...base, ...options.seed, data: { ...base.data, ...options.seed?.data } };
  const { emulator, origin } = await emulation.start(baseUrl, {
    tokens: Object.fromEntries(Object.entries(fillTokens).map(([login, token]) => [token, { login }])),
    [name]: emulation.withClient(seed.data, { ...client, redirectUri: options.redirectUri }, fillTokens),
  });
  return { emulator, origin, client, fill: () => fill(origin, seed, fillTokens) };
}

/** Starts one of the demo's emulated providers on a free port of the loopback address. */
export function startEmulatedProvider(name: EmulatedServiceName, options: EmulatorOptions): Promise<EmulatedProvider> {
  const emulation: Emulation = {
    name,
    service: SERVICES[name],
    seed: (now) => demoSeed(name, now),
    withClient: (data, client, fillTokens) => withClient(name, data, client, fillTokens),
    start: (baseUrl, seed) => startEmulator(name, baseUrl, seed),
  };
  return startEmulation(emulation, options);
}

/** Starts an emulated provider behind a gate on a free port of the loopback address. */
export async function startEmulation(emulation: Emulation, options: EmulatorOptions): Promise<EmulatedProvider> {
  const now = options.now ?? Date.now;
  const { service } = emulation;
  const gate = await startGate(now);
  const seeded = await startSeeded(emulation, options, now, gate.url).catch(async (error: unknown) => {
    await gate.close();
    throw error;
  });
  const tokens = createTokenBook(now);
  const forwardRequest: EndpointContext["forward"] = (request, changes) => forward(seeded.origin, request, changes);
  const close = async () => {
    await gate.close();
    await seeded.emulator.close();
  };
  const begin = async () => {
    await seeded.fill();
    gate.setResponder(
      createResponder(service, { client: seeded.client, tokens, forward: forwardRequest }, options.tokenTtlSeconds),
    );
  };
  await begin().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: gate.url,
    settings: service.settings(gate.url, seeded.client),
    log: gate.log,
    get issued() {
      return tokens.live();
    },
    revoke: (token) => service.revoke(tokens, token),
    expireAll: () => tokens.expireAll(),
    setFailureInjector: gate.setFailureInjector,
    service,
    userOf: tokens.userOf,
    refuseConnections: gate.refuseConnections,
    takeConnections: gate.takeConnections,
    async reset() {
      gate.setFailureInjector();
      await seeded.emulator.reset();
      tokens.clear();
      gate.log.length = 0;
      await begin();
    },
    close,
  };
}

export async function startEmulatedProviders(options: Omit<EmulatorOptions, "seed">) {
  const [google, github, slack] = await Promise.all([
    startEmulatedProvider("google", options),
    startEmulatedProvider("github", options),
    startEmulatedProvider("slack", options),
  ]);
  return {
    google,
    github,
    slack,
    byName: { google, github, slack },
    settings: { google: google.settings, github: github.settings, slack: slack.settings },
    async close() {
      await Promise.all([google.close(), github.close(), slack.close()]);
    },
  };
}
