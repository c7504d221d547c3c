// One strict server for every provider: a gate in front of it takes and gives what each provider's documentation says.
import { isDeepStrictEqual } from "node:util";
import { forward, type Gate, type GateRequest, textOf } from "../../src/demo/gate.ts";
import type { Provider } from "../../src/plugin/index.ts";
import type { ProviderSettings } from "../../src/upstream/target.ts";
import type { ProviderFacts, Revocation } from "./oauth-facts.ts";
import { fixtureOf, type Recorded } from "./recorded.ts";
import { type StrictServer, startStrictServer } from "./strict-server.ts";
import { clientRequest, readBody, type ShownAuth, shownClient, tokenAnswer } from "./token-wire.ts";

/** A token request, as it came. */
export interface TokenRequest {
  grantType: string | undefined;
  /** How the client showed itself. */
  auth: ShownAuth;
  refreshToken: string | undefined;
  status: number;
  /** What was answered. */
  json: Record<string, unknown> | null;
  /** RFC 6749's code of what was wrong, before it was put into the provider's words. */
  fault: string | null;
}

/** One provider at the gate. */
export interface StrictProvider {
  id: string;
  facts: ProviderFacts;
  client: { id: string; secret: string };
  /** Where the gateway finds it. */
  settings: ProviderSettings;
  tokenRequests: TokenRequest[];
  /** The bearer tokens of requests to its API, oldest first; whether they were taken or not. */
  calls: string[];
  /** Tokens that it was asked to revoke. */
  revoked: string[];
  /** Whether it gives refresh tokens; true at first. */
  givesRefreshTokens: boolean;
  /** Scopes that the person, or the app, leaves out. */
  declined: string[];
  /** Answers token requests in its place. */
  tokenFault?: () => Response;
  /** Changes token answers on their way out. */
  reshape?: (json: Record<string, unknown>) => Record<string, unknown>;
  /** What the identity request is answered with in place of the fixture's. */
  identity?: unknown;
}

export interface StrictProviders {
  server: StrictServer;
  of(id: string): StrictProvider;
  /** A provider's token as the strict server knows it. */
  opaque(token: string): string;
  /** A token request past the gateway, as somebody who has a token or a code would make it. */
  ask(id: string, form: Record<string, string>, auth: "basic" | "body", secret?: string): Promise<TokenRequest>;
  /** The person takes back the grant of a refresh token. */
  withdraw(id: string, refreshToken: string): Promise<void>;
  close(): Promise<void>;
}

/** The length of the strict server's own tokens; what stands before is the provider's prefix. */
const TOKEN_LENGTH = 43;
const opaque = (token: string) => token.slice(-TOKEN_LENGTH);
const words = (text: string) => text.split(" ").filter(Boolean);

/** A provider's URL as it is reached through the gate; names in braces stay, to be filled in as they are in the plugin's. */
const through = (gate: Gate, id: string, url: string) => `${gate.url}/${id}/${url.replace("https://", "")}`;

