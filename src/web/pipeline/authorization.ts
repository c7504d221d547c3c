// Whether a caller may use a route: by its permissions, by what bounds an MCP client or an agent session, and by the rules on calls.

import type { ConfirmableCall } from "../../agents/approvals/asking.ts";
import type { AskingRule, RequestDecision } from "../../agents/policies/model.ts";
import { AppError, lacksPermissions, UnauthorizedError } from "../../foundation/errors.ts";
import type { Actor, Initiator } from "../../identity/initiator.ts";
import { type AgentSession, type Caller, type GrantBounds, isPartnerOnly } from "../../identity/keys/model.ts";
import { mayUse } from "../../identity/keys/permissions.ts";
import { admitsRaw } from "../../identity/keys/raw-patterns.ts";
import { admitsTool, isRaw } from "../../identity/keys/session-rights.ts";
import { BY_EXTERNAL_ID, type Owner } from "../../identity/owner.ts";
import type { Effects } from "../../plugin/effects.ts";
import type { Effect } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { Input } from "../http/input.ts";
import { effectsOfRequest } from "../http/route.ts";
import type { ApiKeyRoute, Incoming } from "./route.ts";

interface Admission {
  caller: Caller;
  incoming: Incoming;
  route: ApiKeyRoute;
  owner: Owner;
  input: Input;
  /** What the rules say of the request; null where none is about it. */
  decision: RequestDecision | null;
}

/** Asks the person about a request whose input is valid; null where standing approvals have answered, so that it goes on. */
type Question = (input: Input) => Promise<Response | null>;

/**
 * Throws 403 for a request that the caller may not make, or that a rule denies, which the audit log counts. Returns the function that asks the
 * person, if they must confirm it first. Every way to a route comes through here, with what the request does.
 */
export function authorize(
  deps: Pick<Deps, "audit" | "approvals" | "metrics">,
  { caller, incoming, route, owner, input, decision }: Admission,
): Question | null {
  const { id } = route;
  const { confirmation } = incoming;
  const { request } = incoming;
  const effects = effectsOfRequest(route, input, request);
  const { effect } = effects;
  const unmet = unmetConstraint(caller, route, input, request);
  const isBeyond = unmet !== null || isElsewhere(caller, route, input) || isRawBeyond(caller, route, input, request);
  const isDenied = decision?.outcome === "deny";
  const refusal = refusalOf(caller, route, effect) ?? (isBeyond ? "session_bounds" : isDenied ? "policy_denied" : null);
  const askers = confirmation?.isConfirmed === true ? [] : askersOf({ caller, incoming, decision }, effects);
  const [first] = askers;
  if (refusal === null && first === undefined) return null;
  if (refusal === null) {
    const call = { caller, incoming, route, owner, input, rule: first ?? null };
    if (deps.approvals.canWait(call)) return (checked) => askUnanswered(deps, call, { checked, askers });
    deps.metrics.confirmationWanted(caller.kind, askerOf(first ?? null));
    if (confirmation) return (checked) => confirmation.ask(checked, first?.explanation ?? null, null);
  }
  if (caller.kind === "agent_session") deps.metrics.agentSessionRefusal(refusal ?? "confirmation_required");
  const code = "PERMISSION_DENIED";
  const rule = decision && { rule: decision.rule, scope: decision.scope?.kind };
  const facts = {
    event: "permission_refused",
    ...owner,
    outcome: "refused" as const,
    code,
    details: { route: id, ...rule },
  };
  deps.audit.count(`${caller.id} ${id} ${rule?.rule ?? ""}`, initiatorOf(caller, incoming), facts);
  if (refusal === "key_permission") throw lacksPermissions(route.permissions.filter((one) => !mayUse(caller, one)));
  if (refusal === "key_bounds") throw new UnauthorizedError(code, "Permission denied", { reason: refusal });
  if (refusal === "session_bounds")
    throw new UnauthorizedError(code, sessionRefusal(route, effect, unmet), { reason: refusal });
  if (refusal === "policy_denied")
    throw new AppError(code, `Permission denied. ${decision?.explanation}`, { reason: refusal, ...rule });
  const reason = "confirmation_required";
  if (first == null) throw new UnauthorizedError(code, UNCONFIRMED, { reason });
  throw new AppError(code, `${RULE_UNCONFIRMED} ${first.explanation}`, { reason, ...rule });
}

const SAFEGUARD_RULES = new Set(["safeguard destroys", "safeguard spends", "safeguard flow"]);

/** For the metrics: one of few words, never a rule's own name. */
function askerOf(asking: AskingRule | null): string {
  if (asking === null) return "setting";
  const { rule, scope } = asking;
  return scope === "session" && rule !== null && SAFEGUARD_RULES.has(rule) ? rule.replace(" ", "_") : scope;
}

/** What wants the person's yes: rules, and with null the setting of the key or connection. */
function askersOf(
  { caller, incoming, decision }: Pick<Admission, "caller" | "incoming" | "decision">,
  { effect, spends: isSpending }: Effects,
): readonly (AskingRule | null)[] {
  const isSet = caller.confirmDestructive || incoming.confirmation?.isWanted === true;
  // A person at the dashboard has pressed the button already.
  const rules = caller.kind === "person" ? [] : (decision?.asking ?? []);
  return isSet && (effect === "destroys" || isSpending === true) ? [...rules, null] : rules;
}

