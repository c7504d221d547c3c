// Permission patterns of keys: `gmail.read`, `gmail.*`, `microsoft:calendar.read`, `slack:*`, `gateway:usage.read` and `*`.
import { nearest } from "../../foundation/schema/nearest.ts";
import type { Caller } from "./model.ts";

/** The prefix of the gateway's own permissions, in the position of a provider's id. */
const GATEWAY = "gateway";
const OWN_PERMISSIONS = [
  "accounts.read",
  "accounts.write",
  "integrations.read",
  "integrations.write",
  "shares.manage",
  "usage.read",
  "audit.read",
  "inbox.read",
  "inbox.write",
  "partner.manage",
  "keys.read",
  "keys.write",
  "export.read",
  "agent_sessions.read",
  "agent_sessions.write",
  "policies.read",
  "policies.write",
  "approvals.read",
  "approvals.decide",
] as const;

/** The gateway's own permissions, with the prefix. */
export const GATEWAY_PERMISSIONS = OWN_PERMISSIONS.map((name) => `${GATEWAY}:${name}` as const);

const MUST_BE_NAMED = new Set(
  [
    ...["partner.manage", "shares.manage", "keys.read", "keys.write", "export.read", "policies.read", "policies.write"],
    "approvals.decide",
  ].map((name) => `${GATEWAY}:${name}`),
);

const PATTERN = /^(?:([a-z][a-z0-9]*):)?(?:(\*)|([a-z][a-z0-9_]*)\.(\*|[a-z][a-z0-9_]*))$/;
const EXAMPLES = "gmail.read, gmail.*, microsoft:calendar.read, slack:*, gateway:usage.read or *";

const EVERYTHING: readonly string[] = ["*"];
/** Decisions by list of patterns, then by permission: a key's list stays in memory over many calls. */
const decisions = new WeakMap<readonly string[], Map<string, boolean>>();

/** Whether a key with these patterns (null: `*`) may use `<provider>:<service>.<action>`, or `gateway:<service>.<action>`. */
export function allows(patterns: readonly string[] | null, permission: string): boolean {
  const list = patterns ?? EVERYTHING;
  const ofList = decisions.get(list) ?? new Map<string, boolean>();
  decisions.set(list, ofList);
  const isAllowed = ofList.get(permission) ?? isCovered(list, permission);
  ofList.set(permission, isAllowed);
  return isAllowed;
}

function isCovered(patterns: readonly string[], permission: string): boolean {
  const [, provider, , service, action] = permission.match(PATTERN) ?? [];
  return patterns.some((pattern) => {
    const [isPattern, only, all, ofService, ofAction] = pattern.match(PATTERN) ?? [];
    if (isPattern === undefined) return false;
    if (all) return (only ?? provider) === provider && !mustBeNamed(permission);
    // A provider's service may also be named `accounts`, so the gateway's own permissions need their prefix.
    const isOfProvider = only === undefined ? provider !== GATEWAY : only === provider;
    return isOfProvider && ofService === service && (ofAction === "*" || ofAction === action);
  });
}

/** What an MCP client needs of the gateway itself: to see what is connected, and to connect. */
const GRANTED: readonly string[] = ["gateway:integrations.read", "gateway:integrations.write"];

/** The patterns of an MCP client that a person lets use these providers (null: every one). */
export function grantPermissions(providers: readonly string[] | null): string[] {
  return [...(providers === null ? ["*"] : providers.map((id) => `${id}:*`)), ...GRANTED];
}

/** What an agent session may use of the gateway itself, where its key has it: to see what is connected and its own approvals, and to make sessions below it. */
const OF_SESSIONS: readonly string[] = [
  "gateway:integrations.read",
  "gateway:agent_sessions.write",
  "gateway:approvals.read",
];

const OWN_BY_KIND: Readonly<Partial<Record<Caller["kind"], readonly string[]>>> = {
  mcp_client: GRANTED,
  agent_session: OF_SESSIONS,
};

/** Whether a caller may use a permission: by its list, and of the gateway's own ones only what its kind of caller has. */
export function mayUse({ kind, permissions }: Pick<Caller, "kind" | "permissions">, permission: string): boolean {
  const own = OWN_BY_KIND[kind];
  const isWithheld = own !== undefined && permission.startsWith(`${GATEWAY}:`) && !own.includes(permission);
  return allows(permissions, permission) && !isWithheld;
}

/**
 * No `*` of a whole provider includes these: they let a thief change redirect origins, call anything at a provider, see and end
 * the access of everybody else, lift the rules on its own calls, or take everything at once.
 */
function mustBeNamed(permission: string): boolean {
  return MUST_BE_NAMED.has(permission) || permission.endsWith(":proxy.use");
}

/** Why a key cannot have a pattern, as a sentence; null where it can. */
export function patternError(text: string): string | null {
  const [isPattern, only, all] = text.match(PATTERN) ?? [];
  if (isPattern === undefined) return `"${text}" is not a permission such as ${EXAMPLES}.`;
  if (only !== GATEWAY || all || GATEWAY_PERMISSIONS.some((one) => allows([text], one))) return null;
  const meant = nearest(text, GATEWAY_PERMISSIONS);
  const hint = meant === null ? `there are ${GATEWAY_PERMISSIONS.join(", ")}.` : `did you mean ${meant}?`;
  return `"${text}" is not one of the gateway's own permissions: ${hint}`;
}
