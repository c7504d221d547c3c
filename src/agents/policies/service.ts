// Policies of operators and owners: reads and replaces them, and says what they would do to a call.
import { ALL_USERS } from "../../foundation/db/changes.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError, type InputError, invalidInput, UnauthorizedError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { unknownName } from "../../foundation/schema/sentences.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { type Caller, isPartnerOnly } from "../../identity/keys/model.ts";
import { findSessionCaller } from "../../identity/keys/session-store.ts";
import { findKey } from "../../identity/keys/store.ts";
import { isReaching } from "../../providers/registry/effects.ts";
import { type RawTarget, rawEffects } from "../../providers/registry/raw-effects.ts";
import type { Deps } from "../../server/deps.ts";
import { recipientsOf } from "./call-decision.ts";
import type { CallFacts, PolicyData, RuledCall } from "./model.ts";
import { policyErrors } from "./policy-errors.ts";
import { policyWarnings } from "./policy-warnings.ts";
import { replay } from "./replay.ts";
import { type CompiledPolicy, evaluate, knownOf, outcomeOf, readCall } from "./rules.ts";
import { policiesOfSession } from "./session-policies.ts";
import type { ExplainBody, Explanation, OwnScope } from "./shapes.ts";
import { policyView } from "./shapes.ts";
import { type CallsOf, findLoggedCalls, findPolicy, insertPolicy, type PolicyRow, type StoredScope } from "./store.ts";

export const OPERATOR: StoredScope = { kind: "operator", id: "", userId: null };

type Owning = Pick<Caller, "userId" | "partner"> & Caller;

/** The scope that an owner names; throws 400, 403 or 404 for what is not theirs. */
export async function ownScope(
  deps: Pick<Deps, "accounts" | "database">,
  caller: Owning,
  kind: OwnScope,
  id: string | undefined,
): Promise<StoredScope> {
  const { userId } = caller;
  const needsId = kind === "account" || kind === "key";
  if (needsId !== (id !== undefined)) {
    const message = needsId ? `Say in "id" which ${kind} it is.` : `Leave "id" out: there is only one ${kind} here.`;
    throw invalidInput([{ in: "query", path: "/id", message }]);
  }
  if (kind === "account") return { kind, id: (await deps.accounts.require(userId, id as string)).id, userId };
  if (kind === "key") return { kind, id: await keyOf(deps, userId, id as string), userId };
  if (kind === "partner" && caller.partner === null) {
    const message = "partner needs a partner profile. The operator can add one.";
    throw invalidInput([{ in: "path", path: "/scope", message }]);
  }
  if (kind === "user" && isPartnerOnly(caller))
    throw new UnauthorizedError("PERMISSION_DENIED", "Permission denied", { reason: "key_bounds" });
  return { kind, id: userId, userId };
}

async function keyOf(deps: Pick<Deps, "database">, userId: string, id: string): Promise<string> {
  const row = isUuid(id) ? await findKey(deps.database, userId, id) : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no key with this id.");
  return row.id;
}

export async function policyOf(deps: Pick<Deps, "database">, scope: StoredScope) {
  return policyView(scope, await findPolicy(deps.database, scope));
}

/** Checks rules beyond their schema. */
export function ruleErrors({ registry }: Pick<Deps, "registry">, body: Partial<PolicyData>): InputError[] {
  if (body.rules === undefined) return [];
  return policyErrors({ ...body, rules: body.rules }, registry).map((error) => ({ in: "body", ...error }));
}

/** Replaces a policy on every replica within a second; 409 where it is not at the version that the caller has read. */
export async function replacePolicy(
  deps: Pick<Deps, "database" | "changes" | "audit" | "registry" | "clock">,
  scope: StoredScope,
  { version, ...data }: PolicyData & { version: number },
  initiator: Initiator,
) {
  const { kind, id, userId } = scope;
  const { actor } = initiator;
  const row: PolicyRow = {
    id: crypto.randomUUID(),
    kind,
    scopeId: id,
    version: version + 1,
    data: {
      default: data.default ?? "allow",
      rules: data.rules,
      ...(data.known_recipients && { known_recipients: data.known_recipients }),
    },
    setBy: actor.id === null ? actor.kind : `${actor.kind}:${actor.id}`,
    setAt: new Date(deps.clock.now()).toISOString(),
  };
  const writeLine = await serialized(deps.database, `policy ${kind} ${id}`, async (tx) => {
    const now = (await findPolicy(queryable(tx), scope))?.version ?? 0;
    if (now !== version)
      throw new AppError("CONFLICT", `The policy is at version ${now}. Read it, then change that version.`);
    await insertPolicy(tx, scope, row);
    // The admin API records its operations itself.
    if (kind === "operator") return () => {};
    return deps.audit.recordIn(tx, initiator, {
      event: "policy_changed",
      userId,
      accountId: kind === "account" ? id : null,
      resource: { kind: "policy", id: id === "" ? kind : `${kind}/${id}` },
      details: { version: row.version, default: row.data.default, rules: data.rules.length },
    });
  });
  deps.changes.invalidate(userId ?? ALL_USERS, ["policies"]);
  writeLine();
  return { ...policyView(scope, row), warnings: policyWarnings(row.data, deps.registry) };
}

