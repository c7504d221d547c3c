// Ids that no plugin may have: a provider's routes are below `/api/v1/<id>`, where the gateway has routes of its own.
export const RESERVED_IDS: readonly string[] = [
  "accounts",
  "audit",
  "brand",
  "connect",
  "export",
  "inbox",
  "integrations",
  "keys",
  "mcp-clients",
  "oauth-apps",
  "redirect-origins",
  "sources",
  "tools",
  "usage",
  "webhook-endpoints",
  "webhooks",
];
