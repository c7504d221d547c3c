// HubSpot's OAuth: all scopes but `oauth` are optional, and the token response names account and user.
import { type OAuth, type TokenSet, textAt } from "gateway/plugin";

/** The one scope that an app must require; all others must be optional in the app. */
const REQUIRED = "oauth";
/** developers.hubspot.com/docs/api-reference/auth-oauth-v3: v1 is switched off in February 2027. */
const TOKENS = "https://api.hubapi.com/oauth/2026-03/token";

export const oauth: OAuth = {
  authorizationUrl: "https://app.hubspot.com/oauth/authorize",
  tokenUrl: TOKENS,
  pkce: true,
  // HubSpot documents no HTTP Basic.
  clientAuth: "body",
  identityScopes: [REQUIRED],
  // `scope` must be exactly what the app requires. The services' scopes are requested as optional: an account without the
  // product behind a required scope could not connect.
  authorize: (scopes) => {
    const optional = scopes.filter((scope) => scope !== REQUIRED);
    return { scope: REQUIRED, ...(optional.length > 0 && { optional_scope: optional.join(" ") }) };
  },
  tokens: readTokens,
  revocationUrl: `${TOKENS}/revoke`,
  // All grants of a user in an account share one refresh token: revoking one revokes all.
  revocationScope: "identity",
  // Older responses lack `error`, and "invalid_grant" covers both codes and refresh tokens.
  tokenError: ({ status }) => (typeof status === "string" && status.startsWith("BAD_") ? status : undefined),
  deadGrantErrors: ["BAD_REFRESH_TOKEN"],
  clientErrors: ["BAD_CLIENT_ID", "BAD_CLIENT_SECRET"],
};

/** Reads a token response: `scopes` is a list, `hub_id` the account of the user. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const { expires_in, hub_id, user_id, scopes } = json;
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: typeof expires_in === "number" && expires_in > 0 ? expires_in : undefined,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : undefined,
    ...(Number.isInteger(hub_id) && Number.isInteger(user_id) && { resourceOwnerId: `${hub_id}:${user_id}` }),
  };
}
