// Linear's OAuth: access tokens last a day, refresh tokens rotate, each grant is for one workspace.
import type { OAuth } from "gateway/plugin";

/** linear.app/developers/oauth-2-0-authentication */
export const oauth: OAuth = {
  authorizationUrl: "https://linear.app/oauth/authorize",
  tokenUrl: "https://api.linear.app/oauth/token",
  revocationUrl: "https://api.linear.app/oauth/revoke",
  pkce: true,
  // As in Linear's documentation.
  clientAuth: "body",
  scopeSeparator: ",",
  // Part of every grant; the identity needs it.
  identityScopes: ["read"],
  // Without it a second grant silently gets the same workspace.
  authorizationParams: { prompt: "consent" },
  implies: { write: ["issues:create", "comments:create"] },
};
