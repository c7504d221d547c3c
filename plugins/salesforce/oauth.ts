// Salesforce's OAuth, where each org has a host of its own: help.salesforce.com, "OAuth 2.0 Web Server Flow".
import { type OAuth, type TokenSet, textAt } from "gateway/plugin";

/**
 * An org's API host: `acme.my.salesforce.com`, `acme--uat.sandbox.my.salesforce.com`, or one below my.salesforce.mil, which
 * Government Cloud Plus - Defense has. Not those of web pages such as lightning.force.com: help.salesforce.com, "My Domain URL Formats".
 */
export const INSTANCE =
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?:sandbox|develop|scratch|trailblaze|demo|free|patch))?\.my\.salesforce\.(?:com|mil)$/;

/**
 * The token response has no lifetime. Sessions last two hours after their last use by default; refreshing earlier avoids
 * failed writes, which are not retried with a new token.
 */
const LIFE_S = 3_600;

export const oauth: OAuth = {
  // Sandboxes use test.salesforce.com instead of login: the operator overrides these three URLs.
  authorizationUrl: "https://login.salesforce.com/services/oauth2/authorize",
  tokenUrl: "https://login.salesforce.com/services/oauth2/token",
  revocationUrl: "https://login.salesforce.com/services/oauth2/revoke",
  pkce: true,
  clientAuth: "body",
  // `id` covers profile and email; `full` would not cover refresh_token.
  identityScopes: ["openid", "id", "refresh_token"],
  tokens: readTokens,
  implies: { full: ["api"] },
  tokenError,
  clientErrors: ["invalid_client_id", "invalid_client_credentials", "OAUTH_EC_APP_NOT_FOUND", "ip_restricted"],
};

/** Reads a token response. A refresh returns a new refresh token only if the app rotates them. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const instance = /^https:\/\/([^/]+)$/.exec(text("instance_url") ?? "")?.[1];
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: LIFE_S,
    // An empty text means that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/\s+/).filter(Boolean) : undefined,
    ...(instance && { tenant: { instance } }),
  };
}

/** The org or app refuses the gateway's IP address with `invalid_grant`, although the grant is valid. */
export function tokenError(json: Record<string, unknown>): string | undefined {
  return /\bip restricted\b/i.test(String(json.error_description)) ? "ip_restricted" : undefined;
}
