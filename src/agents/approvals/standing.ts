// Answers what rules ask about a call with the yes that a person has given ahead.
import type { Credential } from "../../identity/keys/model.ts";
import { usableIntegration } from "../../providers/calls/access.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { initiatorOf } from "../../web/pipeline/authorization.ts";
import { connectionOf } from "../../web/pipeline/connection-header.ts";
import type { AskingRule } from "../policies/model.ts";
import type { ConfirmableCall } from "./asking.ts";
import { sameRequest } from "./asking.ts";
import { inputMacs } from "./content.ts";
import { standingFacts } from "./standing-facts.ts";
import { fits, openFixed } from "./standing-input.ts";
import { type Binding, findCandidates, markUsed } from "./standing-store.ts";
import { toolVersion } from "./tool-version.ts";

type StandingDeps = Pick<Deps, "database" | "vault" | "clock" | "registry" | "audit" | "integrations" | "oauthClients">;

/** Null stands for the setting of caller or address. */
export type Asker = AskingRule | null;

/**
 * What of that which asks about a call no standing approval answers. With all of it answered, the call is counted and marked;
 * else none of them is used.
 */
export async function unanswered(
  deps: StandingDeps,
  call: ConfirmableCall,
  askers: readonly Asker[],
): Promise<readonly Asker[]> {
  const { incoming, route, owner, input } = call;
  const caller = call.caller as Credential;
  const who = standingCaller(caller);
  const endpoint = deps.registry.tool(route.id) as RegisteredEndpoint;
  if (who === null) return askers;
  const connection = await usableIntegration(deps, {
    ...{ endpoint, owner, connection: input.connection ?? connectionOf(incoming.request) },
    report: { noteIntegration() {} },
  });
  const { id: connectionId, identityId } = connection;
  const binding = { ...who, connectionId, identityId, tool: endpoint.tool, toolVersion: toolVersion(endpoint) };
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const same = sameRequest(call, { macs: inputMacs(deps, endpoint.tool, input), now });
  const candidates = await findCandidates(deps.database, owner, binding, { same, now: at });
  const fitting = candidates.filter((one) => fits(input, openFixed(deps, one), one.mayDiffer));
  const standingFor = (asker: Asker) => fitting.find(({ question }) => question === (asker?.question ?? null))?.id;
  const left = askers.filter((asker) => standingFor(asker) === undefined);
  if (left.length > 0) return left;
  const ids = [...new Set(askers.map((asker) => standingFor(asker) as string))];
  // One that a person has ended since it was read answers nothing.
  const used = await markUsed(deps.database, owner.userId, { ids, now: at });
  if (used.length < ids.length) return askers.filter((asker) => !used.includes(standingFor(asker) as string));
  incoming.standingApprovals = ids;
  for (const id of ids)
    deps.audit.count(
      `${caller.id} ${id}`,
      initiatorOf(caller, incoming),
      standingFacts("standing_approval_used", { id, ...owner, tool: endpoint.tool }, {}),
    );
  return [];
}

/** Whose standing approvals a call may use. A session below another has none, since an agent can make it and name its agent. */
function standingCaller(caller: Credential): Pick<Binding, "callerKind" | "callerId" | "agent"> | null {
  if (caller.kind !== "agent_session") return { callerKind: caller.kind, callerId: caller.id, agent: null };
  return caller.chain.length > 1 ? null : { callerKind: "agent_session", callerId: caller.keyId, agent: caller.agent };
}
