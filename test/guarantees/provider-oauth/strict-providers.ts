// One strict OAuth server behind a gate that enforces each provider's documented requests and responses.
import { isDeepStrictEqual } from "node:util";
import { forward, type Gate, type GateRequest, textOf } from "../../../emulators/gate.ts";
import type { OAuth, Provider } from "../../../src/plugin/index.ts";
import type { ProviderSettings } from "../../../src/providers/upstream/target.ts";
import { type StrictServer, startStrictServer } from "../../support/strict-server.ts";
import { filled, type ProviderFacts, type Revocation } from "./facts.ts";
import { type RecordedExchange, readFixture } from "./fixtures.ts";
import { type ClientAuth, clientRequest, readBody, readClient, tokenResponse } from "./token-wire.ts";

/** A received token request. */
export interface TokenRequest {
  grantType: string | undefined;
  /** The client authentication used. */
  auth: ClientAuth;
  refreshToken: string | undefined;
  status: number;
  /** The response body. */
  json: Record<string, unknown> | null;
  /** The RFC 6749 error code, before the provider's mapping. */
  error: string | null;
}

/** One provider behind the gate. */
export interface StrictProvider {
  id: string;
  facts: ProviderFacts;
  client: { id: string; secret: string };
  /** The gateway's settings for it. */
  settings: ProviderSettings;
  tokenRequests: TokenRequest[];
  /** Bearer tokens of all API requests, valid or not, oldest first. */
  calls: string[];
  /** Tokens of revocation requests. */
  revoked: string[];
  /** Whether it issues refresh tokens; initially true. */
  givesRefreshTokens: boolean;
  /** Scopes that are not granted. */
  declined: string[];
  /** Replaces the response to token requests. */
  tokenOverride?: () => Response;
  /** Changes token responses. */
  reshape?: (json: Record<string, unknown>) => Record<string, unknown>;
  /** Replaces the fixture's identity response. */
  identity?: unknown;
}

export interface StrictProviders {
  server: StrictServer;
  of(id: string): StrictProvider;
  /** A provider's token as the strict server knows it. */
  opaque(token: string): string;
  /** Sends a token request without the gateway, as the holder of a token or code would. */
  ask(id: string, form: Record<string, string>, auth: "basic" | "body", secret?: string): Promise<TokenRequest>;
  /** Revokes the grant of a refresh token, as its user. */
  withdraw(id: string, refreshToken: string): Promise<void>;
  close(): Promise<void>;
}

/** Length of the strict server's tokens, after the provider's prefix. */
const TOKEN_LENGTH = 43;
const opaque = (token: string) => token.slice(-TOKEN_LENGTH);
const words = (text: string) => text.split(" ").filter(Boolean);

/** A provider's URL through the gate; placeholders in braces stay. */
const through = (gate: Gate, id: string, url: string) => `${gate.url}/${id}/${url.replace("https://", "")}`;

/** The providers behind a gate, for the gateway's settings; `serveStrictly` starts them. */
export function strictProvidersAt(
  gate: Gate,
  plugins: readonly Provider[],
  facts: Readonly<Record<string, ProviderFacts>>,
): Map<string, StrictProvider> {
  return new Map(plugins.map((plugin) => [plugin.id, strictProvider(gate, plugin, facts[plugin.id])]));
}

export async function serveStrictly(
  gate: Gate,
  providers: ReadonlyMap<string, StrictProvider>,
  redirectUri: string,
): Promise<StrictProviders> {
  const of = (id: string) => {
    const found = providers.get(id);
    if (!found) throw new Error(`Nothing is known of the provider ${id}.`);
    return found;
  };
  const server = await startStrictServer(gate.url, {
    redirectUri,
    scopes: [...new Set([...providers.values()].flatMap((each) => knownScopes(each.facts)))],
    clients: [...providers.values()].map((each) => ({
      ...each.client,
      auth: each.facts.auth === "basic" ? "client_secret_basic" : "client_secret_post",
      needsPkce: each.facts.pkce !== "none",
      rotates: each.facts.refresh?.rotates ?? false,
      issuesRefreshTokens: () => each.givesRefreshTokens && each.facts.refresh !== null,
      life: () => each.facts.life ?? 3_600,
    })),
  });
  gate.setResponder(async (request) => {
    const [, id = "", host = "", ...rest] = request.url.pathname.split("/");
    const provider = providers.get(id);
    if (!provider) return forward(server.origin, request);
    const url = `https://${host}/${rest.join("/")}`;
    return respond(gate, server, provider, request, url);
  });
  return {
    server,
    of,
    opaque,
    async ask(id, form, auth, secret) {
      const { facts: its, client, settings, tokenRequests } = of(id);
      const shown = { id: client.id, secret: secret ?? client.secret };
      const init = clientRequest({ ...its.tokenFields, ...form }, its.body, auth, shown);
      init.headers.set("accept", "application/json");
      await (await fetch(filled(settings.tokenUrl as string, its), { method: "POST", ...init })).text();
      return tokenRequests.pop() as TokenRequest;
    },
    withdraw: (id, token) => revoke(server, of(id), token),
    async close() {
      await gate.close();
      await server.close();
    },
  };
}

