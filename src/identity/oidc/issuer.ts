// The operator's OpenID Connect issuers: metadata and keys of each, requested within bounds and held in memory for a while.
import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import type { AuthorizationServer, Client } from "oauth4webapi";
import { isPlainAllowed, type OidcSettings } from "../../foundation/config/oidc-settings.ts";
import { boundedBody } from "../../foundation/network/bounded-body.ts";
import type { Clock, Deps } from "../../server/deps.ts";

/** What an issuer sends is small: an id token with many groups is the most. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 5_000;
/** Until metadata and keys are read again. */
const TTL_MS = 10 * 60_000;
/** Tokens with unknown keys, which anybody can send, cause one request in this time. */
const REFETCH_AFTER_MS = 30_000;
/** How long a failed request is not repeated. */
const FAILED_MS = 5_000;
/** How far the issuer's clock and ours may differ. */
export const CLOCK_SKEW_S = 30;

/** The issuer cannot be used now, or what it sent is refused; `reason` is a code for the log and holds no token. */
export class IssuerError extends Error {
  override name = "IssuerError";
  constructor(
    readonly kind: "unavailable" | "refused",
    readonly reason: string,
  ) {
    super(`The issuer is ${kind} (${reason}).`);
  }
}

export interface Issuer {
  settings: OidcSettings;
  /** Its identifier as rows of identities and sessions have it. */
  id: string;
  clock: Clock;
  /** Throws `IssuerError`, like everything here that asks the issuer. */
  metadata(): Promise<AuthorizationServer>;
  /** The key of a signed token; an unknown one is looked for at the issuer. */
  keyOf: JWTVerifyGetKey;
  /** An endpoint of the issuer, for us or for a browser; null for one without TLS, but for a loopback host in development. */
  endpointOf(address: string | undefined): URL | null;
  /** A request within bounds of time and size, to such an endpoint. */
  request(url: string, init?: RequestInit): Promise<Response>;
  /** Our client, with how far our clock is from the machine's. */
  client(): Promise<Client>;
  /** Whether the last request found it down, unless that was long ago. */
  isDown(): boolean;
  /** Reads the metadata, if need be, without anybody waiting: a sign-in page says then whether the issuer is down. */
  probe(): void;
}

export interface Issuers {
  all: readonly Issuer[];
  /** Whether people sign in by nothing else. */
  isOnly: boolean;
}

export interface IssuerTimes {
  timeoutMs: number;
}

export const issuerIdOf = ({ issuer }: Pick<OidcSettings, "issuer">) => new URL(issuer).href;

/** Each has a memory of its own, so that one which is down holds up none of the others. */
export const createIssuers = (deps: Pick<Deps, "config" | "clock">, times?: IssuerTimes): Issuers => ({
  all: deps.config.oidc.issuers.map((settings) => createIssuer(settings, deps, times)),
  isOnly: deps.config.oidc.isOnly,
});

function createIssuer(
  settings: OidcSettings,
  { config, clock }: Pick<Deps, "config" | "clock">,
  { timeoutMs }: IssuerTimes = { timeoutMs: TIMEOUT_MS },
): Issuer {
  let downAt: number | null = null;
  const endpointOf: Issuer["endpointOf"] = (address) => {
    const url = address !== undefined && URL.canParse(address) ? new URL(address) : null;
    const isPlain = url?.protocol === "http:" && isPlainAllowed(url, config.environment);
    return url?.protocol === "https:" || isPlain ? url : null;
  };
  const request: Issuer["request"] = async (address, init) => {
    try {
      const url = endpointOf(address);
      if (!url) throw new IssuerError("refused", "address_without_tls");
      const response = await boundedRequest(url, init, timeoutMs);
      downAt = null;
      return response;
    } catch (error) {
      if (error instanceof IssuerError && error.kind === "unavailable") downAt = clock.now();
      throw error;
    }
  };
  const discovered = remembered(clock, () => discover(settings, request));
  const keys = remembered(clock, async () => fetchKeys(await discovered.read(), request));
  return {
    settings,
    id: issuerIdOf(settings),
    clock,
    metadata: discovered.read,
    async keyOf(header, token) {
      const { createLocalJWKSet, errors } = await import("jose");
      try {
        return await createLocalJWKSet(await keys.read())(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !(await keys.refresh())) throw error;
        return createLocalJWKSet(await keys.read())(header, token);
      }
    },
    endpointOf,
    request,
    async client() {
      const { clockSkew, clockTolerance } = await import("oauth4webapi");
      const skew = Math.round((clock.now() - Date.now()) / 1_000);
      return { client_id: settings.clientId, [clockSkew]: skew, [clockTolerance]: CLOCK_SKEW_S };
    },
    isDown: () => downAt !== null && clock.now() - downAt < TTL_MS,
    probe() {
      discovered.read().catch(() => {
        // The issuer counts as down from now on, and the sign-in itself says why.
      });
    },
  };
}

