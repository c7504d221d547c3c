// LinkedIn's OAuth: the scopes of every app, and those of the Community Management product.
import type { OAuth } from "gateway/plugin";

/** "Sign In with LinkedIn using OpenID Connect", which any app can have. */
export const MEMBER_SCOPES = ["openid", "profile", "email"];

/** Company pages: only for apps with the Community Management product, which LinkedIn reviews. */
const PAGE_READS = [
  "r_organization_admin",
  "rw_organization_admin",
  "r_organization_social",
  "r_organization_social_feed",
];
/** Writing as a page, of the same product. No permission needs them, so only an operator or caller adds them. */
const PAGE_WRITES = ["w_organization_social", "w_organization_social_feed"];

/**
 * Drops the scopes of pages from the default set unless one of `PAGE_WRITES` shows that the app has the product: LinkedIn
 * refuses the whole request for one scope too many (`unauthorized_scope_error`). Other sets pass unchanged.
 */
function requestableScopes(scopes: readonly string[]): readonly string[] {
  const isDefault = PAGE_READS.every((scope) => scopes.includes(scope));
  const hasProduct = PAGE_WRITES.some((scope) => scopes.includes(scope));
  return isDefault && !hasProduct ? scopes.filter((scope) => !PAGE_READS.includes(scope)) : scopes;
}

export const oauth: OAuth = {
  authorizationUrl: "https://www.linkedin.com/oauth/v2/authorization",
  tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
  // LinkedIn refuses a verifier from web apps (invalid_client); PKCE is for approved native apps, on another URL.
  pkce: false,
  // LinkedIn refuses HTTP Basic: learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow.
  clientAuth: "body",
  identityScopes: MEMBER_SCOPES,
  authorize: (scopes) => ({ scope: requestableScopes(scopes).join(" ") }),
  implies: { rw_organization_admin: ["r_organization_admin"] },
  revocationUrl: "https://www.linkedin.com/oauth/v2/revoke",
  // LinkedIn does not document whether a revocation ends the member's other tokens.
  revocationScope: "identity",
  tokenError: tokenError,
  deadGrantErrors: ["refresh_token_revoked"],
  expiredGrantErrors: ["refresh_token_expired"],
};

/**
 * The code of a refused refresh token, which LinkedIn reports as `invalid_request` or `invalid_grant` and only its
 * description identifies. Tokens live 365 days from the consent, so one not called revoked has expired.
 */
function tokenError({ error, error_description }: Record<string, unknown>): string | undefined {
  const description = String(error_description);
  if ((error !== "invalid_request" && error !== "invalid_grant") || !/refresh token/i.test(description))
    return undefined;
  return /\brevoked\b/i.test(description) && !/\bexpired\b/i.test(description)
    ? "refresh_token_revoked"
    : "refresh_token_expired";
}
