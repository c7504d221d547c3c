// The floor of each file of src/ (docs/architecture.md, "Floors").

/** Floors from the cellar up: a file imports from its own floor or from below. Types are free. */
const FLOORS: readonly (readonly string[])[] = [
  ["errors.ts", "initiator.ts", "owner.ts", "turn.ts", "version.ts", "plugin/", "foundation/platform/platform.ts"],
  [
    "schema/",
    "registry/",
    "config.ts",
    "config-warnings.ts",
    "listening-settings.ts",
    "providers-file.ts",
    "tls.ts",
    "log.ts",
    "metrics/",
    "tracing/",
    "vault/",
  ],
  ["db/", "network/", "upstream/", "foundation/tracing/database.ts"],
  ["limits/", "long-lived/", "events/", "jobs/", "clock-check.ts"],
  ["http/", "pages/"],
  [
    "audit/",
    "usage/",
    "users/",
    "keys/",
    "partners/",
    "people/",
    "oauth-apps/",
    "integrations/",
    "idempotency/",
    "exchange/",
    "tools/",
    "vault/rotation/",
    "oauth/",
    "sources/",
    "tiers/",
  ],
  ["tokens/", "accounts/", "connect/", "imports/"],
  ["pipeline/", "calls/"],
  [
    "admin/",
    "backup/",
    "conformance/",
    "dashboard/",
    "doctor/",
    "inbox/",
    "mcp/",
    "deliveries/",
    "oauth-server/",
    "personal-data/",
    "reference/",
    "scaffold/",
    "trial/",
    "webhooks/",
    "reserved-ids.ts",
  ],
  [
    "app.ts",
    "call-routes.ts",
    "certificate-watch.ts",
    "bind-check.ts",
    "deps.ts",
    "housekeeping.ts",
    "retention.ts",
    "listeners.ts",
    "readiness.ts",
    "scheduled-jobs.ts",
    "serve.ts",
    "server-file.ts",
    "start.ts",
    "start-checks.ts",
    "cli/",
    "demo/",
    "main.ts",
    "platform/",
  ],
];
/** The floor of the longest matching prefix; -1 if none matches. */
export function floorOf(file: string): number {
  const lengthOn = (names: readonly string[]) =>
    Math.max(...names.map((name) => (file === `src/${name}` || file.startsWith(`src/${name}`) ? name.length : 0)));
  const lengths = FLOORS.map(lengthOn);
  const longest = Math.max(...lengths);
  return longest === 0 ? -1 : lengths.indexOf(longest);
}
