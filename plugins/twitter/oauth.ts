// X's OAuth 2.0: docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code. A refresh token serves once.
import type { OAuth } from "gateway/plugin";
import { textAt } from "gateway/plugin";

/**
 * X tells of a spent, expired or revoked refresh token by the code of a malformed request, so its sentence decides:
 * "Value passed for the token was invalid." Several integrators met it; X documents no code of its own.
 */
export function tokenError(json: unknown): string | undefined {
  const isInvalidToken = /\bfor the token was invalid\b/i.test(textAt(json, "error_description") ?? "");
  return isInvalidToken && textAt(json, "error") === "invalid_request" ? "invalid_grant" : undefined;
}

export const oauth: OAuth = {
  authorizationUrl: "https://x.com/i/oauth2/authorize",
  tokenUrl: "https://api.x.com/2/oauth2/token",
  revocationUrl: "https://api.x.com/2/oauth2/revoke",
  // Nowhere does X say that a person's other grants of the same app outlive a revocation, so siblings come first.
  revokeReach: "identity",
  pkce: true,
  clientAuth: "basic",
  // /users/me needs the first two; without the third there is no refresh token, and all ends after two hours.
  identityScopes: ["users.read", "tweet.read", "offline.access"],
  tokenError,
};
