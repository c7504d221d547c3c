// Atlassian's OAuth 2.0 (3LO): developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps.
import { type AnyCall, base64Bytes, type CallIdentity, type OAuth, type TokenSet, textAt } from "gateway/plugin";

/** A refresh token dies after 90 days without use; each use returns a new one. */
const REFRESH_LIFE_S = 90 * 24 * 60 * 60;

export const oauth: OAuth = {
  authorizationUrl: "https://auth.atlassian.com/authorize",
  tokenUrl: "https://auth.atlassian.com/oauth/token",
  // Atlassian documents no PKCE, and ignores a challenge.
  pkce: false,
  clientAuth: "body",
  tokenBody: "json",
  // Without it there is no refresh token, and the grant expires after an hour.
  identityScopes: ["offline_access"],
  authorizationParams: { audience: "api.atlassian.com", prompt: "consent" },
  tokens: readTokens,
  // Atlassian's error for wrong client credentials.
  clientErrors: ["access_denied"],
  // No revocation: Atlassian offers none. Users remove the app from the connected apps of their account.
};

/** Reads a token response; `scope` lists what was granted. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const accessToken = text("access_token") ?? "";
  const refreshToken = text("refresh_token");
  const seconds = Number(json.expires_in);
  return {
    accessToken,
    refreshToken,
    expiresIn: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    ...(refreshToken && { refreshExpiresIn: REFRESH_LIFE_S }),
    // An empty text means that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/\s+/).filter(Boolean) : undefined,
    tenant: { account: accountIn(accessToken) },
  };
}

const UNKNOWN = "unknown";

/**
 * The account id, from the access token: a JSON Web Token whose `sub` it is, though Atlassian documents no format. No
 * single request returns both person and site.
 */
function accountIn(token: string): string {
  try {
    const claims = base64Bytes(token.split(".")[1] ?? "") ?? new Uint8Array();
    const account = textAt(JSON.parse(new TextDecoder().decode(claims)), "sub") ?? "";
    return /^[A-Za-z0-9][A-Za-z0-9:-]{0,127}$/.test(account) ? toTenantValue(account) : UNKNOWN;
  } catch {
    // A token that cannot be read names no account.
    return UNKNOWN;
  }
}

/** A tenant's value must not contain a colon. Account ids do, but no dot. */
const toTenantValue = (account: string) => account.replaceAll(":", ".");

/** The resource owner's account id; null where the token did not name it. */
export function accountIdOf({ tenant }: CallIdentity): string | null {
  const { account = UNKNOWN } = tenant;
  return account === UNKNOWN ? null : account.replaceAll(".", ":");
}

/** The resource owner: a person on a site. */
export function resourceOwnerId(site: string, account: string): string {
  return `${site.toLowerCase()}/${toTenantValue(account)}`;
}

interface Site {
  id: string;
  url: string;
  name?: string | null;
  scopes: readonly string[];
}

/**
 * The identity, from the list of sites that the token covers. With several sites it has no tenant, so connecting fails: the
 * wrong site would show other people's data.
 */
export function identityIn(sites: readonly Site[], { identity }: Pick<AnyCall, "identity">) {
  const jiraSites = sites.filter(({ scopes }) => scopes.some((scope) => /\bjira\b/.test(scope)));
  const [only] = jiraSites;
  const host = only && URL.parse(only.url)?.host;
  if (!only || !host || jiraSites.some(({ id }) => id !== only.id)) return { id: "", name: "" };
  const { account = UNKNOWN } = identity.tenant;
  const name = only.name || host;
  return {
    id: account === UNKNOWN ? host : resourceOwnerId(host, account),
    name,
    workspace: { id: host, name },
    tenant: { cloud: only.id, site: host },
  };
}
