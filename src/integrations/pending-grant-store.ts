// Rows of grants that wait to be confirmed. Their time is the database's own, so that replicas agree on which are over.

import { and, eq, lte, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { pendingGrants } from "../db/schema/pending-grants.ts";
import type { Owner } from "../owner.ts";

export type PendingGrantRow = typeof pendingGrants.$inferSelect;

/** What waits for an account; nothing ever does for a user's own integrations. */
const ofOwner = ({ userId, accountId }: Owner) =>
  and(eq(pendingGrants.userId, userId), accountId === null ? sql`false` : eq(pendingGrants.accountId, accountId));
const isOver = lte(pendingGrants.expiresAt, sql`now()`);
export const isPending = sql`${pendingGrants.expiresAt} > now()`;

export async function listPendingGrants(database: Database, owner: Owner): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  return database.orm
    .select()
    .from(pendingGrants)
    .where(and(ofOwner(owner), isPending));
}

/** The grant that waits, kept from others until the transaction ends; null where none does, or its time is over. */
export async function lockPendingGrant(tx: Orm, owner: Owner, provider: string): Promise<PendingGrantRow | null> {
  const [row] = await tx
    .select()
    .from(pendingGrants)
    .where(and(ofOwner(owner), eq(pendingGrants.provider, provider), isPending))
    .for("update");
  return row ?? null;
}

export async function insertPendingGrant(
  tx: Orm,
  row: Omit<typeof pendingGrants.$inferInsert, "expiresAt">,
): Promise<void> {
  await tx.insert(pendingGrants).values(row);
}

/** Deletes what waits for a owner, or for one provider of it, and gives what it was. */
export async function deletePendingGrants(orm: Orm, owner: Owner, provider?: string): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  const ofProvider = provider === undefined ? undefined : eq(pendingGrants.provider, provider);
  return orm
    .delete(pendingGrants)
    .where(and(ofOwner(owner), ofProvider))
    .returning();
}

/** Deletes what nobody has confirmed in time; each row goes to one replica alone. */
export function deleteExpiredGrants(database: Database): Promise<PendingGrantRow[]> {
  return database.orm.delete(pendingGrants).where(isOver).returning();
}
