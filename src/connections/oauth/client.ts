// The OAuth 2.0 client, and the only importer of arctic: authorize URLs, code exchange, refresh and revocation.
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import type { Grant, OAuth, TokenSet } from "../../plugin/index.ts";
import { ACCEPTED } from "../../providers/bodies/read.ts";
import { bearer, type PresentedCredential, presented } from "../../providers/upstream/credential.ts";
import { type Fetch, readBytes, send, USER_AGENT } from "../../providers/upstream/send.ts";
import { baseUrlFor, oauthOf, type Target } from "../../providers/upstream/target.ts";
import { fillTenant, sharedParts } from "../../providers/upstream/tenant.ts";
import { OAuthError, readTokenBody, type TokenRules, tokenSetOf, transportError } from "./token-response.ts";

type Tenant = Readonly<Record<string, string>>;

export { generateCodeVerifier, generateState };

/** Deadline of a request to a token or revocation endpoint. */
export const TOKEN_DEADLINE_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface OAuthClient {
  id: string;
  secret: string;
}

/** The URL to send the browser to. `verifier`: null for providers that refuse PKCE. */
export function authorizationUrl(
  target: Target,
  client: OAuthClient,
  request: { state: string; verifier: string | null; scopes: readonly string[]; redirectUri: string; tenant?: Tenant },
): URL {
  const oauth = oauthOf(target);
  const authorizationUrl = fillTenant(target, oauth.authorizationUrl, request.tenant ?? {});
  const arctic = new OAuth2Client(client.id, client.secret, request.redirectUri);
  const url =
    request.verifier === null
      ? arctic.createAuthorizationURL(authorizationUrl, request.state, [])
      : arctic.createAuthorizationURLWithPKCE(
          authorizationUrl,
          request.state,
          CodeChallengeMethod.S256,
          request.verifier,
          [],
        );
  const scope = request.scopes.join(oauth.scopeSeparator ?? " ");
  const parameters = oauth.authorize?.(request.scopes) ?? (scope === "" ? {} : { scope });
  for (const [name, value] of Object.entries({ ...parameters, ...oauth.authorizationParams })) {
    url.searchParams.set(name, value);
  }
  return url;
}

export function exchangeCode(
  fetch: Fetch,
  target: Target,
  client: OAuthClient,
  request: { code: string; verifier: string | null; redirectUri: string; tenant?: Tenant },
): Promise<TokenSet> {
  const form = {
    grant_type: "authorization_code",
    code: request.code,
    redirect_uri: request.redirectUri,
    ...(request.verifier !== null && { code_verifier: request.verifier }),
  };
  return requestTokens(fetch, { ...endpointOf(target, request.tenant), client, form });
}

export function refreshTokens(
  fetch: Fetch,
  target: Target,
  client: OAuthClient,
  { refreshToken, deadlineMs, tenant }: { refreshToken: string; deadlineMs: number; tenant?: Tenant },
): Promise<TokenSet> {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  return requestTokens(fetch, { ...endpointOf(target, tenant), client, form, deadlineMs });
}

/** The token endpoint of a provider's OAuth, on the tenant's host. */
function endpointOf(target: Target, tenant: Tenant = {}): TokenEndpoint {
  const oauth = oauthOf(target);
  const { clientAuth, tokenBody, tokenFormat, tokenParams: params } = oauth;
  const tokenUrl = fillTenant(target, oauth.tokenUrl, tenant);
  return { tokenUrl, clientAuth, tokenBody, tokenFormat, params, rules: oauth };
}

interface TokenEndpoint {
  tokenUrl: string;
  clientAuth: OAuth["clientAuth"];
  tokenBody?: OAuth["tokenBody"];
  tokenFormat?: OAuth["tokenFormat"];
  params?: OAuth["tokenParams"];
  rules: TokenRules;
}
type ClientRequest = Pick<TokenRequest, "clientAuth" | "client" | "tokenBody" | "tokenFormat">;

