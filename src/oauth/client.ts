// The OAuth 2.0 client, and the only importer of arctic: authorize URLs, code exchange, refresh and revocation.
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import type { Grant, OAuth, Provider, TokenSet } from "../plugin/index.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { withoutSecrets } from "../upstream/redact.ts";
import { type Fetch, readBytes, send, USER_AGENT, unavailable } from "../upstream/send.ts";
import { baseUrlFor, type Target } from "../upstream/target.ts";

export { generateCodeVerifier, generateState };

/** Deadline of a request to a token or revocation endpoint. */
export const TOKEN_DEADLINE_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** A hundred years: the database cannot store a date far beyond. */
const MAX_LIFETIME_S = 100 * 365 * 86_400;

/**
 * A token request that failed. `dead_grant`: the provider says that the grant is gone; `expired_grant`: that it has expired.
 * `client`: the client's id, secret or redirect URI is wrong. `transient`: no usable response. `refused`: any other error.
 */
export class OAuthError extends Error {
  override name = "OAuthError";
  constructor(
    readonly kind: "dead_grant" | "expired_grant" | "client" | "transient" | "refused",
    /** The provider's error code, or ours. */
    readonly code: string,
    readonly description: string | null = null,
  ) {
    super(`${code}${description ? `: ${description}` : ""}`);
  }
}

/** The request was sent, but no complete response came back: the provider may or may not have acted on it. */
export class OutcomeUnknownError extends OAuthError {
  constructor() {
    super("transient", "no_token_answer");
  }
}

export interface OAuthClient {
  id: string;
  secret: string;
}

/** The URL to send the browser to. `verifier`: null for providers that refuse PKCE. */
export function authorizationUrl(
  target: Target,
  client: OAuthClient,
  request: { state: string; verifier: string | null; scopes: readonly string[]; redirectUri: string },
): URL {
  const { oauth } = target;
  const arctic = new OAuth2Client(client.id, client.secret, request.redirectUri);
  const url =
    request.verifier === null
      ? arctic.createAuthorizationURL(oauth.authorizationUrl, request.state, [])
      : arctic.createAuthorizationURLWithPKCE(
          oauth.authorizationUrl,
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
  request: { code: string; verifier: string | null; redirectUri: string },
): Promise<TokenSet> {
  return requestTokens(fetch, target, client, {
    grant_type: "authorization_code",
    code: request.code,
    redirect_uri: request.redirectUri,
    ...(request.verifier !== null && { code_verifier: request.verifier }),
  });
}

export function refreshTokens(
  fetch: Fetch,
  target: Target,
  client: OAuthClient,
  request: { refreshToken: string; deadlineMs: number },
): Promise<TokenSet> {
  const form = { grant_type: "refresh_token", refresh_token: request.refreshToken };
  return requestTokens(fetch, target, client, form, request.deadlineMs);
}

async function requestTokens(
  fetch: Fetch,
  target: Target,
  client: OAuthClient,
  form: Record<string, string>,
  deadlineMs = TOKEN_DEADLINE_MS,
): Promise<TokenSet> {
  const { provider, oauth } = target;
  const signal = AbortSignal.timeout(deadlineMs);
  let status: number;
  let text: string;
  try {
    const response = await fetch(oauth.tokenUrl, clientRequest(target, client, form, signal, oauth.tokenBody));
    status = response.status;
    text = new TextDecoder().decode(await readBytes(response, MAX_RESPONSE_BYTES, signal));
  } catch (error) {
    throw transportError(error, signal);
  }
  const sent = [client.secret, basic(client).slice("Basic ".length), form.code, form.code_verifier, form.refresh_token];
  const secrets = sent.filter((secret) => secret !== undefined);
  return tokenSetOf(provider, status, parseBody(text), secrets);
}

/** A form or JSON, with the client's credentials in the header or the body. */
function clientRequest(
  { oauth }: Target,
  client: OAuthClient,
  form: Record<string, string>,
  signal: AbortSignal,
  encoding: "form" | "json" = "form",
): RequestInit {
  const type = { form: "application/x-www-form-urlencoded", json: "application/json" }[encoding];
  const headers = new Headers({ accept: "application/json", "content-type": type, "user-agent": USER_AGENT });
  const values = { ...form };
  if (oauth.clientAuth === "basic") headers.set("authorization", basic(client));
  else Object.assign(values, { client_id: client.id, client_secret: client.secret });
  const body = encoding === "json" ? JSON.stringify(values) : new URLSearchParams(values).toString();
  return { method: "POST", headers, body, redirect: "manual", signal };
}

/** The error of a token request without a readable response. */
function transportError(error: unknown, signal: AbortSignal): OAuthError {
  const failure = unavailable(error, signal);
  const { reason, code } = failure instanceof UpstreamFailure ? failure.detail : {};
  if (code === "too_large") return new OAuthError("refused", "invalid_token_answer", "The token answer is too large.");
  const wasSent = reason === "timeout" || reason === "reset" || code === "cut_short";
  return wasSent ? new OutcomeUnknownError() : new OAuthError("transient", "token_endpoint_unreachable");
}

/** RFC 6749, section 2.3.1: both parts are form-encoded, then joined. */
function basic(client: OAuthClient): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return `Basic ${btoa(`${encode(client.id)}:${encode(client.secret)}`)}`;
}

/** A JSON object, or the form that some servers return; null for anything else. */
function parseBody(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return /^[\w.~%+-]+=[^<>\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : null;
  }
}

