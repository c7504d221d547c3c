// Asana's OAuth: developers.asana.com/docs/oauth and developers.asana.com/docs/oauth-scopes.
import type { OAuth } from "gateway/plugin";

/** The scope of an app with full permissions, which takes no other one beside it. */
export const FULL = "default";

export const SCOPES = {
  read: [
    ...["users:read", "workspaces:read", "teams:read", "projects:read", "tasks:read"],
    ...["stories:read", "attachments:read", "tags:read"],
  ],
  write: ["projects:write", "tasks:write", "tasks:delete", "stories:write"],
  webhooks: ["webhooks:read", "webhooks:write", "webhooks:delete"],
};

export const oauth: OAuth = {
  authorizationUrl: "https://app.asana.com/-/oauth_authorize",
  tokenUrl: "https://app.asana.com/-/oauth_token",
  pkce: true,
  // Asana documents no HTTP Basic.
  clientAuth: "body",
  // The identity request needs it.
  identityScopes: ["users:read"],
  // An app has either single scopes or full permissions; both in one request are refused.
  authorize: (scopes) => ({ scope: scopes.includes(FULL) ? FULL : scopes.join(" ") }),
  implies: { [FULL]: [...SCOPES.read, ...SCOPES.write, ...SCOPES.webhooks] },
  // It takes the refresh token, and ends its access tokens.
  revocationUrl: "https://app.asana.com/-/oauth_revoke",
  // Asana does not say whether two grants of a person to one app are independent.
  revocationScope: "identity",
};
