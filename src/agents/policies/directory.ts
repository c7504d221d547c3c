// The policies of each call, compiled: those of operator, partner, user, account and key, in memory until one of them changes.
import { LRUCache } from "lru-cache";
import { AppError } from "../../foundation/errors.ts";
import type { AgentSession } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { decide, type RuledRequest } from "./call-decision.ts";
import { type RequestDecision, SCOPE_KINDS, type SessionFacts } from "./model.ts";
import { type CompiledPolicy, compilePolicy } from "./rules.ts";
import { policiesOfSession } from "./session-policies.ts";
import { type CallScopes, findPoliciesOf, findRules } from "./store.ts";

/** Rules of all compiled policies together. */
const MAX_COMPILED = 200_000;

export interface Policies {
  /** The policies of a call, the outermost first. */
  of(scopes: CallScopes): Promise<readonly CompiledPolicy[]>;
  /** What they say of a request; null for one that is no call of a provider, and where there is no policy. */
  decide(ruled: RuledRequest): Promise<RequestDecision | null>;
}

interface PoliciesOfCall {
  userId: string;
  policies: readonly CompiledPolicy[];
}

export function createPolicies({
  database,
  changes,
  registry,
  clock,
  sessionFacts,
}: Pick<Deps, "database" | "changes" | "registry" | "clock" | "sessionFacts">): Policies {
  const cache = changes.cache<PoliciesOfCall>(["policies"]);
  /** A version never changes, so that these need no notice. */
  const compiled = new LRUCache<string, CompiledPolicy>({
    maxSize: MAX_COMPILED,
    sizeCalculation: ({ size }) => size,
  });
  const load = async (scopes: CallScopes): Promise<PoliciesOfCall> => {
    const rows = await findPoliciesOf(database, scopes);
    const unknown = rows.filter(({ id }) => !compiled.has(id)).map(({ id }) => id);
    const rules = new Map(
      unknown.length > 0 ? (await findRules(database, unknown)).map(({ id, data }) => [id, data]) : [],
    );
    const policies = rows.map(({ id, kind, scopeId }) => {
      const data = rules.get(id);
      const policy = data ? compilePolicy({ kind, id: scopeId || null }, data, registry) : compiled.get(id);
      // Twenty newer versions came meanwhile, or the memory dropped it: a call without its rules must not go on.
      if (!policy) throw new AppError("SERVICE_UNAVAILABLE", "The rules of this call have just changed. Call again.");
      compiled.set(id, policy);
      return policy;
    });
    const rank = ({ scope }: CompiledPolicy) => SCOPE_KINDS.indexOf(scope.kind);
    return { userId: scopes.userId, policies: policies.sort((a, b) => rank(a) - rank(b)) };
  };
  const of = async (scopes: CallScopes) => {
    const { userId, accountId, keyId } = scopes;
    const found = await cache.get(`${userId}/${keyId}/${accountId}`, () => load(scopes));
    return found?.policies ?? [];
  };
  return {
    of,
    async decide(ruled) {
      const { caller, owner, route } = ruled;
      if (route.provider === undefined) return null;
      const { userId, accountId } = owner;
      const stored = await of({ userId, accountId, keyId: keyOf(caller) });
      if (caller.kind !== "agent_session") return decide({ clock }, stored, ruled);
      return decideForSession(caller, stored, ruled);
    },
  };

  /** A rule that reads a fact which this process does not know reads it anew: another replica may have noted it just now. */
  async function decideForSession(caller: AgentSession, stored: readonly CompiledPolicy[], ruled: RuledRequest) {
    const { policies: own, known } = policiesOfSession(caller, registry);
    const policies = [...stored, ...own];
    const { session, wereRead } = watched(caller.facts);
    const decision = decide({ clock }, policies, ruled, { session, known });
    if (!wereRead() || (caller.facts.has_read_private && caller.facts.has_read_untrusted)) return decision;
    return decide({ clock }, policies, ruled, { session: await sessionFacts.read(caller), known });
  }
}

/** The key that a caller has or was made with. */
function keyOf(caller: RuledRequest["caller"]): string | null {
  if (caller.kind === "agent_session") return caller.keyId;
  return caller.kind === "key" ? caller.id : null;
}

function watched(facts: SessionFacts): { session: SessionFacts; wereRead: () => boolean } {
  let isRead = false;
  const read = (name: keyof SessionFacts) => {
    isRead = true;
    return facts[name];
  };
  return {
    session: {
      get has_read_private() {
        return read("has_read_private");
      },
      get has_read_untrusted() {
        return read("has_read_untrusted");
      },
    },
    wereRead: () => isRead,
  };
}