function strictProvider(gate: Gate, plugin: Provider, facts: ProviderFacts | undefined): StrictProvider {
  const { id, identity, baseUrl } = plugin;
  const oauth = plugin.auth.oauth2 as OAuth;
  if (!facts) throw new Error(`No facts are written down of the provider ${id}.`);
  // A secret with characters that forms and HTTP Basic must encode.
  const client = { id: `strict-${id}`, secret: `a+secret/of ${id}:100%` };
  const at = (url: string) => through(gate, id, url);
  const settings: ProviderSettings = {
    clientId: client.id,
    clientSecret: client.secret,
    authorizationUrl: at(oauth.authorizationUrl),
    tokenUrl: at(oauth.tokenUrl),
    revocationUrl: oauth.revocationUrl && at(oauth.revocationUrl),
    identityUrl: identity.upstream.startsWith("/") ? undefined : at(identity.upstream),
    issuer: oauth.issuer && gate.url,
    baseUrl:
      typeof baseUrl === "string"
        ? at(baseUrl)
        : Object.fromEntries(Object.entries(baseUrl).map(([name, url]) => [name, at(url)])),
  };
  const seen = { tokenRequests: [], calls: [], revoked: [], declined: [] };
  return { id, facts, client, settings, givesRefreshTokens: true, ...seen };
}

const knownScopes = ({ scopes, appScopes = "" }: ProviderFacts) => words(`${scopes} ${appScopes}`);
const refused = (why: string) => new Response(why, { status: 400 });

function respond(
  gate: Gate,
  server: StrictServer,
  provider: StrictProvider,
  request: GateRequest,
  url: string,
): Promise<Response> | Response {
  const { facts } = provider;
  const { revocation } = facts;
  if (request.method === "GET" && url === filled(facts.authorizationUrl, facts))
    return authorize(gate, provider, request.url);
  if (request.method === "POST" && url === filled(facts.tokenUrl, facts))
    return respondToTokenRequest(server, provider, request);
  if (revocation && request.method === revocation.method && url === filled(revocation.url, facts)) {
    return respondToRevocation(server, provider, revocation, request);
  }
  return respondToApiRequest(server, provider, request, url);
}

/** Checks the authorize request, and redirects to the strict server's page. */
function authorize(gate: Gate, provider: StrictProvider, { searchParams: parameters }: URL): Response {
  const { facts, declined } = provider;
  for (const [name, wanted] of Object.entries(facts.parameters)) {
    const issued = parameters.get(name) ?? "";
    if (typeof wanted === "string" ? issued !== wanted : !wanted.test(issued)) return refused(`${name} is "${issued}"`);
  }
  if (facts.pkce === "none" && parameters.has("code_challenge")) return refused("A code challenge is not taken.");
  const { scopeParameters = { scope: "" }, separator = " ", appScopes = "" } = facts;
  if (!("scope" in scopeParameters) && parameters.has("scope")) return refused("Scopes are not asked for.");
  const wanted = Object.entries(scopeParameters).flatMap(([name, prefix]) =>
    (parameters.get(name)?.split(separator) ?? []).map((scope) => prefix + scope),
  );
  const unknown = wanted.filter((scope) => !words(facts.scopes).includes(scope));
  if (unknown.length > 0) return refused(`No such scopes: ${unknown}`);
  if (facts.refresh?.wanted?.(parameters) === false) return refused("Asked like this there would be no refresh token.");
  const scopes = [...wanted, ...words(appScopes)].filter((scope) => !declined.includes(scope));
  const passed = ["client_id", "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method"];
  const query = new URLSearchParams(passed.flatMap((name) => parameters.getAll(name).map((value) => [name, value])));
  // The provider's rules decide on refresh tokens, not the strict server's `offline_access`.
  query.set("scope", scopes.filter((scope) => scope !== "offline_access").join(" "));
  query.set("prompt", "consent");
  return new Response(null, { status: 303, headers: { location: `${gate.url}/auth?${query}` } });
}

async function respondToTokenRequest(
  server: StrictServer,
  provider: StrictProvider,
  request: GateRequest,
): Promise<Response> {
  const { facts, tokenRequests, tokenOverride } = provider;
  const body = readBody(request, facts.body);
  const { auth, id = "", secret = "" } = readClient(request, body);
  const seen = { grantType: body?.grant_type, auth, refreshToken: body?.refresh_token };
  const replaced = tokenOverride?.();
  const issued = replaced ? null : await exchangeToken(server, facts, request, body, { auth, id, secret });
  const response = replaced ?? tokenResponseOf(provider, body?.grant_type === "refresh_token", issued ?? {});
  const json = await response
    .clone()
    .json()
    .catch(() => null);
  tokenRequests.push({ ...seen, status: response.status, json, error: issued?.error ?? null });
  return response;
}