/** The providers behind a gate, for the gateway's settings; they answer once they are served. */
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
    return answerOf(gate, server, provider, request, url);
  });
  return {
    server,
    of,
    opaque,
    async ask(id, form, auth, secret) {
      const { facts: its, client, settings, tokenRequests } = of(id);
      const shown = { id: client.id, secret: secret ?? client.secret };
      const init = clientRequest(form, its.body, auth, shown);
      init.headers.set("accept", "application/json");
      await (await fetch(settings.tokenUrl as string, { method: "POST", ...init })).text();
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
  const { id, oauth, identity, baseUrl } = plugin;
  if (!facts) throw new Error(`No facts are written down of the provider ${id}.`);
  // A secret whose characters a form and HTTP Basic must write otherwise.
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

function answerOf(
  gate: Gate,
  server: StrictServer,
  provider: StrictProvider,
  request: GateRequest,
  url: string,
): Promise<Response> | Response {
  const { facts } = provider;
  const { revocation } = facts;
  if (request.method === "GET" && url === facts.authorizationUrl) return authorize(gate, provider, request.url);
  if (request.method === "POST" && url === facts.tokenUrl) return answerToken(server, provider, request);
  if (revocation && request.method === revocation.method && url === revocation.url) {
    return answerRevocation(server, provider, revocation, request);
  }
  return answerApi(server, provider, request, url);
}

/** Checks what the provider wants to be asked, and sends the browser on to the strict server's own page. */
function authorize(gate: Gate, provider: StrictProvider, { searchParams: asked }: URL): Response {
  const { facts, declined } = provider;
  for (const [name, wanted] of Object.entries(facts.parameters)) {
    const given = asked.get(name) ?? "";
    if (typeof wanted === "string" ? given !== wanted : !wanted.test(given)) return refused(`${name} is "${given}"`);
  }
  if (facts.pkce === "none" && asked.has("code_challenge")) return refused("A code challenge is not taken.");
  const { scopeParameters = { scope: "" }, separator = " ", appScopes = "" } = facts;
  if (!("scope" in scopeParameters) && asked.has("scope")) return refused("Scopes are not asked for.");
  const wanted = Object.entries(scopeParameters).flatMap(([name, prefix]) =>
    (asked.get(name)?.split(separator) ?? []).map((scope) => prefix + scope),
  );
  const unknown = wanted.filter((scope) => !words(facts.scopes).includes(scope));
  if (unknown.length > 0) return refused(`No such scopes: ${unknown}`);
  if (facts.refresh?.wanted?.(asked) === false) return refused("Asked like this there would be no refresh token.");
  const scopes = [...wanted, ...words(appScopes)].filter((scope) => !declined.includes(scope));
  const passed = ["client_id", "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method"];
  const query = new URLSearchParams(passed.flatMap((name) => asked.getAll(name).map((value) => [name, value])));
  // Offered by the strict server on terms of its own; here the provider's own word decides on refresh tokens.
  query.set("scope", scopes.filter((scope) => scope !== "offline_access").join(" "));
  query.set("prompt", "consent");
  return new Response(null, { status: 303, headers: { location: `${gate.url}/auth?${query}` } });
}

async function answerToken(server: StrictServer, provider: StrictProvider, request: GateRequest): Promise<Response> {
  const { facts, tokenRequests, tokenFault } = provider;
  const body = readBody(request, facts.body);
  const { auth, id = "", secret = "" } = shownClient(request, body);
  const seen = { grantType: body?.grant_type, auth, refreshToken: body?.refresh_token };
  const faulty = tokenFault?.();
  const given = faulty ? null : await exchanged(server, facts, request, body, { auth, id, secret });
  const response = faulty ?? answered(provider, body?.grant_type === "refresh_token", given ?? {});
  const json = await response
    .clone()
    .json()
    .catch(() => null);
  tokenRequests.push({ ...seen, status: response.status, json, fault: given?.error ?? null });
  return response;
}

/** The strict server's answer to what the provider would take; anything else is an `invalid_request`. */
async function exchanged(
  server: StrictServer,
  facts: ProviderFacts,
  request: GateRequest,
  body: Record<string, string> | null,
  shown: { auth: ShownAuth; id: string; secret: string },
): Promise<Record<string, string>> {
  const error = "invalid_request";
  if (!body || shown.auth === "both") return { error };
  // The strict server itself takes either way from every client that has a secret.
  if (facts.auth !== "either" && shown.auth !== facts.auth) return { error: "invalid_client" };
  if (facts.pkce === "none" && body.code_verifier !== undefined) return { error };
  // GitHub answers a form unless it is asked for JSON.
  if (!request.headers.get("accept")?.includes("json")) return { error };
  const { client_id, client_secret, refresh_token, ...values } = body;
  const form = { ...values, ...(refresh_token && { refresh_token: opaque(refresh_token) }) };
  const isBasic = facts.auth !== "either" && shown.auth === "basic";
  const init = clientRequest(form, "form", isBasic ? "basic" : "body", shown);
  const response = await fetch(`${server.origin}/token`, { method: "POST", ...init });
  return (await response.json()) as Record<string, string>;
}

/** The strict server's answer in the provider's own shape. */
function answered({ facts, reshape }: StrictProvider, isRefresh: boolean, given: Record<string, string>): Response {
  const { error = (code: string) => Response.json({ error: code }, { status: 400 }) } = facts;
  if (given.error !== undefined) {
    const dead = isRefresh && given.error === "invalid_grant" ? facts.refresh?.refusals[0] : undefined;
    return dead?.answer() ?? error(given.error);
  }
  const { access_token: access, refresh_token: refresh, scope = "" } = given;
  const json = tokenAnswer(facts, { access, refresh, scopes: words(scope), isRefresh });
  return Response.json(reshape?.(json) ?? json);
}

async function answerRevocation(
  server: StrictServer,
  provider: StrictProvider,
  revocation: Revocation,
  request: GateRequest,
): Promise<Response> {
  const { facts, client, revoked } = provider;
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const body = revocation.token === "bearer" ? {} : readBody(request, revocation.token);
  const shown = shownClient(request, body);
  const { credentials } = revocation;
  const wanted = credentials === "client" ? facts.auth : credentials;
  const isClient = shown.id === client.id && shown.secret === client.secret && shown.auth !== "both";
  const isShown =
    wanted === "none" || wanted === "bearer" || (isClient && (wanted === "either" || wanted === shown.auth));
  const token = revocation.token === "bearer" ? bearer : body?.[revocation.name ?? "token"];
  if (!isShown || !token) return Response.json({ error: "invalid_client" }, { status: 401 });
  revoked.push(token);
  await revoke(server, provider, token);
  return Response.json({ ok: true, revoked: true });
}

async function revoke(server: StrictServer, { client }: StrictProvider, token: string): Promise<void> {
  const init = clientRequest({ token: opaque(token) }, "form", "body", client);
  const { status } = await fetch(`${server.origin}/token/revocation`, { method: "POST", ...init });
  if (status !== 200) throw new Error(`The revocation answered ${status}.`);
}

/** What the plugin's fixtures hold, for a token that is alive. */
async function answerApi(
  server: StrictServer,
  provider: StrictProvider,
  request: GateRequest,
  url: string,
): Promise<Response> {
  const { id, facts, calls } = provider;
  const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  calls.push(token);
  if (!(await server.isLive(opaque(token)))) return facts.unauthorized();
  const recorded = ["identity", facts.read[1]].flatMap((name) =>
    fixtureOf(id, name).upstream.map((exchange) => ({ name, ...exchange })),
  );
  const sent = new URL(url + request.url.search);
  const likely = recorded.filter(({ request: { method = "GET", url: at } }) => {
    return method === request.method && new URL(at).origin + new URL(at).pathname === sent.origin + sent.pathname;
  });
  // The identity's request is always the recorded one; a read may have another query.
  const isSame = ({ request: { url: at, json } }: Recorded) =>
    `${new URL(at).searchParams}` === `${sent.searchParams}` &&
    (json === undefined || isDeepStrictEqual(json, JSON.parse(textOf(request))));
  const found = likely.find(isSame) ?? likely.at(-1);
  if (!found) return new Response(`No fixture holds ${request.method} ${url}`, { status: 404 });
  const { status, headers, json } = found.response;
  const isReplaced = found.name === "identity" && provider.identity !== undefined;
  return Response.json(isReplaced ? provider.identity : json, { status, headers });
}