interface TokenRequest extends TokenEndpoint {
  client: OAuthClient;
  form: Record<string, string>;
  deadlineMs?: number;
}

/** Sends one token request; throws `OAuthError`. */
export async function requestTokens(fetch: Fetch, request: TokenRequest): Promise<TokenSet> {
  const { tokenUrl, client, form, rules, tokenFormat, params, deadlineMs = TOKEN_DEADLINE_MS } = request;
  const signal = AbortSignal.timeout(deadlineMs);
  const sent = [client.secret, basic(client).slice("Basic ".length), form.code, form.code_verifier, form.refresh_token];
  const secrets = sent.filter((secret) => secret !== undefined);
  let response: Response;
  let bytes: Uint8Array;
  try {
    const init = clientRequest(request, { ...params, ...form }, signal);
    response = await fetch(tokenUrl, init);
    bytes = await readBytes(response, MAX_RESPONSE_BYTES, signal);
  } catch (error) {
    throw transportError(error, signal);
  }
  const body = await readTokenBody(bytes, response, tokenFormat, secrets);
  return tokenSetOf(rules, response.status, body, secrets);
}

/** A form or JSON, with the client's credentials in the header or the body. */
function clientRequest(
  { clientAuth, client, tokenBody: encoding = "form", tokenFormat = "json" }: ClientRequest,
  form: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): RequestInit {
  const type = { form: "application/x-www-form-urlencoded", json: "application/json" }[encoding];
  const headers = new Headers({ accept: ACCEPTED[tokenFormat], "content-type": type, "user-agent": USER_AGENT });
  const values: Record<string, string | number> = { ...form };
  if (clientAuth === "basic") headers.set("authorization", basic(client));
  else Object.assign(values, { client_id: client.id, client_secret: client.secret });
  const body = encoding === "json" ? JSON.stringify(values) : formOf(values);
  return { method: "POST", headers, body, redirect: "manual", signal };
}

const formOf = (values: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

/** RFC 6749, section 2.3.1: both parts are form-encoded, then joined. */
function basic(client: OAuthClient): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return `Basic ${btoa(`${encode(client.id)}:${encode(client.secret)}`)}`;
}

/** Revokes a grant at its provider; throws when that fails. False when the provider offers no revocation. */
export async function revokeGrant(fetch: Fetch, target: Target, client: OAuthClient, grant: Grant): Promise<boolean> {
  const oauth = oauthOf(target);
  const signal = AbortSignal.timeout(TOKEN_DEADLINE_MS);
  if (oauth.revoke) {
    const { auth, base, ...request } = oauth.revoke(grant);
    const baseUrl = baseUrlFor(target, base, grant.tenant);
    const shared = sharedParts(target, grant.tenant);
    // Revoking a token by presenting it ends only that token, so each of the grant's tokens is presented.
    const tokens = new Set([grant.accessToken, ...Object.values(grant.others)]);
    const ofClient = { header: "authorization", value: basic(client) };
    const credentials =
      auth === "client" ? [ofClient] : [...tokens].map((token) => presentedToken(target, grant, token));
    for (const credential of credentials) {
      await assertRevoked(await send(baseUrl, request, { fetch, signal, credential, ...shared }));
    }
    return true;
  }
  if (!oauth.revocationUrl) return false;
  // RFC 7009, section 2.1: revoking the refresh token ends the grant's access tokens too.
  const form = { token: grant.refreshToken ?? grant.accessToken };
  const url = fillTenant(target, oauth.revocationUrl, grant.tenant);
  await assertRevoked(await fetch(url, clientRequest({ clientAuth: oauth.clientAuth, client }, form, signal)));
  return true;
}

/** The resource owner's token as calls present it, any other as bearer. */
function presentedToken({ provider }: Target, { accessToken }: Grant, token: string): PresentedCredential {
  return token === accessToken ? presented(provider, "oauth2", token) : bearer(token);
}

async function assertRevoked(response: Response): Promise<void> {
  await response.body?.cancel();
  if (!response.ok) throw new OAuthError("refused", `revocation_${response.status}`);
}
