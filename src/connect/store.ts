// Rows of connect sessions. Times are the database's own, so that replicas agree on what has expired.
import { and, eq, inArray, isNull, not, or, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { connectSessions } from "../db/schema/connect-sessions.ts";

export type SessionRow = typeof connectSessions.$inferSelect;

export async function insertSession(database: Database, row: typeof connectSessions.$inferInsert): Promise<SessionRow> {
  const [inserted] = await database.orm.insert(connectSessions).values(row).returning();
  return inserted as SessionRow;
}

/** For the log: whose session it is, and for which provider. */
export function whoConnects({ id, userId, accountId, provider }: SessionRow) {
  return { session_id: id, user_id: userId, ...(accountId && { account_id: accountId }), provider };
}

/** Rows that one round drops, so that none runs into the statement's time limit; the next round goes on. */
const MAX_DROPPED = 5_000;

/** Drops sessions that ended a month ago, and after a day those that nobody brought to an end; gives how many. */
export async function dropOldSessions(database: Database): Promise<number> {
  const { id, expiresAt, status } = connectSessions;
  const old = or(
    sql`${expiresAt} < now() - interval '30 days'`,
    and(eq(status, "pending"), sql`${expiresAt} < now() - interval '1 day'`),
  );
  const some = database.orm.select({ id }).from(connectSessions).where(old).limit(MAX_DROPPED);
  return (await database.orm.delete(connectSessions).where(inArray(id, some)).returning({ id })).length;
}

/** Claims the pending session of a state for one callback; null when it is unknown, used, or past its 30 minutes. */
export async function claimSession(database: Database, stateHashes: readonly string[]): Promise<SessionRow | null> {
  for (const stateHash of stateHashes) {
    const [row] = await database.orm
      .update(connectSessions)
      .set({ claimedAt: sql`now()` })
      .where(
        and(
          eq(connectSessions.stateHash, stateHash),
          eq(connectSessions.status, "pending"),
          isNull(connectSessions.claimedAt),
          sql`${connectSessions.expiresAt} > now()`,
        ),
      )
      .returning();
    if (row) return row;
  }
  return null;
}

/** Claimed by a callback that has not come to an end in a minute: its process died, and the session counts as failed. */
const isStuck = sql<boolean>`coalesce(${connectSessions.claimedAt} < now() - interval '60 seconds', false)`;

/** Ends a claimed session; false when it is no longer there, has ended otherwise, or counts as failed already. */
export async function finishSession(
  orm: Orm,
  id: string,
  end: Partial<Pick<SessionRow, "status" | "error" | "errorDescription" | "identity" | "integrationId">>,
): Promise<boolean> {
  const ended = await orm
    .update(connectSessions)
    .set({ ...end, verifier: null })
    .where(and(eq(connectSessions.id, id), eq(connectSessions.status, "pending"), not(isStuck)))
    .returning({ id: connectSessions.id });
  return ended.length > 0;
}

/** A session of a owner with what the database's clock makes of it. */
export async function findSession(
  database: Database,
  owner: { userId: string; accountId: string | null },
  id: string,
): Promise<(SessionRow & { isExpired: boolean; isStuck: boolean }) | null> {
  const [row] = await database.orm
    .select({
      session: connectSessions,
      isExpired: sql<boolean>`${connectSessions.expiresAt} <= now()`,
      isStuck,
    })
    .from(connectSessions)
    .where(
      and(
        eq(connectSessions.id, id),
        eq(connectSessions.userId, owner.userId),
        owner.accountId === null ? isNull(connectSessions.accountId) : eq(connectSessions.accountId, owner.accountId),
      ),
    );
  return row ? { ...row.session, isExpired: row.isExpired, isStuck: row.isStuck } : null;
}
