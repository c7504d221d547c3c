// The OAuth 2.0 client side, and the only importer of arctic: authorize URLs, code exchange, refresh and revocation.
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import type { Grant, OAuth, Provider, TokenSet } from "../plugin/index.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { withoutSecrets } from "../upstream/redact.ts";
import { type Fetch, readBytes, send, USER_AGENT, unreachable } from "../upstream/send.ts";
import { baseUrlFor, type Target } from "../upstream/target.ts";

export { generateCodeVerifier, generateState };

/** A token endpoint's deadline. */
export const TOKEN_DEADLINE_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** A hundred years: what lives longer does not run out, and a date far beyond cannot be stored. */
const MAX_LIFE_S = 100 * 365 * 86_400;

/**
 * How a token request failed. `dead_grant`: the provider says that the grant is gone; `expired_grant`: that it has run out.
 * `client`: the operator's client settings are wrong. `transient`: no usable answer came. `refused`: any other error.
 */
export class OAuthFailure extends Error {
  override name = "OAuthFailure";
  constructor(
    readonly kind: "dead_grant" | "expired_grant" | "client" | "transient" | "refused",
    /** The provider's error code, or ours. */
    readonly code: string,
    readonly description: string | null = null,
  ) {
    super(`${code}${description ? `: ${description}` : ""}`);
  }
}

/** The request went out and no answer came back whole: whether the provider has acted on it, nobody can tell. */
export class RefreshOutcomeUnknown extends OAuthFailure {
  constructor() {
    super("transient", "no_token_answer");
  }
}

export interface OAuthClient {
  id: string;
  secret: string;
}

/** The URL to send the browser to. `verifier` is null for providers that refuse PKCE. */
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
    text = new TextDecoder().decode(await readBytes(response, MAX_ANSWER_BYTES, signal));
  } catch (error) {
    throw withoutAnswer(error, signal);
  }
  const shown = [
    client.secret,
    basic(client).slice("Basic ".length),
    form.code,
    form.code_verifier,
    form.refresh_token,
  ];
  return tokensFrom(
    provider,
    status,
    parseAnswer(text),
    shown.filter((secret) => secret !== undefined),
  );
}

/** A form, or JSON, with the client's credentials where the provider wants them. */
function clientRequest(
  { oauth }: Target,
  client: OAuthClient,
  form: Record<string, string>,
  signal: AbortSignal,
  written: "form" | "json" = "form",
): RequestInit {
  const type = { form: "application/x-www-form-urlencoded", json: "application/json" }[written];
  const headers = new Headers({ accept: "application/json", "content-type": type, "user-agent": USER_AGENT });
  const values = { ...form };
  if (oauth.clientAuth === "basic") headers.set("authorization", basic(client));
  else Object.assign(values, { client_id: client.id, client_secret: client.secret });
  const body = written === "json" ? JSON.stringify(values) : new URLSearchParams(values).toString();
  return { method: "POST", headers, body, redirect: "manual", signal };
}

/** What it means that a token request brought no answer that could be read. */
function withoutAnswer(error: unknown, signal: AbortSignal): OAuthFailure {
  const failure = unreachable(error, signal);
  const { reason, code } = failure instanceof UpstreamFailure ? failure.detail : {};
  if (code === "too_large")
    return new OAuthFailure("refused", "invalid_token_answer", "The token answer is too large.");
  const hasGoneOut = reason === "timeout" || reason === "reset" || code === "cut_short";
  return hasGoneOut ? new RefreshOutcomeUnknown() : new OAuthFailure("transient", "token_endpoint_unreachable");
}

/** RFC 6749, section 2.3.1: both parts are form-encoded before they are joined. */
function basic(client: OAuthClient): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return `Basic ${btoa(`${encode(client.id)}:${encode(client.secret)}`)}`;
}

/** JSON, or the form that some servers answer; null for anything else. */
function parseAnswer(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return /^[\w.~%+-]+=[^<>\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : null;
  }
}

