// The callers by tokens of agent sessions, each with the sessions above it in one query, and the record of their use.
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import {
  agentSessions,
  type Safeguards,
  type SessionLimits,
  type StoredFacts,
} from "../../foundation/db/schema/agent-sessions.ts";
import { apiKeys } from "../../foundation/db/schema/api-keys.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { users } from "../../foundation/db/schema/users.ts";
import type { AgentSession, SessionConstraint } from "./model.ts";
import {
  IS_PARTNER,
  IS_PARTNER_TIER,
  IS_USER_TIER,
  limitsOf,
  OF_USER,
  partnerTiers,
  type UserFacts,
  userTiers,
} from "./user-facts-store.ts";

/** A session and those above it: deeper ones cannot be made. */
export const MAX_DEPTH = 4;

/** A session of the chain as JSON, the caller's own first. */
interface ChainLink {
  id: string;
  allow: string[] | null;
  deny: string[];
  raw: string[];
  read_only: boolean;
  connections: string[] | null;
  limits: SessionLimits;
  constraints: unknown;
  policy: unknown;
  safeguards: Safeguards;
  input: string | string[] | null;
  facts: StoredFacts;
  idle_seconds: number | null;
  /** Unix milliseconds. */
  used_at: number;
  expires_at: number;
  is_revoked: boolean;
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const LINK = `jsonb_build_object('id', s.id, 'allow', to_jsonb(s.allow), 'deny', to_jsonb(s.deny), 'raw', to_jsonb(s.raw), 'read_only', s.read_only,
  'connections', to_jsonb(s.connections), 'limits', s.limits, 'constraints', s.constraints, 'policy', s.policy,
  'safeguards', s.safeguards, 'input', s.input, 'facts', s.facts, 'idle_seconds', s.idle_seconds,
  'used_at', ${MS("coalesce(s.last_used_at, s.created_at)")}, 'expires_at', ${MS("s.expires_at")},
  'is_revoked', s.revoked_at is not null)`;

const CHAIN = sql<ChainLink[]>`(with recursive chain as (
    select s.id, s.parent_id, 1 as depth from agent_sessions s where s.id = ${agentSessions.id}
    union all
    select p.id, p.parent_id, c.depth + 1 from chain c join agent_sessions p on p.id = c.parent_id
    where c.depth < ${sql.raw(String(MAX_DEPTH))}
  ) select jsonb_agg(${sql.raw(LINK)} order by chain.depth) from chain join agent_sessions s on s.id = chain.id)`;

/** Finds the sessions with these MACs, but none whose user or account is out of use. */
export async function findSessionCallers(
  database: Database,
  macs: readonly string[],
  compile: CompileConstraints,
): Promise<AgentSession[]> {
  return sessionCallers(database, inArray(agentSessions.hash, [...macs]), compile);
}

/** A session of a user's by its id; null where its user or account is out of use. */
export async function findSessionCaller(
  database: Database,
  { userId, id }: Pick<AgentSession, "userId" | "id">,
): Promise<AgentSession | null> {
  const isOne = and(eq(agentSessions.userId, userId), eq(agentSessions.id, id));
  const [caller] = await sessionCallers(database, isOne, () => []);
  return caller ?? null;
}

async function sessionCallers(
  database: Database,
  isOne: SQL | undefined,
  compile: CompileConstraints,
): Promise<AgentSession[]> {
  const rows = await database.orm
    .select({ session: agentSessions, chain: CHAIN, key: apiKeys, account: accounts, ...OF_USER })
    .from(agentSessions)
    .innerJoin(apiKeys, and(eq(apiKeys.id, agentSessions.keyId), eq(apiKeys.userId, agentSessions.userId)))
    .innerJoin(users, eq(users.id, agentSessions.userId))
    .leftJoin(accounts, eq(accounts.id, agentSessions.accountId))
    .leftJoin(partners, IS_PARTNER)
    .leftJoin(userTiers, IS_USER_TIER)
    .leftJoin(partnerTiers, IS_PARTNER_TIER)
    .where(
      and(
        isOne,
        isNull(users.erasedAt),
        isNull(accounts.erasedAt),
        or(eq(apiKeys.partnerOnly, false), isNotNull(agentSessions.accountId)),
      ),
    );
  return rows.map((row) => sessionCallerOf(row, compile));
}

type SessionRow = UserFacts & {
  session: typeof agentSessions.$inferSelect;
  chain: ChainLink[];
  key: typeof apiKeys.$inferSelect;
  account: typeof accounts.$inferSelect | null;
};

/** Makes of the stored constraints of a session what its calls are held to. */
export type CompileConstraints = (stored: unknown) => SessionConstraint[];

function sessionCallerOf(row: SessionRow, compile: CompileConstraints): AgentSession {
  const { session, chain, key, account } = row;
  const { id, userId, hash, pinned } = session;
  const ends = [...chain.map(({ expires_at }) => expires_at), ...(key.expiresAt ? [key.expiresAt.getTime()] : [])];
  const isRevoked = key.revokedAt !== null || chain.some(({ is_revoked }) => is_revoked);
  return {
    kind: "agent_session",
    ...{ id, userId, hash, pinned, keyId: key.id, agent: session.agent },
    name: session.name ?? session.agent ?? id,
    expiresAt: new Date(Math.min(...ends)),
    revokedAt: isRevoked ? (session.revokedAt ?? key.revokedAt ?? session.createdAt) : null,
    permissions: key.permissions,
    confirmDestructive: key.confirmDestructive,
    recordEvidence: key.recordEvidence,
    grant: {
      account: account && { id: account.id, userId, externalId: account.externalId },
      isReadOnly: chain.some(({ read_only }) => read_only),
    },
    rights: chain.map(({ allow, deny, raw }) => ({ allow, deny, raw })),
    constraints: chain.flatMap(({ constraints }) => compile(constraints)),
    connections: commonTo(chain.map(({ connections }) => connections)),
    budgets: chain.map((link) => ({ id: link.id, ...link.limits })),
    uses: chain.map((link) => ({ idleMs: link.idle_seconds && link.idle_seconds * 1_000, usedAt: link.used_at })),
    chain: chain.map((link) => link.id),
    rules: chain.map((link) => ({ id: link.id, policy: link.policy, safeguards: link.safeguards })),
    input: chain.at(-1)?.input ?? null,
    facts: factsIn(chain.at(-1)?.facts),
    ...limitsOf(row),
  };
}

export const factsIn = (stored: StoredFacts = {}) => ({
  has_read_private: stored.has_read_private !== undefined,
  has_read_untrusted: stored.has_read_untrusted !== undefined,
});

/** Null where no session of the chain is limited to some connections. */
function commonTo(lists: readonly (readonly string[] | null)[]): ReadonlySet<string> | null {
  const [first, ...others] = lists.filter((list) => list !== null).map((list) => new Set(list));
  return first ? new Set([...first].filter((id) => others.every((list) => list.has(id)))) : null;
}

/** Records a use of a session, which is one of those above it too, and replaces its MAC by the one under the newest ring key. */
export async function touchSession(
  database: Database,
  { id, userId, chain }: Pick<AgentSession, "id" | "userId" | "chain">,
  mac: string,
  at: Date,
): Promise<void> {
  await database.orm
    .update(agentSessions)
    .set({
      lastUsedAt: at,
      hash: sql`case when ${agentSessions.id} = ${id} then ${mac} else ${agentSessions.hash} end`,
    })
    .where(and(eq(agentSessions.userId, userId), inArray(agentSessions.id, [...chain])));
}
