// Rows of connect sessions. They expire by the database's clock, so that replicas agree.
import { and, desc, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { connectSessions } from "../../foundation/db/schema/connect-sessions.ts";
import type { Owner } from "../../identity/owner.ts";

export type SessionRow = typeof connectSessions.$inferSelect;
/**
 * `isStuck`: claimed a minute ago and not finished. While the person is asked about a replacement, `isOverdue` alone can be true:
 * the time for the answer is over.
 */
export type SessionState = SessionRow & { isExpired: boolean; isStuck: boolean; isOverdue: boolean };

export async function insertSession(database: Database, row: typeof connectSessions.$inferInsert): Promise<SessionRow> {
  const [inserted] = await database.orm.insert(connectSessions).values(row).returning();
  return inserted as SessionRow;
}

const isUnexpired = sql`${connectSessions.expiresAt} > now()`;

/** Sessions of a user or an account whose erasure has begun cannot be claimed. */
const isOfLivingOwner = sql`not exists (
    select 1 from users where users.id = ${connectSessions.userId} and users.erased_at is not null
  ) and not exists (
    select 1 from accounts where accounts.id = ${connectSessions.accountId} and accounts.erased_at is not null)`;

/**
 * Claims the pending session of a state for one callback; null when it is unknown, used, or has expired, and where its page
 * was begun in another browser. A session without a page is from then on this browser's.
 */
export async function claimSession(
  database: Database,
  stateHashes: readonly string[],
  browserHashes: readonly string[],
): Promise<SessionRow | null> {
  for (const stateHash of stateHashes) {
    const [row] = await database.orm
      .update(connectSessions)
      .set({
        claimedAt: sql`now()`,
        browserHash: sql`coalesce(${connectSessions.browserHash}, ${browserHashes[0] ?? null})`,
      })
      .where(
        and(
          eq(connectSessions.stateHash, stateHash),
          eq(connectSessions.status, "pending"),
          isNull(connectSessions.claimedAt),
          isUnexpired,
          or(isNull(connectSessions.linkHash), inArray(connectSessions.browserHash, [...browserHashes])),
          isOfLivingOwner,
        ),
      )
      .returning();
    if (row) return row;
  }
  return null;
}

const isUndecided = isNotNull(connectSessions.replacement);

/** Claimed a minute ago and not finished: the callback's process died, and the session counts as failed. */
const isStuck = sql<boolean>`(coalesce(${connectSessions.claimedAt} < now() - interval '60 seconds', false)
  and ${connectSessions.replacement} is null)`;

/** Finishes a claimed session; false when it is gone, finished already, or counts as failed. */
export async function finishSession(
  orm: Orm,
  id: string,
  outcome: Partial<Omit<SessionRow, "id" | "verifier">>,
): Promise<boolean> {
  const finished = await orm
    .update(connectSessions)
    .set({ ...outcome, verifier: null })
    .where(and(eq(connectSessions.id, id), eq(connectSessions.status, "pending"), not(isUndecided), not(isStuck)))
    .returning({ id: connectSessions.id });
  return finished.length > 0;
}

/** Holds a sealed grant for ten minutes from the first question on; false when the session is gone, or has ended. */
export async function storeReplacement(
  orm: Orm,
  id: string,
  row: Pick<SessionRow, "replacement" | "identity" | "browserHash">,
): Promise<boolean> {
  const rows = await orm
    .update(connectSessions)
    .set({
      ...row,
      verifier: null,
      replacementUntil: sql`coalesce(${connectSessions.replacementUntil}, now() + interval '10 minutes')`,
    })
    .where(and(eq(connectSessions.id, id), eq(connectSessions.status, "pending"), not(isStuck)))
    .returning({ id: connectSessions.id });
  return rows.length > 0;
}

const isOverdue = sql<boolean>`coalesce(${connectSessions.replacementUntil} <= now(), false)`;

/**
 * Ends the question about a replacement; false when it was answered before, or another attempt has begun, and for a yes after its
 * time.
 */
export async function endQuestion(
  orm: Orm,
  { id, attempts }: Pick<SessionRow, "id" | "attempts">,
  outcome: Partial<SessionRow>,
): Promise<boolean> {
  const ended = await orm
    .update(connectSessions)
    .set({ ...outcome, replacement: null, replacementUntil: null })
    .where(
      and(
        eq(connectSessions.id, id),
        eq(connectSessions.attempts, attempts),
        isUndecided,
        outcome.status === "completed" ? not(isOverdue) : undefined,
      ),
    )
    .returning({ id: connectSessions.id });
  return ended.length > 0;
}

/** Lets nobody go on with these sessions, whose end is noted. */
export async function expireSessions(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const expiresAt = sql`least(${connectSessions.expiresAt}, now())`;
  await tx
    .update(connectSessions)
    .set({ expiresAt })
    .where(inArray(connectSessions.id, [...ids]));
}

/** Sessions with a replacement, locked until the transaction ends: those whose time is over, one owner's, or those of the ids. */
export function lockReplacements(
  tx: Orm,
  which: Owner | "overdue" | { ids: readonly string[] },
): Promise<SessionRow[]> {
  const ofIds = (ids: readonly string[]) => inArray(connectSessions.id, [...ids]);
  const of = which === "overdue" ? isOverdue : "ids" in which ? ofIds(which.ids) : isOwnedBy(which);
  return tx.select().from(connectSessions).where(and(isUndecided, of)).limit(100).for("update", { skipLocked: true });
}

const isOwnedBy = ({ userId, accountId }: Owner) =>
  and(
    eq(connectSessions.userId, userId),
    accountId === null ? isNull(connectSessions.accountId) : eq(connectSessions.accountId, accountId),
  );

/** An owner's session, with its expiry by the database's clock. */
export function findSession(database: Database, owner: Owner, id: string): Promise<SessionState | null> {
  return findWhere(database, and(eq(connectSessions.id, id), isOwnedBy(owner)));
}

/** An account's latest sessions, newest first. Null without such an account. */
export async function listSessions(
  database: Database,
  owner: Owner & { accountId: string },
  limit: number,
): Promise<SessionState[] | null> {
  const rows = await database.orm
    .select({ session: connectSessions, isExpired, isStuck, isOverdue })
    .from(accounts)
    .leftJoin(connectSessions, isOwnedBy(owner))
    .where(and(eq(accounts.userId, owner.userId), eq(accounts.id, owner.accountId), isNull(accounts.erasedAt)))
    .orderBy(desc(connectSessions.createdAt), desc(connectSessions.id))
    .limit(limit);
  if (rows.length === 0) return null;
  return rows.flatMap(({ session, ...state }) => (session ? { ...session, ...state } : []));
}

/** The session behind a page's link. */
export function findByLink(database: Database, linkHashes: readonly string[]): Promise<SessionState | null> {
  return findWhere(database, and(inArray(connectSessions.linkHash, [...linkHashes]), isOfLivingOwner));
}

/** A session with a page by its id, for the browser that began it. */
export function findOfBrowser(
  database: Database,
  id: string,
  browserHashes: readonly string[],
): Promise<SessionState | null> {
  return findWhere(
    database,
    and(eq(connectSessions.id, id), inArray(connectSessions.browserHash, [...browserHashes]), isOfLivingOwner),
  );
}

/** The session of a state that this browser's callback has claimed before, or that its page began. */
export function findByState(
  database: Database,
  stateHashes: readonly string[],
  browserHashes: readonly string[],
): Promise<SessionState | null> {
  return findWhere(
    database,
    and(
      inArray(connectSessions.stateHash, [...stateHashes]),
      inArray(connectSessions.browserHash, [...browserHashes]),
      isOfLivingOwner,
    ),
  );
}

const isExpired = sql<boolean>`(${connectSessions.expiresAt} <= now() and ${connectSessions.replacement} is null)`;

async function findWhere(database: Database, where: SQL | undefined): Promise<SessionState | null> {
  const [row] = await database.orm
    .select({ session: connectSessions, isExpired, isStuck, isOverdue })
    .from(connectSessions)
    .where(where);
  if (!row) return null;
  const { session, ...state } = row;
  return { ...session, ...state };
}

/**
 * Begins another attempt of a session with a page, for the browser that began it or the first one; its earlier states are
 * void. False when it has ended well, is being finished, or belongs to another browser.
 */
export async function beginAttempt(
  database: Database,
  id: string,
  browserHashes: readonly string[],
  attempt: Pick<
    SessionRow,
    "provider" | "auth" | "tenant" | "clientId" | "stateHash" | "verifier" | "scopes" | "pageWindow" | "pageLang"
  >,
): Promise<boolean> {
  const [browserHash] = browserHashes;
  const started = await database.orm
    .update(connectSessions)
    .set({
      ...attempt,
      attempts: sql`${connectSessions.attempts} + 1`,
      browserHash,
      status: "pending",
      claimedAt: null,
      error: null,
      errorDescription: null,
    })
    .where(and(isOpenTo(id, browserHashes), or(eq(connectSessions.status, "failed"), isFree, isStuck)))
    .returning({ id: connectSessions.id });
  return started.length > 0;
}

/** Ends a session with a page as the person's own refusal; false when it has ended, or belongs to another browser. */
export async function cancelSession(
  database: Database,
  id: string,
  browserHashes: readonly string[],
): Promise<boolean> {
  const [browserHash] = browserHashes;
  const cancelled = await database.orm
    .update(connectSessions)
    .set({ status: "failed", error: "access_denied", verifier: null, browserHash })
    .where(and(isOpenTo(id, browserHashes), isFree))
    .returning({ id: connectSessions.id });
  return cancelled.length > 0;
}

const isFree = and(eq(connectSessions.status, "pending"), isNull(connectSessions.claimedAt));

const isOpenTo = (id: string, browserHashes: readonly string[]) =>
  and(
    eq(connectSessions.id, id),
    isNotNull(connectSessions.linkHash),
    or(isNull(connectSessions.browserHash), inArray(connectSessions.browserHash, [...browserHashes])),
    ne(connectSessions.status, "completed"),
    isUnexpired,
    isOfLivingOwner,
  );
