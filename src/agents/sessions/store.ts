// Rows of agent sessions for those who make, list and change them.
import { and, count, desc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { agentSessions, type StoredFacts } from "../../foundation/db/schema/agent-sessions.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import type { Owner } from "../../identity/owner.ts";

export type SessionRow = typeof agentSessions.$inferSelect;
/** A session with the external_id of its account, null where it is the user's own. */
export interface ViewedSession {
  session: SessionRow;
  externalId: string | null;
  /** The facts of its tree. */
  facts: StoredFacts;
}

/** Whose sessions a caller sees: a user's, or with `accountsOnly` those of its connected accounts; an operator everybody's. */
export interface Scope {
  /** Null for those of all users. */
  userId: string | null;
  accountsOnly: boolean;
}

const isIn = ({ userId, accountsOnly }: Scope) =>
  and(
    userId === null ? undefined : eq(agentSessions.userId, userId),
    accountsOnly ? isNotNull(agentSessions.accountId) : undefined,
  );

const isLiving = (now: Date) =>
  and(
    isNull(agentSessions.revokedAt),
    gt(agentSessions.expiresAt, now),
    sql`exists (select 1 from api_keys as k where k.id = ${agentSessions.keyId} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now.toISOString()}::timestamptz))`,
  );

export async function insertSession(tx: Orm, row: typeof agentSessions.$inferInsert): Promise<SessionRow> {
  const [inserted] = await tx.insert(agentSessions).values(row).returning();
  return inserted as SessionRow;
}

/** Sessions of one owner that have not ended. */
export async function countLiving(tx: Orm, { userId, accountId }: Owner, now: Date): Promise<number> {
  const isOfOwner = accountId === null ? isNull(agentSessions.accountId) : eq(agentSessions.accountId, accountId);
  const [row] = await tx
    .select({ sessions: count() })
    .from(agentSessions)
    .where(
      and(
        eq(agentSessions.userId, userId),
        isOfOwner,
        gt(agentSessions.expiresAt, now),
        isNull(agentSessions.revokedAt),
      ),
    );
  return row?.sessions ?? 0;
}

/** The first session of a tree has the facts of all. */
const FACTS = sql<StoredFacts>`(with recursive above as (
    select s.parent_id, s.facts from agent_sessions s where s.id = ${agentSessions.id}
    union all
    select p.parent_id, p.facts from above a join agent_sessions p on p.id = a.parent_id
  ) select facts from above where parent_id is null)`;

const viewed = ({ orm }: Pick<Database, "orm">) =>
  orm
    .select({
      session: agentSessions,
      externalId: accounts.externalId,
      facts: FACTS,
      at: sql<string>`${agentSessions.createdAt}::text`,
    })
    .from(agentSessions)
    .leftJoin(accounts, eq(accounts.id, agentSessions.accountId));

export async function findSession(
  database: Pick<Database, "orm">,
  { userId, accountsOnly }: Scope,
  id: string,
): Promise<ViewedSession | null> {
  const [row] = await viewed(database).where(and(isIn({ userId, accountsOnly }), eq(agentSessions.id, id)));
  return row ?? null;
}

/** The end of a page. */
export interface Position {
  at: string;
  id: string;
}

/** Newest first, by keyset. */
export async function listSessions(
  database: Pick<Database, "orm">,
  scope: Scope,
  options: { accountId: string | null; livingAt: Date | null; after: Position | null; limit: number },
): Promise<{ rows: ViewedSession[]; next: Position | null }> {
  const { accountId, livingAt, after, limit } = options;
  const { createdAt, id } = agentSessions;
  const past: SQL | undefined = after
    ? sql`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const found = await viewed(database)
    .where(
      and(
        isIn(scope),
        accountId === null ? undefined : eq(agentSessions.accountId, accountId),
        livingAt ? isLiving(livingAt) : undefined,
        past,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? { at: last.at, id: last.session.id } : null };
}

/** Null where it has ended. */
export async function updateSession(
  tx: Orm,
  { userId, id }: { userId: string; id: string },
  change: Partial<typeof agentSessions.$inferInsert>,
  now: Date,
): Promise<SessionRow | null> {
  const [row] = await tx
    .update(agentSessions)
    .set(change)
    .where(
      and(
        eq(agentSessions.userId, userId),
        eq(agentSessions.id, id),
        isNull(agentSessions.revokedAt),
        isNull(agentSessions.endReason),
        gt(agentSessions.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

const STAY_MS = 30 * DAY_MS;

export const TABLES: readonly Table[] = [
  {
    table: "agent_sessions",
    macs: [
      {
        column: "hash",
        only: "revoked_at is null and expires_at > $1::timestamptz",
        movedBy: "use",
      },
    ],
    bound: "An owner has at most 10,000 that have not ended; one is deleted 30 days after its end.",
    aged: [
      { since: "expires_at", stayMs: STAY_MS },
      { since: "revoked_at", stayMs: STAY_MS },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "agent_session",
        columns:
          "id user_id account_id key_id parent_id name agent connections allow deny raw read_only limits pinned constraints policy input safeguards facts created_at expires_at idle_seconds last_used_at revoked_at end_reason",
        omitted: "hash",
        key: BY_ID,
      },
    },
  },
];