/** Asks about what no standing approval has answered. */
async function askUnanswered(
  { approvals, metrics }: Pick<Deps, "approvals" | "metrics">,
  call: ConfirmableCall,
  { checked, askers }: { checked: Input; askers: readonly (AskingRule | null)[] },
): Promise<Response | null> {
  const { confirmation } = call.incoming;
  // What a person has just refused in a form is not allowed by what they said earlier.
  const left = confirmation?.isDeclined === true ? askers : await approvals.unanswered(call, askers);
  const [rule] = left;
  if (rule === undefined) return null;
  metrics.confirmationWanted(call.caller.kind, askerOf(rule));
  const open = { ...call, rule };
  if (!confirmation) return approvals.respond(open);
  return confirmation.ask(checked, rule?.explanation ?? null, () => approvals.ask(open));
}

/** Whether the caller may make requests of this effect at the route. Nothing is counted, and nobody is asked. */
export const mayCall = (caller: Caller, route: ApiKeyRoute, effect: Effect): boolean =>
  refusalOf(caller, route, effect) === null;

/** For the usage log: what stands against the request, a bound of the key, grant or session, or a permission that it lacks. */
function refusalOf(
  caller: Caller,
  route: ApiKeyRoute,
  effect: Effect,
): "key_bounds" | "session_bounds" | "key_permission" | null {
  const isWithin =
    !(route.owner === "user" && isPartnerOnly(caller)) &&
    (caller.kind !== "mcp_client" || isGranted(route, effect, caller.grant));
  if (!isWithin) return "key_bounds";
  if (caller.kind === "agent_session" && !isOfSession(caller, route, effect)) return "session_bounds";
  return route.permissions.every((one) => mayUse(caller, one)) ? null : "key_permission";
}

const RULE_UNCONFIRMED =
  "Permission denied: a person must confirm this call, and it cannot wait for them: only calls of tools with JSON arguments can.";
const UNCONFIRMED =
  "Permission denied: the user must confirm this destructive call, and it cannot wait for them: only calls of tools with JSON arguments can. Use a key without confirm_destructive.";

/** A grant for one account serves nothing that is the user's own; a read-only one changes nothing. */
function isGranted({ owner }: ApiKeyRoute, effect: Effect, { account, isReadOnly }: GrantBounds): boolean {
  return (account === null || owner === "user-or-account") && (!isReadOnly || effect === "reads");
}

/** Calls of providers within its lists, and of our own routes only those made for sessions, about what it is bound to. */
function isOfSession({ grant, rights }: AgentSession, route: ApiKeyRoute, effect: Effect): boolean {
  const { id: tool, provider, permissions, owner } = route;
  if (provider === undefined) return route.takesAgentSessions === true && (owner !== "user" || grant.account === null);
  return (!grant.isReadOnly || effect === "reads") && admitsTool(rights, { tool, provider, permissions });
}

/** Whether the path names another account than the one that an agent session is bound to. */
function isElsewhere(caller: Caller, route: ApiKeyRoute, { params }: Input): boolean {
  if (caller.kind !== "agent_session" || route.owner !== "account-in-path") return false;
  const { account } = caller.grant;
  return account === null || (params.id !== account.id && params.id !== BY_EXTERNAL_ID + account.externalId);
}

/** Whether a raw request is none that the agent session's patterns admit. A session that only reads sends only GET. */
function isRawBeyond(caller: Caller, route: ApiKeyRoute, input: Input, request: Request): boolean {
  const { provider, permissions, ruledArguments } = route;
  if (caller.kind !== "agent_session" || provider === undefined || !permissions.some(isRaw)) return false;
  const { method, path, host } = ruledArguments?.(input, request) ?? {};
  if (typeof method !== "string" || typeof path !== "string") return true;
  if (caller.grant.isReadOnly && method !== "GET") return true;
  const lists = caller.rights.map(({ raw }) => raw);
  return !admitsRaw(lists, { provider, method, path, host: typeof host === "string" ? host : null });
}

/** What the arguments of an agent session's call do not satisfy. Query parameters of a raw request are no arguments of its own. */
function unmetConstraint(
  caller: Caller,
  { id: tool, provider, ruledArguments }: ApiKeyRoute,
  input: Input,
  request: Request,
): string | null {
  if (caller.kind !== "agent_session" || provider === undefined || caller.constraints.length === 0) return null;
  const { params, query, body } = input;
  const args = ruledArguments?.(input, request) ?? { ...query, ...body, ...params };
  for (const constraint of caller.constraints) {
    const unmet = constraint.isAbout({ tool, provider }) ? constraint.unmet(args) : null;
    if (unmet !== null) return unmet;
  }
  return null;
}

function sessionRefusal({ id, provider, permissions }: ApiKeyRoute, effect: Effect, unmet: string | null): string {
  if (provider === undefined) return "Permission denied: agent sessions cannot use this endpoint.";
  if (permissions.some(isRaw) && unmet === null)
    return "Permission denied: this agent session does not allow this raw request. Its field raw lists those that it may send.";
  if (unmet !== null) return `Permission denied: in this agent session's calls of ${id}, ${unmet}.`;
  const isReadOnly = effect === "reads" ? "" : ", or only reads";
  return `Permission denied: this agent session does not allow ${id}${isReadOnly}.`;
}

/** The caller, for the audit log. */
export function initiatorOf(caller: Caller, { address, requestId }: Incoming): Initiator {
  return { actor: actorOf(caller), address, requestId };
}

function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case "key":
      return { kind: "key", id: caller.id, name: `${caller.prefix}…${caller.lastFour}` };
    case "mcp_client":
      return { kind: "mcp_client", id: caller.id, name: caller.name };
    case "agent_session":
      return { kind: "agent_session", id: caller.id, name: caller.name };
    case "person":
      return { kind: "person", ...caller.person };
  }
}
