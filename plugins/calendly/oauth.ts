// Calendly's OAuth: developer.calendly.com, "Create and manage OAuth apps" and "Scopes".
import type { OAuth } from "gateway/plugin";

/** The resources whose write scope covers the read scope. */
const WRITABLE = ["event_types", "availability", "scheduled_events", "organizations", "webhooks"];

const isOfMeetings = (scope: string) => scope.startsWith("scheduled_events:");

export const oauth: OAuth = {
  authorizationUrl: "https://auth.calendly.com/oauth/authorize",
  tokenUrl: "https://auth.calendly.com/oauth/token",
  pkce: true,
  // Whoever may read meetings also subscribes to them; no permission needs it, since a poll takes a subscription's place.
  authorize: (scopes) => ({ scope: [...scopes, ...(scopes.some(isOfMeetings) ? ["webhooks:write"] : [])].join(" ") }),
  // The token endpoint accepts Basic too; revocation is documented with body credentials only.
  clientAuth: "body",
  // The identity request needs it.
  identityScopes: ["users:read"],
  implies: Object.fromEntries(WRITABLE.map((thing) => [`${thing}:write`, [`${thing}:read`]])),
  revocationUrl: "https://auth.calendly.com/oauth/revoke",
  revocationScope: "token",
};