/** A session has its own account and key. */
export const sessionErrorsOf = ({ session, account, key }: Partial<ExplainBody>): InputError[] =>
  session !== undefined && (account !== undefined || key !== undefined)
    ? [{ in: "body", path: "/session", message: "A session has its own account and key: leave them out." }]
    : [];

/** What these policies say of a call that is not made. Its arguments are taken as they are. */
export function explain(
  { registry, clock }: Pick<Deps, "registry" | "clock">,
  policies: readonly CompiledPolicy[],
  body: Pick<ExplainBody, "tool" | "arguments" | "at">,
  of: Partial<Pick<CallFacts, "session" | "known">> = {},
): Explanation {
  const call = callOf(registry, body);
  const now = body.at === undefined ? clock.now() : Date.parse(body.at);
  const given = { now, session: null, known: [], ...of };
  const { scope, redacts, ...decision } = evaluate(policies, call, given);
  const facts = { ...given, known: knownOf(policies, given) };
  const read = readCall(call);
  return {
    ...decision,
    redacts: redacts.map(({ path }) => path),
    scope: scope?.kind ?? null,
    facts: null,
    scopes: policies.map((policy) => {
      const { outcome, rule } = outcomeOf(policy, read, facts);
      return { scope: policy.scope.kind, id: policy.scope.id, outcome, rule: rule?.name ?? null };
    }),
  };
}

/** What all rules of an agent session's calls say of one that is not made; 404 for a session that is not the user's. */
export async function explainForSession(
  deps: Pick<Deps, "database" | "registry" | "clock" | "policies" | "sessionFacts">,
  { userId, accountsOnly }: { userId: string; accountsOnly: boolean },
  { session: id, ...body }: ExplainBody & { session: string },
): Promise<Explanation> {
  const session = isUuid(id) ? await findSessionCaller(deps.database, { userId, id }) : null;
  if (!session || (accountsOnly && session.grant.account === null))
    throw new AppError("NOT_FOUND", "There is no agent session with this id.");
  const scopes = { userId, accountId: session.grant.account?.id ?? null, keyId: session.keyId };
  const { policies: own, known } = policiesOfSession(session, deps.registry);
  const policies = [...(await deps.policies.of(scopes)), ...own];
  const facts = { has_read_private: null, has_read_untrusted: null, ...(await deps.sessionFacts.sources(session)) };
  return { ...explain(deps, policies, body, { session: session.facts, known }), facts };
}

/** Groups of calls that are read. */
const MAX_GROUPS = 20_000;

/** What these rules by themselves would have done to a user's calls of the last days. */
export async function replayCalls(
  { database, registry, clock }: Pick<Deps, "database" | "registry" | "clock">,
  userId: string,
  { days, of, ...policy }: PolicyData & { days: number; of?: CallsOf },
) {
  const since = new Date(clock.now() - days * DAY_MS).toISOString();
  const logged = await findLoggedCalls(database, { userId, since, most: MAX_GROUPS, of });
  const byRoute = new Map(registry.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  const rawByPath = new Map([...registry.rawTools.values()].map((endpoint) => [endpoint.path, endpoint]));
  const tools = replay(policy, registry, logged, ({ method, endpoint }) => {
    const raw = rawByPath.get(endpoint);
    const known = byRoute.get(`${method} ${endpoint}`);
    if (!raw) return known && { ...known, recipients: known.def.recipients };
    return method === "GET" ? { tool: raw.tool, effects: { effect: "reads", reaches: false } } : raw;
  });
  return { calls: tools.reduce((sum, { calls }) => sum + calls, 0), tools, is_complete: logged.length < MAX_GROUPS };
}

function callOf(
  registry: Deps["registry"],
  { tool, arguments: args = {} }: Pick<ExplainBody, "tool" | "arguments">,
): RuledCall {
  const endpoint = registry.tool(tool);
  if (!endpoint) {
    const message = unknownName(tool, "a tool", [...registry.tools.keys()]);
    throw invalidInput([{ in: "body", path: "/tool", message }]);
  }
  const { provider } = endpoint;
  const schemas = [endpoint.input.query, endpoint.input.body];
  if (registry.rawTools.get(provider.id) !== endpoint)
    return {
      tool: endpoint.tool,
      effect: endpoint.effects.effect,
      reaches: isReaching(endpoint.effects.reaches, args, schemas),
      spends: endpoint.effects.spends === true,
      recipients: recipientsOf(endpoint.def.recipients, schemas),
      args,
    };
  const { method = "GET", path = "/", host = null } = args as Partial<RawTarget>;
  const effects = rawEffects(provider, registry.endpointsOf(provider.id))({ method, path, host });
  return {
    tool: endpoint.tool,
    effect: effects.effect,
    reaches: effects.reaches === true,
    spends: effects.spends === true,
    recipients: recipientsOf(),
    args: { ...args, method, path },
  };
}
