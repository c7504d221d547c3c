// Rows of grants that wait to be confirmed. Their time is the database's own, so that replicas agree on which are over.
import { and, eq, lte, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { waitingGrants } from "../db/schema/pending-grants.ts";
import type { SubjectKey } from "./model.ts";

export type WaitingRow = typeof waitingGrants.$inferSelect;

/** What waits for an account; nothing ever does for a user's own integrations. */
const ofSubject = ({ userId, accountId }: SubjectKey) =>
  and(eq(waitingGrants.userId, userId), accountId === null ? sql`false` : eq(waitingGrants.accountId, accountId));
const isOver = lte(waitingGrants.expiresAt, sql`now()`);
export const isWaiting = sql`${waitingGrants.expiresAt} > now()`;

export async function listWaiting(database: Database, subject: SubjectKey): Promise<WaitingRow[]> {
  if (subject.accountId === null) return [];
  return database.orm
    .select()
    .from(waitingGrants)
    .where(and(ofSubject(subject), isWaiting));
}

/** The grant that waits, kept from others until the transaction ends; null where none does, or its time is over. */
export async function lockWaiting(tx: Orm, subject: SubjectKey, provider: string): Promise<WaitingRow | null> {
  const [row] = await tx
    .select()
    .from(waitingGrants)
    .where(and(ofSubject(subject), eq(waitingGrants.provider, provider), isWaiting))
    .for("update");
  return row ?? null;
}

export async function insertWaiting(tx: Orm, row: Omit<typeof waitingGrants.$inferInsert, "expiresAt">): Promise<void> {
  await tx.insert(waitingGrants).values(row);
}

/** Deletes what waits for a subject, or for one provider of it, and gives what it was. */
export async function takeWaiting(orm: Orm, subject: SubjectKey, provider?: string): Promise<WaitingRow[]> {
  if (subject.accountId === null) return [];
  const ofProvider = provider === undefined ? undefined : eq(waitingGrants.provider, provider);
  return orm
    .delete(waitingGrants)
    .where(and(ofSubject(subject), ofProvider))
    .returning();
}

/** Deletes what nobody has confirmed in time; each row goes to one replica alone. */
export function takeUnconfirmed(database: Database): Promise<WaitingRow[]> {
  return database.orm.delete(waitingGrants).where(isOver).returning();
}
