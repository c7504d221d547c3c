// Atlassian's OAuth 2.0 (3LO): developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps.
import { type AnyCall, base64Bytes, type OAuth, type TokenSet, textAt } from "gateway/plugin";

/** A refresh token that nobody uses for 90 days is dead; each use gives a new one. */
const REFRESH_LIFE_S = 90 * 24 * 60 * 60;

export const oauth: OAuth = {
  authorizationUrl: "https://auth.atlassian.com/authorize",
  tokenUrl: "https://auth.atlassian.com/oauth/token",
  // Atlassian documents no PKCE: a challenge is ignored, so it would protect nothing.
  pkce: false,
  clientAuth: "body",
  tokenBody: "json",
  // Without it there is no refresh token, and the grant ends after an hour.
  identityScopes: ["offline_access"],
  authorizationParams: { audience: "api.atlassian.com", prompt: "consent" },
  tokens: readTokens,
  // Wrong client credentials are answered like this.
  clientErrors: ["access_denied"],
  // No way to revoke: Atlassian offers none. The person removes the app among the connected apps of their account.
};

/** Reads a token answer, of a refresh too; `scope` is what was granted. */
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
    // An empty text says that nothing was granted.
    scopes: typeof json.scope === "string" ? json.scope.split(/\s+/).filter(Boolean) : undefined,
    tenant: { account: accountIn(accessToken) },
  };
}

const UNKNOWN = "unknown";

/**
 * Whose token it is. Atlassian's tokens are JSON Web Tokens whose subject is the account, though it promises no form for
 * them; no single request tells person and site.
 */
function accountIn(token: string): string {
  try {
    const claims = base64Bytes(token.split(".")[1] ?? "") ?? new Uint8Array();
    const account = textAt(JSON.parse(new TextDecoder().decode(claims)), "sub") ?? "";
    return /^[A-Za-z0-9][A-Za-z0-9:-]{0,127}$/.test(account) ? toTenantValue(account) : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** A tenant's value holds no colon, which account ids do; they hold no dot. */
const toTenantValue = (account: string) => account.replaceAll(":", ".");

/** Who granted: a person within a site. Events name both. */
export function grantorId(site: string, account: string): string {
  return `${site.toLowerCase()}/${toTenantValue(account)}`;
}

interface Site {
  id: string;
  url: string;
  name?: string | null;
  scopes: readonly string[];
}

/**
 * The identity in the list of sites that the token reaches. Where it reaches several, none is taken, since the wrong one
 * would show other people's data: without a tenant the connect fails.
 */
export function identityIn(sites: readonly Site[], { identity }: Pick<AnyCall, "identity">) {
  const jiraSites = sites.filter(({ scopes }) => scopes.some((scope) => /\bjira\b/.test(scope)));
  const [only] = jiraSites;
  const host = only && URL.parse(only.url)?.host;
  if (!only || !host || jiraSites.some(({ id }) => id !== only.id)) return { id: "", name: "" };
  const { account = UNKNOWN } = identity.tenant;
  const name = only.name || host;
  return {
    id: account === UNKNOWN ? host : grantorId(host, account),
    name,
    workspace: { id: host, name },
    tenant: { cloud: only.id, site: host },
  };
}
