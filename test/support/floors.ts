// The floor of each file of the program (docs/architecture/rules.md).

/** Floors from the ground up: a file imports values from its own floor or from below. Types are free. */
const FLOORS: readonly (readonly string[])[] = [
  ["src/plugin/", "src/foundation/", "src/identity/initiator.ts", "src/identity/owner.ts"],
  [
    "src/metering/",
    "src/web/http/",
    "src/web/pages/",
    "src/providers/bodies/",
    "src/providers/guard/",
    "src/providers/registry/",
    "src/providers/upstream/",
    "src/events/log/",
  ],
  [
    "src/identity/users/",
    "src/identity/people/",
    "src/identity/notifications/",
    "src/identity/sign-in/",
    "src/identity/oidc/",
    "src/identity/keys/",
    "src/identity/credentials/",
    "src/identity/partners/",
    "src/identity/audit/",
    "src/connections/oauth-apps/",
    "src/web/pipeline/",
    "src/agents/oauth-server/",
    "src/agents/policies/",
    "src/operations/admin-tokens/",
    "src/reference/",
  ],
  [
    "src/connections/oauth/",
    "src/connections/integrations/",
    "src/connections/lending/",
    "src/connections/tokens/",
    "src/providers/exchange/",
    "src/identity/accounts/",
    "src/agents/tools/",
    "src/agents/sessions/",
    "src/operations/key-rotation/",
  ],
  ["src/events/subscriptions/", "src/operations/backup/", "src/operations/cluster/", "src/operations/upgrade/"],
  ["src/connections/connect/", "src/connections/imports/", "src/events/ingest/"],
  ["src/connections/panel/", "src/providers/calls/", "src/identity/personal-data/", "src/operations/revocation-runs/"],
  [
    "src/events/inbox/",
    "src/events/webhooks/",
    "src/agents/approvals/",
    "src/agents/mcp/",
    "src/dashboard/",
    "src/plugin-kit/try/",
    "src/operations/doctor/",
    "src/operations/admin/",
  ],
  ["src/server/"],
  [
    "src/plugin-kit/check/",
    "src/plugin-kit/diff/",
    "src/plugin-kit/new/",
    "src/operations/cli/",
    "src/foundation/platform/",
    "src/main.ts",
    "demo/",
    "emulators/",
  ],
];
/** Of the runtime, what every floor may ask for. */
const GROUND: readonly string[] = ["src/foundation/platform/platform.ts", "src/foundation/platform/stop-signal.ts"];

/** The floor of the longest matching prefix; -1 if none matches. */
export function floorOf(file: string): number {
  if (GROUND.includes(file)) return 0;
  const lengthOn = (names: readonly string[]) =>
    Math.max(...names.map((name) => (file === name || file.startsWith(name) ? name.length : 0)));
  const lengths = FLOORS.map(lengthOn);
  const longest = Math.max(...lengths);
  return longest === 0 ? -1 : lengths.indexOf(longest);
}

/** The room of a file: `src/<wing>/<room>`, or the wing where it has no rooms. */
export function roomOf(file: string): string {
  const [top = "", wing = "", room = "", ...rest] = file.split("/");
  if (top !== "src") return top;
  const hasRooms = !["plugin", "dashboard", "reference", "server"].includes(wing);
  return hasRooms && rest.length > 0 ? `src/${wing}/${room}` : `src/${wing}${room && hasRooms ? `/${room}` : ""}`;
}