/** Forwards a token request that the provider accepts; any other is an error. */
async function exchangeToken(
  server: StrictServer,
  facts: ProviderFacts,
  request: GateRequest,
  body: Record<string, string> | null,
  client: { auth: ClientAuth; id: string; secret: string },
): Promise<Record<string, string>> {
  const error = "invalid_request";
  if (!body || client.auth === "both") return { error };
  // The strict server accepts both methods from every client with a secret.
  if (facts.auth !== "either" && client.auth !== facts.auth) return { error: "invalid_client" };
  if (facts.pkce === "none" && body.code_verifier !== undefined) return { error };
  // GitHub responds with a form unless the request accepts JSON.
  if (!request.headers.get("accept")?.includes("json")) return { error };
  const extra = Object.entries(facts.tokenFields ?? {});
  if (extra.some(([name, value]) => (body as Record<string, unknown>)[name] !== value)) return { error };
  const { client_id, client_secret, refresh_token, ...values } = body;
  const form = { ...values, ...(refresh_token && { refresh_token: opaque(refresh_token) }) };
  const isBasic = facts.auth !== "either" && client.auth === "basic";
  const init = clientRequest(form, "form", isBasic ? "basic" : "body", client);
  const response = await fetch(`${server.origin}/token`, { method: "POST", ...init });
  return (await response.json()) as Record<string, string>;
}

/** Converts the strict server's response to the provider's shape. */
function tokenResponseOf(
  { facts, reshape }: StrictProvider,
  isRefresh: boolean,
  issued: Record<string, string>,
): Response {
  const { error = (code: string) => Response.json({ error: code }, { status: 400 }) } = facts;
  if (issued.error !== undefined) {
    const dead = isRefresh && issued.error === "invalid_grant" ? facts.refresh?.refusals[0] : undefined;
    return dead?.response() ?? error(issued.error);
  }
  const { access_token: access, refresh_token: refresh, scope = "" } = issued;
  const json = tokenResponse(facts, { access, refresh, scopes: words(scope), isRefresh });
  return Response.json(reshape?.(json) ?? json);
}

async function respondToRevocation(
  server: StrictServer,
  provider: StrictProvider,
  revocation: Revocation,
  request: GateRequest,
): Promise<Response> {
  const { facts, client, revoked } = provider;
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const body = revocation.token === "bearer" ? {} : readBody(request, revocation.token);
  const shown = readClient(request, body);
  const { credentials } = revocation;
  const wanted = credentials === "client" ? facts.auth : credentials;
  const isClient = shown.id === client.id && shown.secret === client.secret && shown.auth !== "both";
  const hasCredentials =
    wanted === "none" || wanted === "bearer" || (isClient && (wanted === "either" || wanted === shown.auth));
  const token = revocation.token === "bearer" ? bearer : body?.[revocation.name ?? "token"];
  if (!hasCredentials || !token) return Response.json({ error: "invalid_client" }, { status: 401 });
  revoked.push(token);
  await revoke(server, provider, token);
  return Response.json({ ok: true, revoked: true });
}

async function revoke(server: StrictServer, { client }: StrictProvider, token: string): Promise<void> {
  const init = clientRequest({ token: opaque(token) }, "form", "body", client);
  const { status } = await fetch(`${server.origin}/token/revocation`, { method: "POST", ...init });
  if (status !== 200) throw new Error(`The revocation answered ${status}.`);
}

/** Responds with the plugin's fixtures if the token is valid. */
async function respondToApiRequest(
  server: StrictServer,
  provider: StrictProvider,
  request: GateRequest,
  url: string,
): Promise<Response> {
  const { id, facts, calls } = provider;
  const authorization = request.headers.get("authorization") ?? "";
  const bearer = /^Bearer (.+)$/.exec(authorization)?.[1] ?? "";
  // A token in two places is in a wrong one.
  const own = facts.tokenHeader && authorization === "" ? (request.headers.get(facts.tokenHeader) ?? "") : "";
  const token = facts.tokenHeader ? own : bearer;
  calls.push(token);
  if (!(await server.isLive(opaque(token)))) return facts.unauthorized();
  const recorded = ["identity", facts.read[1]].flatMap((name) =>
    readFixture(id, name).upstream.map((exchange) => ({ name, ...exchange })),
  );
  const sent = new URL(url + request.url.search);
  const likely = recorded.filter(({ request: { method = "GET", url: at } }) => {
    return method === request.method && new URL(at).origin + new URL(at).pathname === sent.origin + sent.pathname;
  });
  // The identity request matches its fixture; a read may have another query.
  const isSame = ({ request: { url: at, json } }: RecordedExchange) =>
    `${new URL(at).searchParams}` === `${sent.searchParams}` &&
    (json === undefined || isDeepStrictEqual(json, JSON.parse(textOf(request))));
  const found = likely.find(isSame) ?? likely.at(-1);
  if (!found) return new Response(`No fixture holds ${request.method} ${url}`, { status: 404 });
  const { status, headers, json } = found.response;
  const isReplaced = found.name === "identity" && provider.identity !== undefined;
  return Response.json(isReplaced ? provider.identity : json, { status, headers });
}
