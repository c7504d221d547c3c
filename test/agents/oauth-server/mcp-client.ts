// An MCP client in a test: registers, asks, takes a code from the person's consent, and calls with its token.
import { createHash, randomBytes } from "node:crypto";
import { NO_BODY } from "../../../src/metering/long-lived/bodies.ts";
import type { App } from "../../../src/server/app.ts";
import { handleCaller } from "../../../src/web/pipeline/authenticated.ts";
import { authenticate } from "../../../src/web/pipeline/authentication.ts";
import type { ApiKeyRoute } from "../../../src/web/pipeline/route.ts";
import type { Fields, SignedIn } from "../../dashboard/browser.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { unescaped } from "../../support/page-browser.ts";

export const REDIRECT = "http://127.0.0.1/callback";
export const AUTHORIZE = "/oauth/authorize";

export interface TokenResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json: any;
}

export interface Pkce {
  verifier: string;
  challenge: string;
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

type Place = Pick<TestGateway, "url">;

export async function post(
  gateway: Place,
  path: string,
  form: Record<string, string> | string,
): Promise<TokenResponse> {
  const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(gateway.url + path, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
}

export const exchange = (gateway: Place, form: Record<string, string>) => post(gateway, "/oauth/token", form);

export async function register(gateway: Place, metadata: unknown): Promise<TokenResponse> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(metadata);
  const response = await fetch(`${gateway.url}/oauth/register`, { method: "POST", headers, body });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

/** A registered client's id. */
export async function newClient(gateway: Place, name = "Test client", uris = [REDIRECT]): Promise<string> {
  return (await register(gateway, { client_name: name, redirect_uris: uris })).json.client_id;
}

export const resourceAt = (gateway: TestGateway) => `${gateway.app.deps.baseUrl}/mcp`;

/** The path of an authorization request; null leaves a parameter out. */
export function authorizePath(
  gateway: TestGateway,
  clientId: string,
  challenge: string,
  more: Record<string, string | null> = {},
): string {
  const query = new URLSearchParams();
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: "state-1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: resourceAt(gateway),
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return `${AUTHORIZE}?${query}`;
}

/** Where the page after the form goes on to by itself. */
export function wayBack(text: string): URL {
  const [, url = ""] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? [];
  return new URL(unescaped(url));
}

export const ALLOW: Fields = { decision: "allow", use: "all", access: "all", days: "90" };

/** The person's consent; returns where the browser goes. */
export async function consentTo(person: SignedIn, path: string, fields: Fields = {}): Promise<URL> {
  const page = await person.submit(path, { ...ALLOW, ...fields });
  if (page.status !== 200) throw new Error(`The consent gives ${page.status}: ${page.text.slice(-1500)}`);
  return wayBack(page.text);
}

export interface Granted {
  clientId: string;
  access: string;
  refresh: string;
  /** The exchange of the code, to be repeated. */
  form: Record<string, string>;
}

/** The whole way: consent, code, tokens. */
export async function granted(
  gateway: TestGateway,
  person: SignedIn,
  { fields = {}, clientId, more = {} }: { fields?: Fields; clientId?: string; more?: Record<string, string> } = {},
): Promise<Granted> {
  const id = clientId ?? (await newClient(gateway));
  const { verifier, challenge } = pkce();
  const back = await consentTo(person, authorizePath(gateway, id, challenge, more), fields);
  const form = codeForm(gateway, id, back, verifier, more.redirect_uri);
  const { status, json } = await exchange(gateway, form);
  if (status !== 200) throw new Error(`The exchange gives ${status}: ${JSON.stringify(json)}`);
  return { clientId: id, access: json.access_token, refresh: json.refresh_token, form };
}

export const codeForm = (gateway: TestGateway, clientId: string, back: URL, verifier: string, uri = REDIRECT) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code: back.searchParams.get("code") ?? "",
  redirect_uri: uri,
  resource: resourceAt(gateway),
  code_verifier: verifier,
});

export const refreshForm = (gateway: TestGateway, clientId: string, token: string) => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: token,
  resource: resourceAt(gateway),
});

/** A call as /mcp makes it: the token authenticated for that resource, then the pipeline's steps of a route. */
export async function callAsClient(
  { deps, routes }: App,
  access: string,
  routeId: string,
  { params = {}, query = "", body, headers = {} }: CallInput = {},
): Promise<Response> {
  const route = routes.find(({ id }) => id === routeId) as ApiKeyRoute;
  const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const request = new Request(`${deps.baseUrl}${path}${query}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${access}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const series = deps.metrics.route({ provider: route.provider ?? "", method: route.method, endpoint: route.path });
  const incoming = {
    request,
    requestId: crypto.randomUUID(),
    address: "192.0.2.7",
    arrival: NO_BODY,
    series,
    providerMs: 0,
  };
  const refused = () => new Response(null, { status: 401 });
  const caller = await authenticate(deps, incoming, refused, true);
  if (caller instanceof Response) return caller;
  return handleCaller(deps, { route, template: route.path, params, allow: [route.method] }, incoming, caller);
}

interface CallInput {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What an MCP client keeps. */
export interface Stored {
  client?: unknown;
  tokens?: { access_token: string; refresh_token?: string };
  verifier?: string;
  discovery?: unknown;
  url?: URL;
}

/** Keeps it in memory; the person's browser is not opened, but its address noted. */
export function memoryProvider(stored: Stored) {
  return {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: "Official client", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
    state: () => "state-of-the-client",
    clientInformation: () => stored.client as never,
    saveClientInformation: (client: unknown) => {
      stored.client = client;
    },
    tokens: () => stored.tokens as never,
    saveTokens: (tokens: unknown) => {
      stored.tokens = tokens as never;
    },
    redirectToAuthorization: (url: URL) => {
      stored.url = url;
    },
    saveCodeVerifier: (verifier: string) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier ?? "",
    discoveryState: () => stored.discovery as never,
    saveDiscoveryState: (discovery: unknown) => {
      stored.discovery = discovery;
    },
  };
}
