// Who is connected: OAuth with rotating refresh tokens, personal access tokens, and the account's endpoint.
import {
  type ApiKey,
  endpoint,
  field,
  maybeText,
  type OAuth,
  one,
  path,
  record,
  resource,
  type TokenSet,
  t,
} from "gateway/plugin";

/** airtable.com/developers/web/api/oauth-reference */
export const oauth: OAuth = {
  authorizationUrl: "https://airtable.com/oauth2/v1/authorize",
  tokenUrl: "https://airtable.com/oauth2/v1/token",
  // Undocumented, but integrators use it.
  revocationUrl: "https://airtable.com/oauth2/v1/revoke",
  // Whether the person's other grants end with it, nobody says.
  revocationScope: "identity",
  pkce: true,
  // Required of a client with a secret.
  clientAuth: "basic",
  identityScopes: ["user.email:read"],
  tokens: readTokens,
};

/** As RFC 6749 has it, with the life of the refresh token, which each refresh replaces. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const seconds = (value: unknown) => (typeof value === "number" && value > 0 ? value : undefined);
  return {
    accessToken: text(json.access_token) ?? "",
    refreshToken: text(json.refresh_token),
    expiresIn: seconds(json.expires_in),
    refreshExpiresIn: seconds(json.refresh_expires_in),
    scopes: typeof json.scope === "string" ? json.scope.split(" ").filter(Boolean) : undefined,
  };
}

export const apiKey: ApiKey = {
  fields: {
    api_key: {
      label: "Personal access token",
      help: "Give the token the scopes that you want to allow, and access to the bases that you want to use.",
      steps: ["Builder hub", "Personal access tokens", "Create token"],
      link: "https://airtable.com/create/tokens",
      // The token's id, a dot and the secret; the old keys that began with "key" are gone.
      pattern: /^pat[A-Za-z0-9]{14}\.[A-Za-z0-9]{32,128}$/,
      example: "patExampleExample.0123456789abcdef0123456789abcdef",
    },
  },
};

const whoAmI = t.Object({ id: t.String({ pattern: "^usr" }), email: maybeText });

export const identity = {
  upstream: "/meta/whoami",
  resource: resource({
    raw: whoAmI,
    shape: t.Object({ id: t.String(), name: t.String() }),
    map: ({ id, email }) => ({ id, name: email || id }),
  }),
} as const;

const account = record({
  id: field.id(),
  email: field.nullableText({ description: "Email address; null if access to it was not granted." }),
  scopes: field.texts({ description: "Airtable's names of the granted scopes; empty for a personal access token." }),
});

export const accountEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "account.read",
    description: "Get the Airtable user whose account is connected: id and email address.",
    keywords: ["who am I", "my account", "profile"],
    upstream: () => ({ path: path`/meta/whoami` }),
    returns: one(account, { by: "owner" }),
  }),
};