/** For the operator: the reason is a code, since what an issuer sends may be a token. */
export function logFailure({ log }: Pick<Deps, "log">, { id }: Issuer, reason: string): void {
  log.warn("sign_in_provider_failed", { provider: "oidc", issuer: id, reason });
}

/** One value in memory, which callers at the same time wait for together. */
function remembered<T>(clock: Clock, load: () => Promise<T>) {
  let value: { of: T; readAt: number } | null = null;
  let failed: { error: unknown; at: number } | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<T> | null = null;
  const attempt = async () => {
    triedAt = clock.now();
    try {
      const of = await load();
      value = { of, readAt: clock.now() };
      return of;
    } catch (error) {
      failed = { error, at: clock.now() };
      throw error;
    } finally {
      running = null;
    }
  };
  const start = () => {
    if (failed && clock.now() - failed.at < FAILED_MS) throw failed.error;
    running ??= attempt();
    return running;
  };
  return {
    read: async () => (value && clock.now() - value.readAt < TTL_MS ? value.of : start()),
    /** False where the last attempt was a moment ago. */
    async refresh(): Promise<boolean> {
      if (clock.now() - triedAt < REFETCH_AFTER_MS) return false;
      await start();
      return true;
    },
  };
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(settings: OidcSettings, request: Issuer["request"]): Promise<AuthorizationServer> {
  const oauth = await import("oauth4webapi");
  const issuer = new URL(settings.issuer);
  return asIssuerError(async () => {
    const options = requestOptions(oauth, request);
    return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  });
}

/** Our own request in place of the library's, and leave to use a loopback host: `request` itself refuses any other without TLS. */
export const requestOptions = (oauth: typeof import("oauth4webapi"), request: Issuer["request"]) => ({
  [oauth.customFetch]: (url: string, init: object) => request(url, init),
  [oauth.allowInsecureRequests]: true,
});

async function fetchKeys({ jwks_uri }: AuthorizationServer, request: Issuer["request"]): Promise<JSONWebKeySet> {
  if (!jwks_uri) throw new IssuerError("refused", "no_jwks_uri");
  const response = await request(jwks_uri, { headers: { accept: "application/json" } });
  const keys = response.status === 200 ? keysIn(await response.text()) : null;
  if (!keys) throw new IssuerError("unavailable", "no_keys");
  return keys;
}

function keysIn(text: string): JSONWebKeySet | null {
  try {
    const value = JSON.parse(text) as JSONWebKeySet | null;
    return Array.isArray(value?.keys) ? value : null;
  } catch {
    // What is no JSON has no keys, as the caller says.
    return null;
  }
}

async function boundedRequest(url: URL, init: RequestInit | undefined, timeoutMs: number): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    if (status >= 500) throw new IssuerError("unavailable", `status_${status}`);
    return new Response(await boundedBody(response, MAX_BYTES, tooLarge), { status, headers });
  } catch (error) {
    if (error instanceof IssuerError) throw error;
    const { name } = error as Error;
    throw new IssuerError("unavailable", name === "TimeoutError" ? "timeout" : "connection_failed");
  }
}

const tooLarge = () => new IssuerError("unavailable", "response_too_large");

/** The library's errors carry tokens and claims as their cause: only their codes go on. */
export async function asIssuerError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IssuerError) throw error;
    const { code, name, error: refusal } = error as { code?: unknown; name?: string; error?: unknown };
    // Such as access_denied and invalid_client (RFC 6749, sections 4.1.2.1 and 5.2).
    if (typeof refusal === "string" && /^[a-z_]{1,64}$/.test(refusal)) throw new IssuerError("refused", refusal);
    throw new IssuerError("refused", typeof code === "string" ? code : (name ?? "unknown"));
  }
}
