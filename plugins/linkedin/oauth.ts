// LinkedIn's OAuth: what every app may ask for, and what the Community Management product adds.
import type { OAuth } from "gateway/plugin";

/** "Sign In with LinkedIn using OpenID Connect", which any app can have. */
export const MEMBER_SCOPES = ["openid", "profile", "email"];

/** Company pages: given to apps with the reviewed Community Management product alone. */
const PAGE_READS = [
  "r_organization_admin",
  "rw_organization_admin",
  "r_organization_social",
  "r_organization_social_feed",
];
/** Writing as a page, of the same product. No permission needs them, so they are asked for only on purpose. */
const PAGE_WRITES = ["w_organization_social", "w_organization_social_feed"];

/**
 * LinkedIn refuses a whole request for one scope that the app lacks (`unauthorized_scope_error`). So the scopes of pages
 * are left out where all of them stand there by default, until the operator adds one of `PAGE_WRITES`, which says
 * that the app has the product. Somebody who names some of them gets what they name.
 */
function requestableScopes(scopes: readonly string[]): readonly string[] {
  const isDefault = PAGE_READS.every((scope) => scopes.includes(scope));
  const hasProduct = PAGE_WRITES.some((scope) => scopes.includes(scope));
  return isDefault && !hasProduct ? scopes.filter((scope) => !PAGE_READS.includes(scope)) : scopes;
}

export const oauth: OAuth = {
  authorizationUrl: "https://www.linkedin.com/oauth/v2/authorization",
  tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
  // Web apps are refused with invalid_client once a verifier is sent; PKCE is for approved native apps, on another URL.
  pkce: false,
  // HTTP Basic is not taken: learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow.
  clientAuth: "body",
  identityScopes: MEMBER_SCOPES,
  authorize: (scopes) => ({ scope: requestableScopes(scopes).join(" ") }),
  implies: { rw_organization_admin: ["r_organization_admin"] },
  revocationUrl: "https://www.linkedin.com/oauth/v2/revoke",
  // Whether a member's other tokens of the same app outlive it is not documented.
  revokeReach: "identity",
  tokenError: tokenError,
  deadGrantErrors: ["refresh_token_revoked"],
  expiredGrantErrors: ["refresh_token_expired"],
};

/**
 * A refresh token that does not do is a plain `invalid_request` or `invalid_grant`, told from the others by its words
 * alone. It is good for 365 days from the consent on, so it has run out unless LinkedIn says that somebody took it back.
 */
function tokenError({ error, error_description }: Record<string, unknown>): string | undefined {
  const description = String(error_description);
  if ((error !== "invalid_request" && error !== "invalid_grant") || !/refresh token/i.test(description))
    return undefined;
  return /\brevoked\b/i.test(description) && !/\bexpired\b/i.test(description)
    ? "refresh_token_revoked"
    : "refresh_token_expired";
}
