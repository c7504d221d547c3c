// Zendesk's OAuth at the account's own host: developer.zendesk.com, "Using OAuth authentication with your application".
import type { Basic, ClientCredentials, OAuth, TokenSet } from "gateway/plugin";
import { path, textAt } from "gateway/plugin";

/** The first label of an account's host, and none of the names that Zendesk has for itself. */
export const SUBDOMAIN =
  /^(?!(?:accounts?|apis?|apps?|assets|cdn|developers?|help|login|marketplace|signup|static|status|support|www)$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A day and 89 days, within Zendesk's limits of two days and 90: without them its response says nothing of a token's life. */
const TOKEN_LIFE = { expires_in: 86_400, refresh_token_expires_in: 7_689_600 };
/** What Zendesk gives a token whose life it does not say. */
const UNSAID_LIFE_S = 1_800;

const RESOURCES = ["tickets", "users", "organizations", "hc", "webhooks"];

export const oauth: OAuth = {
  authorizationUrl: "https://{subdomain}.zendesk.com/oauth/authorizations/new",
  tokenUrl: "https://{subdomain}.zendesk.com/oauth/tokens",
  pkce: true,
  clientAuth: "body",
  tokenBody: "json",
  tokenParams: TOKEN_LIFE,
  // The identity is read with it.
  identityScopes: ["users:read"],
  implies: {
    read: RESOURCES.map((name) => `${name}:read`),
    write: RESOURCES.map((name) => `${name}:write`),
  },
  tokens: readTokens,
  revoke: () => ({ method: "DELETE", path: path`/api/v2/oauth/tokens/current`, auth: "token" }),
};

export function readTokens(json: Record<string, unknown>): TokenSet {
  const seconds = (name: string) => {
    const value = json[name];
    return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
  };
  const refreshToken = textAt(json, "refresh_token") || undefined;
  return {
    accessToken: textAt(json, "access_token") ?? "",
    refreshToken,
    // A token without a refresh token is an old one, which has no end.
    expiresIn: seconds("expires_in") ?? (refreshToken ? UNSAID_LIFE_S : undefined),
    refreshExpiresIn: seconds("refresh_token_expires_in"),
    scopes: typeof json.scope === "string" ? json.scope.split(" ").filter(Boolean) : undefined,
  };
}

/** API tokens, which anybody's verified address may use; Zendesk ends them on 30 April 2027. */
export const basic: Basic = {
  fields: {
    email: {
      label: "Email address",
      help: "Email address of an agent or admin: calls are made with that person's rights.",
      secret: false,
      pattern: /^[^\s@:/]{1,64}@[^\s@:/]{1,255}$/,
      example: "ada@example.com",
    },
    api_token: {
      label: "API token",
      help: "An existing token: Zendesk no longer creates new ones, and ends all of them on 30 April 2027.",
      steps: ["Admin Center", "Apps and integrations", "API tokens"],
      pattern: /^[A-Za-z0-9]{20,80}$/,
      example: "6wiIBWbGkBMo1mRDMuVwkw1EPsNkeUj95PIz2akv",
    },
  },
  username: "{email}/token",
  password: "{api_token}",
};

/** A client of the account's own, which acts as the person who made it: what Zendesk has in place of API tokens. */
export const clientCredentials: ClientCredentials = {
  fields: {
    client_id: {
      label: "Identifier of the OAuth client",
      help: "A confidential client of your account; calls are made with the rights of the person who created it.",
      steps: ["Admin Center", "Apps and integrations", "APIs", "OAuth clients"],
      secret: false,
      pattern: /^[A-Za-z0-9_-]{1,255}$/,
      example: "gateway_client",
    },
    client_secret: { label: "Secret", help: "Zendesk shows it once, when the client is created." },
  },
  tokenUrl: "https://{subdomain}.zendesk.com/oauth/tokens",
  clientAuth: "body",
  params: { scope: "read write", expires_in: String(TOKEN_LIFE.expires_in) },
};
