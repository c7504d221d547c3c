// Pipedrive's OAuth: scopes belong to the app, each company has its own host. pipedrive.readme.io, "OAuth authorization".
import { type OAuth, type TokenSet, textAt } from "gateway/plugin";

/** A company's host, such as acme.pipedrive.com. */
export const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.pipedrive\.com$/;

/** A refresh token dies after 60 days without use. */
const REFRESH_LIFE_S = 60 * 86_400;

const SCOPES = ["deals", "contacts", "activities", "leads"];

export const oauth: OAuth = {
  authorizationUrl: "https://oauth.pipedrive.com/oauth/authorize",
  tokenUrl: "https://oauth.pipedrive.com/oauth/token",
  revocationUrl: "https://oauth.pipedrive.com/oauth/revoke",
  // Revoking the refresh token uninstalls the app from that person's account.
  revocationScope: "identity",
  // Pipedrive has no PKCE: its authorize URL takes the client id, the redirect URI and the state.
  pkce: false,
  clientAuth: "basic",
  // The app's registration sets the scopes; the user accepts all or none.
  authorize: () => ({}),
  tokens: readTokens,
  tokenError,
  implies: Object.fromEntries(SCOPES.map((name) => [`${name}:full`, [`${name}:read`]])),
};

/** Reads a token response: scopes are separated by commas, `api_domain` is the company's host. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const seconds = Number(json.expires_in);
  const domain = /^https:\/\/([^/]+)$/.exec(text("api_domain") ?? "")?.[1];
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    refreshExpiresIn: REFRESH_LIFE_S,
    // An empty text means that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/[ ,]+/).filter(Boolean) : undefined,
    ...(domain && { tenant: { domain } }),
  };
}

/** Some errors are sentences, in one of several fields. */
export function tokenError(json: Record<string, unknown>): string | undefined {
  if (json.access_token !== undefined) return undefined;
  const text = [json.error, json.message, json.error_description].join(" ");
  if (/invalid[_ ]grant|refresh[_ ]token is invalid/i.test(text)) return "invalid_grant";
  return /invalid[_ ]client/i.test(text) ? "invalid_client" : undefined;
}

/** The resource owner: a person in a company. Somebody in two companies grants twice. */
export function resourceOwnerId(company: string, user: string): string {
  return `${company}:${user}`;
}
