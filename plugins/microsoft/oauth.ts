// The Microsoft identity platform's sign-in: learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow.
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
 * Numbers of errors that say who ended a grant: scopes or a grant withdrawn, sessions revoked or the password reset, the
 * account disabled, the consent gone.
 */
const TAKEN_BACK: readonly unknown[] = [70_000, 50_173, 50_057, 65_001];

export const oauth: OAuth = {
  // `common` takes work, school and personal accounts. An app for one tenant needs that tenant's own two addresses, which
  // the operator sets. RFC 9207's `iss` is not checked: it would name the tenant of whoever signs in.
  authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  pkce: true,
  // Basic is taken too; Microsoft's own documentation sends the client in the body.
  clientAuth: "body",
  // Without offline_access there is no refresh token; User.Read is for the identity.
  identityScopes: ["openid", "profile", "email", "offline_access", "User.Read"],
  // Without select_account the browser's current account is taken silently.
  authorizationParams: { response_mode: "query", prompt: "select_account" },
  tokens: readTokens,
  implies: IMPLIES,
  // No way to revoke: the platform has no RFC 7009 endpoint, and /me/revokeSignInSessions would sign the user out of every
  // app. What is stored is deleted; the user takes the consent back in their account.
  //
  // An invalid_grant mostly means that the token has run out, unused for 90 days, or that a person must come to a browser
  // again; the codes of those who took it back are known: learn.microsoft.com/entra/identity-platform/reference-error-codes.
  tokenError: takenBack,
  deadGrantErrors: [...TAKEN_BACK.map((number) => `aadsts${number}`), "consent_required"],
  expiredGrantErrors: ["invalid_grant", "interaction_required", "login_required"],
  clientErrors: ["invalid_resource", "invalid_scope"],
};

const GRAPH = /^https:\/\/[a-z.-]*(?:graph\.microsoft\.(?:com|us)|microsoftgraph\.chinacloudapi\.cn)\//i;
const PLAIN = ["Mail.Send", "User.Read", "openid", "profile", "email", "offline_access"];
/** Microsoft compares scopes in any case and echoes them as they were asked. */
const KNOWN = new Map([...Object.entries(IMPLIES).flat(2), ...PLAIN].map((scope) => [scope.toLowerCase(), scope]));

/** A scope by its short name: answers hold `Mail.Read` or `https://graph.microsoft.com/Mail.Read`. */
function shortName(scope: string): string {
  const short = scope.replace(GRAPH, "");
  return KNOWN.get(short.toLowerCase()) ?? short;
}

/** Who took the grant back, where `error_codes` or `suberror` says so; Microsoft may change the numbers, so others are left. */
function takenBack({ error_codes, suberror }: Record<string, unknown>): string | undefined {
  const numbers: unknown[] = Array.isArray(error_codes) ? error_codes : [];
  const known = numbers.find((number) => TAKEN_BACK.includes(number));
  if (known !== undefined) return `aadsts${known}`;
  return suberror === "consent_required" ? suberror : undefined;
}

/** Reads a token answer. Each refresh gives a new refresh token; the access token is opaque. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const seconds = Number(json.expires_in);
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    // An empty text says that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/\s+/).filter(Boolean).map(shortName) : undefined,
  };
}
