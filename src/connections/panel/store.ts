// Rows of panel sessions. They expire by the database's clock, so that replicas agree.
import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { ofBoth } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { panelSessions } from "../../foundation/db/schema/panel-sessions.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";

export type PanelSession = typeof panelSessions.$inferSelect;
type AccountOwner = Pick<PanelSession, "userId" | "accountId">;

/** Requests of one session: far more than a person makes in an hour, and a bound for whoever has stolen it. */
export const MAX_REQUESTS = 500;

/** `expiresIn` is in seconds. */
export async function insertPanelSession(
  tx: Orm,
  row: Omit<typeof panelSessions.$inferInsert, "expiresAt">,
  expiresIn: number,
): Promise<PanelSession> {
  const expiresAt = sql`now() + ${expiresIn}::int * interval '1 second'`;
  const [inserted] = await tx
    .insert(panelSessions)
    .values({ ...row, expiresAt })
    .returning();
  return inserted as PanelSession;
}

/** Ends an account's session; false where there is none that has not ended. */
export async function revokePanelSession(tx: Orm, owner: AccountOwner, id: string): Promise<boolean> {
  const revoked = await tx
    .update(panelSessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(panelSessions.id, id),
        eq(panelSessions.userId, owner.userId),
        eq(panelSessions.accountId, owner.accountId),
        isNull(panelSessions.revokedAt),
        sql`${panelSessions.expiresAt} > now()`,
      ),
    )
    .returning({ id: panelSessions.id });
  return revoked.length > 0;
}

/** What names a session: its token, or the id in a form of the panel. */
export type PanelKey = { tokenHashes: readonly string[] } | { id: string };

const isNamed = (key: PanelKey) =>
  "id" in key
    ? and(eq(panelSessions.id, key.id), isNotNull(panelSessions.openerHash))
    : inArray(panelSessions.tokenHash, [...key.tokenHashes]);

/** Why a session cannot be used; null where it can. */
export type PanelRefusal = "token_unknown" | "token_expired" | "token_revoked" | "token_used" | "too_many_requests";

/** Owners whose erasure has begun, whose partner is suspended or who have not paid have no panels. */
const isOfServedOwner = sql`exists (
    select 1 from users join partners on partners.user_id = users.id
    where users.id = ${panelSessions.userId} and users.erased_at is null and users.payment_state = 'ok'
      and partners.status = 'active')
  and exists (select 1 from accounts where accounts.id = ${panelSessions.accountId} and accounts.erased_at is null)`;

/** Counts a request of the session; the element that opens it first is from then on the only one. Null where it cannot be used. */
export async function usePanelSession(
  database: Database,
  key: PanelKey,
  openerHashes: readonly string[],
): Promise<PanelSession | null> {
  const [used] = await database.orm
    .update(panelSessions)
    .set({
      requests: sql`${panelSessions.requests} + 1`,
      openerHash: sql`coalesce(${panelSessions.openerHash}, ${openerHashes[0] ?? null})`,
    })
    .where(
      and(
        isNamed(key),
        isNull(panelSessions.revokedAt),
        sql`${panelSessions.expiresAt} > now()`,
        lt(panelSessions.requests, MAX_REQUESTS),
        "id" in key ? undefined : isOpenTo(openerHashes),
        isOfServedOwner,
      ),
    )
    .returning();
  return used ?? null;
}

const isOpenTo = (hashes: readonly string[]): SQL | undefined =>
  or(isNull(panelSessions.openerHash), inArray(panelSessions.openerHash, [...hashes]));

/** The session with the reason why it cannot be used; null where no session of a served account has this key. */
export async function lookAtPanelSession(
  database: Database,
  key: PanelKey,
  openerHashes: readonly string[],
): Promise<{ session: PanelSession; refusal: PanelRefusal | null } | null> {
  const [found] = await database.orm
    .select({ session: panelSessions, isExpired: sql<boolean>`${panelSessions.expiresAt} <= now()` })
    .from(panelSessions)
    .where(and(isNamed(key), isOfServedOwner));
  if (!found) return null;
  const { session, isExpired } = found;
  const isOfOther = session.openerHash !== null && !openerHashes.includes(session.openerHash);
  if (session.revokedAt !== null) return { session, refusal: "token_revoked" };
  if (isExpired) return { session, refusal: "token_expired" };
  if (!("id" in key) && isOfOther) return { session, refusal: "token_used" };
  return { session, refusal: session.requests >= MAX_REQUESTS ? "too_many_requests" : null };
}

export const TABLES: readonly Table[] = [
  {
    table: "panel_sessions",
    macs: [{ column: "token_hash", only: "revoked_at is null and expires_at > $1::timestamptz", movedBy: "expiry" }],
    bound: "A panel session is deleted a day after it expired.",
    aged: [{ since: "expires_at", stayMs: DAY_MS }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "panel_session",
        columns:
          "id user_id account_id providers origins redirect_url confirm requests created_at expires_at revoked_at",
        omitted: "token_hash opener_hash",
        key: BY_ID,
      },
    },
    erasure: ofBoth("panel_sessions"),
  },
];
