// What an agent session may call: its own lists and those of the sessions above it, of which each can only narrow.
import type { Effect } from "../../plugin/index.ts";
import { type Caller, grantOf } from "./model.ts";
import { allows, mayUse } from "./permissions.ts";
import { mayRequestRaw } from "./raw-patterns.ts";

/** The lists of one session: `*`, providers, permissions such as `github:issues.read`, and tools. */
export interface SessionRights {
  /** Null: whatever the key allows. */
  allow: readonly string[] | null;
  deny: readonly string[];
  /** Patterns of raw requests; without one, none is admitted. */
  raw: readonly string[];
}

/** What a decision needs to know of an endpoint. */
export interface CallableTool {
  tool: string;
  provider: string;
  /** `<provider>:<service>.<action>`, all of which a call needs. */
  permissions: readonly string[];
}

/** Decisions by a session's lists, then by tool: the lists stay in memory over many calls. */
const decisions = new WeakMap<readonly SessionRights[], Map<string, boolean>>();

/** Whether every session of the chain admits the tool. Of raw requests only that some is: `admitsRaw` knows which. */
export function admitsTool(chain: readonly SessionRights[], callable: CallableTool): boolean {
  const known = decisions.get(chain) ?? new Map<string, boolean>();
  decisions.set(chain, known);
  const isAdmitted = known.get(callable.tool) ?? isAdmittedBy(chain, callable);
  known.set(callable.tool, isAdmitted);
  return isAdmitted;
}

function isAdmittedBy(chain: readonly SessionRights[], callable: CallableTool): boolean {
  const lists = chain.map(({ raw }) => raw);
  if (callable.permissions.some(isRaw) && !mayRequestRaw(lists, callable.provider)) return false;
  return chain.every(({ allow, deny }) => isAllowed(allow, callable) && !isDenied(deny, callable));
}

export const isRaw = (permission: string): boolean => permission.endsWith(":proxy.use");

function isAllowed(allow: readonly string[] | null, { tool, provider, permissions }: CallableTool): boolean {
  if (allow === null || allow.includes("*") || allow.includes(provider) || allow.includes(tool)) return true;
  return permissions.length > 0 && permissions.every((permission) => allows(allow, permission));
}

/** One permission of several is enough: a call that needs it cannot be made without it. */
function isDenied(deny: readonly string[], { tool, provider, permissions }: CallableTool): boolean {
  return (
    ["*", provider, `${provider}:*`, tool].some((entry) => deny.includes(entry)) ||
    permissions.some((one) => allows(deny, one))
  );
}

/** An endpoint as lists of tools have it. */
export interface OfferedTool {
  tool: string;
  provider: { id: string };
  permissions: readonly string[];
  effects: { effect: Effect };
}

/** Whether a caller may call a tool at all: by its permissions, and by what bounds an MCP client or an agent session. */
export function mayUseTool(caller: Caller, { tool, provider, permissions, effects }: OfferedTool): boolean {
  if (grantOf(caller)?.isReadOnly && effects.effect !== "reads") return false;
  if (!permissions.every((one) => mayUse(caller, one))) return false;
  return caller.kind !== "agent_session" || admitsTool(caller.rights, { tool, provider: provider.id, permissions });
}
