// Rows of connect sessions. They expire by the database's clock, so that replicas agree.
import { and, eq, inArray, isNull, not, or, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { connectSessions } from "../db/schema/connect-sessions.ts";
import type { Owner } from "../owner.ts";

export type SessionRow = typeof connectSessions.$inferSelect;

export async function insertSession(database: Database, row: typeof connectSessions.$inferInsert): Promise<SessionRow> {
  const [inserted] = await database.orm.insert(connectSessions).values(row).returning();
  return inserted as SessionRow;
}

/** Rows deleted in one round, which keeps each within the statement timeout; the next round deletes the rest. */
const MAX_DROPPED = 5_000;

/** Deletes sessions a month after their expiry, and pending ones a day after it; returns their number. */
export async function dropOldSessions(database: Database): Promise<number> {
  const { id, expiresAt, status } = connectSessions;
  const old = or(
    sql`${expiresAt} < now() - interval '30 days'`,
    and(eq(status, "pending"), sql`${expiresAt} < now() - interval '1 day'`),
  );
  const some = database.orm.select({ id }).from(connectSessions).where(old).limit(MAX_DROPPED);
  return (await database.orm.delete(connectSessions).where(inArray(id, some)).returning({ id })).length;
}

/** Sessions of a user or an account whose erasure has begun cannot be claimed. */
const isOfLivingOwner = sql`not exists (
    select 1 from users where users.id = ${connectSessions.userId} and users.erased_at is not null
  ) and not exists (
    select 1 from accounts where accounts.id = ${connectSessions.accountId} and accounts.erased_at is not null)`;

/** Claims the pending session of a state for one callback; null when it is unknown, used, or has expired. */
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
          isOfLivingOwner,
        ),
      )
      .returning();
    if (row) return row;
  }
  return null;
}

/** Claimed a minute ago and not finished: the callback's process died, and the session counts as failed. */
const isStuck = sql<boolean>`coalesce(${connectSessions.claimedAt} < now() - interval '60 seconds', false)`;

/** Finishes a claimed session; false when it is gone, finished already, or counts as failed. */
export async function finishSession(
  orm: Orm,
  id: string,
  outcome: Partial<Pick<SessionRow, "status" | "error" | "errorDescription" | "identity" | "integrationId">>,
): Promise<boolean> {
  const finished = await orm
    .update(connectSessions)
    .set({ ...outcome, verifier: null })
    .where(and(eq(connectSessions.id, id), eq(connectSessions.status, "pending"), not(isStuck)))
    .returning({ id: connectSessions.id });
  return finished.length > 0;
}

/** An owner's session, with its expiry by the database's clock. */
export async function findSession(
  database: Database,
  owner: Owner,
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
