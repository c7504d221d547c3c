// Linear's OAuth: access tokens of a day, refresh tokens that change with each use, one workspace for each grant.
import type { OAuth } from "gateway/plugin";

/** linear.app/developers/oauth-2-0-authentication */
export const oauth: OAuth = {
  authorizationUrl: "https://linear.app/oauth/authorize",
  tokenUrl: "https://api.linear.app/oauth/token",
  revocationUrl: "https://api.linear.app/oauth/revoke",
  pkce: true,
  // As Linear's documentation shows it.
  clientAuth: "body",
  scopeSeparator: ",",
  // Part of every grant, and what the identity needs.
  identityScopes: ["read"],
  // Without it whoever has granted once gets the same workspace again, with no way to choose another.
  authorizationParams: { prompt: "consent" },
  implies: { write: ["issues:create", "comments:create"] },
};
