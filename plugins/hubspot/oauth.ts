// HubSpot's OAuth: all scopes but one are optional ones, and the token answer names the account and the user.
import { type OAuth, type TokenSet, textAt } from "gateway/plugin";

/** The one scope that an app must require; every other of this plugin is an optional one of the app. */
const REQUIRED = "oauth";
/** developers.hubspot.com/docs/api-reference/auth-oauth-v3: v1 is switched off in February 2027. */
const TOKENS = "https://api.hubapi.com/oauth/2026-03/token";

export const oauth: OAuth = {
  authorizationUrl: "https://app.hubspot.com/oauth/authorize",
  tokenUrl: TOKENS,
  pkce: true,
  // HTTP Basic is not documented.
  clientAuth: "body",
  identityScopes: [REQUIRED],
  // `scope` must name just what the app requires. An account without the product behind a scope could then not connect at
  // all, so the services' scopes are asked for as optional ones.
  authorize: (scopes) => {
    const optional = scopes.filter((scope) => scope !== REQUIRED);
    return { scope: REQUIRED, ...(optional.length > 0 && { optional_scope: optional.join(" ") }) };
  },
  tokens: readTokens,
  revocationUrl: `${TOKENS}/revoke`,
  // One refresh token is shared by all grants of a user in an account: ending one ends its siblings.
  revokeReach: "identity",
  // `error` is missing in HubSpot's older answers, and "invalid_grant" for a code and for a refresh token alike.
  tokenError: ({ status }) => (typeof status === "string" && status.startsWith("BAD_") ? status : undefined),
  deadGrantErrors: ["BAD_REFRESH_TOKEN"],
  clientErrors: ["BAD_CLIENT_ID", "BAD_CLIENT_SECRET"],
};

/** Reads a token answer: `scopes` is a list, and a user is somebody within an account (`hub_id`). */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const { expires_in, hub_id, user_id, scopes } = json;
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    expiresIn: typeof expires_in === "number" && expires_in > 0 ? expires_in : undefined,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : undefined,
    ...(Number.isInteger(hub_id) && Number.isInteger(user_id) && { grantorId: `${hub_id}:${user_id}` }),
  };
}
