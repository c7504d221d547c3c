// X's OAuth 2.0: docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code. Refresh tokens are single-use.
import { type OAuth, textAt } from "gateway/plugin";

/**
 * X reports a used, expired or revoked refresh token as `invalid_request`, and only the description identifies it: "Value
 * passed for the token was invalid." Undocumented, but several integrators report it.
 */
export function tokenError(json: unknown): string | undefined {
  const isInvalidToken = /\bfor the token was invalid\b/i.test(textAt(json, "error_description") ?? "");
  return isInvalidToken && textAt(json, "error") === "invalid_request" ? "invalid_grant" : undefined;
}

export const oauth: OAuth = {
  authorizationUrl: "https://x.com/i/oauth2/authorize",
  tokenUrl: "https://api.x.com/2/oauth2/token",
  revocationUrl: "https://api.x.com/2/oauth2/revoke",
  // X does not document whether a revocation ends the person's other grants to the app.
  revocationScope: "identity",
  pkce: true,
  clientAuth: "basic",
  // /users/me needs the first two; without the third there is no refresh token, and the grant expires after two hours.
  identityScopes: ["users.read", "tweet.read", "offline.access"],
  tokenError,
};
