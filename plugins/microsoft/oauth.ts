// Microsoft identity platform OAuth: learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow.
import { type OAuth, type TokenSet, textAt } from "gateway/plugin";

/** Broader permission → what it covers: learn.microsoft.com/graph/permissions-reference. */
const IMPLIES: Record<string, readonly string[]> = {
  "Mail.ReadWrite": ["Mail.Read"],
  "Mail.Read": ["Mail.ReadBasic"],
  "Calendars.ReadWrite": ["Calendars.Read"],
  "Calendars.Read": ["Calendars.ReadBasic"],
  "Files.ReadWrite.All": ["Files.ReadWrite", "Files.Read.All"],
  "Files.ReadWrite": ["Files.Read"],
  "Files.Read.All": ["Files.Read"],
  "Contacts.ReadWrite": ["Contacts.Read"],
};

/**
 * Error numbers that mean a revoked grant: scopes or grant withdrawn, sessions revoked or password reset, account disabled,
 * consent withdrawn.
 */
const REVOKED_CODES: readonly unknown[] = [70_000, 50_173, 50_057, 65_001];

export const oauth: OAuth = {
  // `common` takes work, school and personal accounts; for an app of one tenant, the operator sets that tenant's two URLs.
  // RFC 9207's `iss` is not checked, since it names the user's own tenant.
  authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  pkce: true,
  // Basic works too; Microsoft's documentation sends the credentials in the body.
  clientAuth: "body",
  // Without offline_access there is no refresh token; User.Read is for the identity.
  identityScopes: ["openid", "profile", "email", "offline_access", "User.Read"],
  // Without select_account Microsoft silently takes the browser's current account.
  authorizationParams: { response_mode: "query", prompt: "select_account" },
  tokens: readTokens,
  implies: IMPLIES,
  // No revocation: the platform has no RFC 7009 endpoint, and /me/revokeSignInSessions would sign the user out of every app.
  //
  // invalid_grant mostly means that the token expired, unused for 90 days, or that a person must sign in again; the numbers
  // of revoked grants are known: learn.microsoft.com/entra/identity-platform/reference-error-codes.
  tokenError: revocationCode,
  deadGrantErrors: [...REVOKED_CODES.map((number) => `aadsts${number}`), "consent_required"],
  expiredGrantErrors: ["invalid_grant", "interaction_required", "login_required"],
  clientErrors: ["invalid_resource", "invalid_scope"],
};

const GRAPH = /^https:\/\/[a-z.-]*(?:graph\.microsoft\.(?:com|us)|microsoftgraph\.chinacloudapi\.cn)\//i;
const OTHER_SCOPES = ["Mail.Send", "User.Read", "openid", "profile", "email", "offline_access"];
/** Microsoft ignores the case of scopes and echoes that of the request. */
const KNOWN = new Map(
  [...Object.entries(IMPLIES).flat(2), ...OTHER_SCOPES].map((scope) => [scope.toLowerCase(), scope]),
);

/** A scope's short name: responses have `Mail.Read` or `https://graph.microsoft.com/Mail.Read`. */
function shortName(scope: string): string {
  const short = scope.replace(GRAPH, "");
  return KNOWN.get(short.toLowerCase()) ?? short;
}

/** The code of a revoked grant in `error_codes` or `suberror`; undefined for unknown numbers, which may change. */
function revocationCode({ error_codes, suberror }: Record<string, unknown>): string | undefined {
  const numbers: unknown[] = Array.isArray(error_codes) ? error_codes : [];
  const known = numbers.find((number) => REVOKED_CODES.includes(number));
  if (known !== undefined) return `aadsts${known}`;
  return suberror === "consent_required" ? suberror : undefined;
}

/** Reads a token response. Each refresh rotates the refresh token; the access token is opaque. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const seconds = Number(json.expires_in);
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    // An empty text means that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/\s+/).filter(Boolean).map(shortName) : undefined,
  };
}
