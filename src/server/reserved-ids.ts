// Ids that no plugin may have: a provider's routes are below `/api/v1/<id>`, where the gateway has routes of its own, and `oidc` would
// read the settings of the sign-in with issuers, such as `OIDC_CLIENT_SECRET`, as its own.
export const RESERVED_IDS: readonly string[] = [
  "accounts",
  "audit",
  "brand",
  "connect",
  "evidence-setting",
  "export",
  "failed-sources",
  "inbox",
  "integrations",
  "keys",
  "mcp-clients",
  "oauth-apps",
  "oidc",
  "redirect-origins",
  "requests",
  "sources",
  "tools",
  "usage",
  "webhook-endpoints",
  "webhooks",
];
