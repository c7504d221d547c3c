// Calendly's OAuth: developer.calendly.com, "Create and manage OAuth apps" and "Scopes".
import type { OAuth } from "gateway/plugin";

/** A write scope covers the read scope of the same thing. */
const WRITABLE = ["event_types", "availability", "scheduled_events", "organizations", "webhooks"];

export const oauth: OAuth = {
  authorizationUrl: "https://auth.calendly.com/oauth/authorize",
  tokenUrl: "https://auth.calendly.com/oauth/token",
  pkce: true,
  // Basic is taken at the token endpoint too; the revocation is documented with the client in the body alone.
  clientAuth: "body",
  // Who granted is asked with it.
  identityScopes: ["users:read"],
  implies: Object.fromEntries(WRITABLE.map((thing) => [`${thing}:write`, [`${thing}:read`]])),
  revocationUrl: "https://auth.calendly.com/oauth/revoke",
  revokeReach: "token",
};
