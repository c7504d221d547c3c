// Salesforce's web server flow: help.salesforce.com, "OAuth 2.0 Web Server Flow"; each org answers at a host of its own.
import { type OAuth, type TokenSet, textAt } from "gateway/plugin";

/**
 * An org's own host: `acme.my.salesforce.com`, `acme--uat.sandbox.my.salesforce.com`. help.salesforce.com, "My Domain URL
 * Formats"; every name below my.salesforce.com is Salesforce's. The hosts of the pages, such as lightning.force.com, are none.
 */
export const INSTANCE =
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?:sandbox|develop|scratch|trailblaze|demo|free|patch))?\.my\.salesforce\.com$/;

/**
 * The answer tells no lifetime. A session lasts two hours after its last use unless the org says otherwise, and a write is
 * not repeated where the token turns out to be dead, so tokens are renewed before that.
 */
const LIFE_S = 3_600;

export const oauth: OAuth = {
  // Sandboxes have test.salesforce.com in place of login: the operator sets the three addresses for them.
  authorizationUrl: "https://login.salesforce.com/services/oauth2/authorize",
  tokenUrl: "https://login.salesforce.com/services/oauth2/token",
  revocationUrl: "https://login.salesforce.com/services/oauth2/revoke",
  pkce: true,
  clientAuth: "body",
  // `id` stands for profile and email; `full` would leave refresh_token out.
  identityScopes: ["openid", "id", "refresh_token"],
  tokens: readTokens,
  implies: { full: ["api"] },
  tokenError,
  clientErrors: ["invalid_client_id", "invalid_client_credentials", "OAUTH_EC_APP_NOT_FOUND", "ip_restricted"],
};

/** Reads a token answer. A refresh gives a new refresh token only where the app rotates them. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const instance = /^https:\/\/([^/]+)$/.exec(text("instance_url") ?? "")?.[1];
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: LIFE_S,
    // An empty text says that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/\s+/).filter(Boolean) : undefined,
    ...(instance && { tenant: { instance } }),
  };
}

/** A refused address of ours is `invalid_grant` as well; the grant is good, and the org or the app has to let us in. */
export function tokenError(json: Record<string, unknown>): string | undefined {
  return /\bip restricted\b/i.test(String(json.error_description)) ? "ip_restricted" : undefined;
}