/** The token set of a response; throws `OAuthError`, without any of the `secrets` in its texts. */
function tokenSetOf(
  provider: Provider,
  status: number,
  json: Record<string, unknown> | null,
  secrets: readonly string[],
): TokenSet {
  const { tokens } = provider.oauth;
  const isSuccess = status >= 200 && status < 300;
  const codes = json ? errorCodes(provider.oauth, json) : [];
  if (codes[0] !== undefined) {
    const code = withoutSecrets(codes[0], secrets).slice(0, 80);
    const text = json?.error_description;
    const description = typeof text === "string" ? withoutSecrets(text, secrets).slice(0, 300) : null;
    const kind = codes.map((one) => kindOf(provider.oauth, one)).find((known) => known !== null);
    if (kind) throw new OAuthError(kind, code, description);
    if (status < 500 && status !== 429) throw new OAuthError("refused", code, description);
  }
  if (!isSuccess) throw new OAuthError("transient", `token_endpoint_${status}`);
  if (!json) throw new OAuthError("transient", "invalid_token_answer", "The token answer is not a JSON object.");
  let set: TokenSet | null = null;
  try {
    set = isReadable(json.scope) ? (tokens ?? standardTokens)(json) : null;
  } catch {
    // The plugin refuses the response.
  }
  // RFC 6749, appendix A.12: the characters of an access token. A header could not carry others.
  if (typeof set?.accessToken !== "string" || !/^[\x20-\x7e]+$/.test(set.accessToken)) {
    throw new OAuthError(
      "refused",
      "invalid_token_answer",
      "The token answer holds no access token, or scopes that cannot be read.",
    );
  }
  return { ...set, expiresIn: lifetimeOf(set.expiresIn), refreshExpiresIn: lifetimeOf(set.refreshExpiresIn) };
}

/** Whether a `scope` states what was granted, or is absent: any other value must not count as all that was requested. */
function isReadable(scope: unknown): boolean {
  return scope === undefined || scope === null || typeof scope === "string" || Array.isArray(scope);
}

/** A lifetime in seconds that a date can hold; undefined for none, or one that is not positive. */
function lifetimeOf(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 ? Math.min(seconds, MAX_LIFETIME_S) : undefined;
}

/** The codes of an error, the plugin's more specific one first. */
function errorCodes({ tokenError }: OAuth, json: Record<string, unknown>): string[] {
  let own: unknown;
  try {
    own = tokenError?.(json);
  } catch {
    // The plugin cannot read the response; the standard `error` still applies.
  }
  return [own, json.error].filter((code) => typeof code === "string");
}

/** What a code says about the grant or the client; null when it says nothing. */
function kindOf(oauth: OAuth, code: string): "expired_grant" | "dead_grant" | "client" | null {
  const { expiredGrantErrors = [], deadGrantErrors = [], clientErrors = [] } = oauth;
  if (expiredGrantErrors.includes(code)) return "expired_grant";
  if (code === "invalid_grant" || deadGrantErrors.includes(code)) return "dead_grant";
  return ["invalid_client", "unauthorized_client", ...clientErrors].includes(code) ? "client" : null;
}

/** An empty text means that nothing was granted, an absent one that all requested scopes were. */
const scopesIn = (scope: unknown) => (typeof scope === "string" ? scope.split(/[ ,]+/).filter(Boolean) : undefined);

/** Reads a token response by RFC 6749, section 5.1; scopes may be separated by spaces or commas, or be a list. */
function standardTokens(json: Record<string, unknown>): TokenSet {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const seconds = (value: unknown) => {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : undefined;
  };
  const scope = json.scope;
  const scopes = Array.isArray(scope)
    ? scope.filter((item): item is string => typeof item === "string")
    : scopesIn(scope);
  return {
    accessToken: text(json.access_token) ?? "",
    refreshToken: text(json.refresh_token),
    expiresIn: seconds(json.expires_in),
    refreshExpiresIn: seconds(json.refresh_token_expires_in),
    scopes,
  };
}

/** Revokes a grant at its provider; throws when that fails. False when the provider offers no revocation. */
export async function revokeGrant(fetch: Fetch, target: Target, client: OAuthClient, grant: Grant): Promise<boolean> {
  const { oauth } = target;
  const signal = AbortSignal.timeout(TOKEN_DEADLINE_MS);
  if (oauth.revoke) {
    const { auth, base, ...request } = oauth.revoke(grant);
    const baseUrl = baseUrlFor(target, base, grant.tenant);
    const headers = target.provider.headers;
    // Revoking a token by presenting it ends that token alone, so each of the grant's tokens is presented.
    const tokens = new Set([grant.accessToken, ...Object.values(grant.others)]);
    const credentials = auth === "client" ? [basic(client)] : [...tokens].map((token) => `Bearer ${token}`);
    for (const authorization of credentials) {
      await assertRevoked(await send(baseUrl, request, { fetch, signal, authorization, headers }));
    }
    return true;
  }
  if (!oauth.revocationUrl) return false;
  // RFC 7009, section 2.1: revoking the refresh token ends the grant's access tokens too.
  const form = { token: grant.refreshToken ?? grant.accessToken };
  await assertRevoked(await fetch(oauth.revocationUrl, clientRequest(target, client, form, signal)));
  return true;
}

async function assertRevoked(response: Response): Promise<void> {
  await response.body?.cancel();
  if (!response.ok) throw new OAuthError("refused", `revocation_${response.status}`);
}