/** The tokens of an answer; what it says instead is rid of the credentials that it was shown. */
function tokensFrom(
  provider: Provider,
  status: number,
  json: Record<string, unknown> | null,
  shown: readonly string[],
): TokenSet {
  const { tokens } = provider.oauth;
  const isSuccess = status >= 200 && status < 300;
  const codes = json ? errorCodes(provider.oauth, json) : [];
  if (codes[0] !== undefined) {
    const code = withoutSecrets(codes[0], shown).slice(0, 80);
    const said = json?.error_description;
    const description = typeof said === "string" ? withoutSecrets(said, shown).slice(0, 300) : null;
    const kind = codes.map((one) => meaningOf(provider.oauth, one)).find((meaning) => meaning !== null);
    if (kind) throw new OAuthFailure(kind, code, description);
    if (status < 500 && status !== 429) throw new OAuthFailure("refused", code, description);
  }
  if (!isSuccess) throw new OAuthFailure("transient", `token_endpoint_${status}`);
  if (!json) throw new OAuthFailure("transient", "invalid_token_answer", "The token answer is not a JSON object.");
  let set: TokenSet | null = null;
  try {
    set = isReadable(json.scope) ? (tokens ?? standardTokens)(json) : null;
  } catch {
    // The plugin refuses the answer.
  }
  // RFC 6749, appendix A.12: what an access token may hold. Anything else could not stand in a header.
  if (typeof set?.accessToken !== "string" || !/^[\x20-\x7e]+$/.test(set.accessToken)) {
    throw new OAuthFailure(
      "refused",
      "invalid_token_answer",
      "The token answer holds no access token, or scopes that cannot be read.",
    );
  }
  return { ...set, expiresIn: lifeOf(set.expiresIn), refreshExpiresIn: lifeOf(set.refreshExpiresIn) };
}

/** Whether it says what was granted, or nothing: anything else must not pass for all that was asked. */
function isReadable(scope: unknown): boolean {
  return scope === undefined || scope === null || typeof scope === "string" || Array.isArray(scope);
}

/** Seconds that a date can be made of; undefined for what is no life. */
function lifeOf(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 ? Math.min(seconds, MAX_LIFE_S) : undefined;
}

/** The codes of an error, the plugin's finer one first. */
function errorCodes({ tokenError }: OAuth, json: Record<string, unknown>): string[] {
  let own: unknown;
  try {
    own = tokenError?.(json);
  } catch {
    // The plugin cannot read the answer; what the standard says of it still holds.
  }
  return [own, json.error].filter((code) => typeof code === "string");
}

/** What a code says of the grant or of the client; null where it says nothing of them. */
function meaningOf(oauth: OAuth, code: string): "expired_grant" | "dead_grant" | "client" | null {
  const { expiredGrantErrors = [], deadGrantErrors = [], clientErrors = [] } = oauth;
  if (expiredGrantErrors.includes(code)) return "expired_grant";
  if (code === "invalid_grant" || deadGrantErrors.includes(code)) return "dead_grant";
  return ["invalid_client", "unauthorized_client", ...clientErrors].includes(code) ? "client" : null;
}

/** An empty text says that nothing was granted; none says nothing. */
const scopesIn = (scope: unknown) => (typeof scope === "string" ? scope.split(/[ ,]+/).filter(Boolean) : undefined);

/** RFC 6749, section 5.1; scopes come separated by spaces or commas, or as a list. */
export function standardTokens(json: Record<string, unknown>): TokenSet {
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

/** Ends a grant at its provider; throws where it refuses. True when it was asked, false when it has no way to be asked. */
export async function revokeGrant(fetch: Fetch, target: Target, client: OAuthClient, grant: Grant): Promise<boolean> {
  const { oauth } = target;
  const signal = AbortSignal.timeout(TOKEN_DEADLINE_MS);
  if (oauth.revoke) {
    const { auth, base, ...request } = oauth.revoke(grant);
    const baseUrl = baseUrlFor(target, base, grant.tenant);
    const headers = target.provider.headers;
    // A token that is revoked by presenting it takes no other of the grant along: each is presented.
    const tokens = new Set([grant.accessToken, ...Object.values(grant.others)]);
    const credentials = auth === "client" ? [basic(client)] : [...tokens].map((token) => `Bearer ${token}`);
    for (const authorization of credentials) {
      await assertRevoked(await send(baseUrl, request, { fetch, signal, authorization, headers }));
    }
    return true;
  }
  if (!oauth.revocationUrl) return false;
  // RFC 7009: revoking the refresh token ends the access tokens of the grant too.
  const form = { token: grant.refreshToken ?? grant.accessToken };
  await assertRevoked(await fetch(oauth.revocationUrl, clientRequest(target, client, form, signal)));
  return true;
}

async function assertRevoked(response: Response): Promise<void> {
  await response.body?.cancel();
  if (!response.ok) throw new OAuthFailure("refused", `revocation_${response.status}`);
}
