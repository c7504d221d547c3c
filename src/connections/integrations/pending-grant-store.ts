// Rows of pending grants. They expire by the database's clock, so that replicas agree.
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { bounded, type TableRetention } from "../../foundation/db/retention.ts";
import { pendingGrants } from "../../foundation/db/schema/pending-grants.ts";
import type { Owner } from "../../identity/owner.ts";

export type PendingGrantRow = typeof pendingGrants.$inferSelect;

/** Only accounts have pending grants, never a user's own integrations. */
const ofOwner = ({ userId, accountId }: Owner) =>
  and(eq(pendingGrants.userId, userId), accountId === null ? sql`false` : eq(pendingGrants.accountId, accountId));
export const isPending = sql`${pendingGrants.expiresAt} > now()`;

export async function listPendingGrants(database: Database, owner: Owner): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  return database.orm
    .select()
    .from(pendingGrants)
    .where(and(ofOwner(owner), isPending));
}

/** The pending grants of several of a user's accounts. */
export async function listPendingGrantsOf(
  database: Database,
  userId: string,
  accountIds: readonly string[],
): Promise<PendingGrantRow[]> {
  return database.orm
    .select()
    .from(pendingGrants)
    .where(and(eq(pendingGrants.userId, userId), inArray(pendingGrants.accountId, [...accountIds]), isPending));
}

/** Locks the pending grant until the transaction ends; null when there is none, or it has expired. */
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

/** Deletes an owner's pending grants, or those of one provider, and returns them. */
export async function deletePendingGrants(orm: Orm, owner: Owner, provider?: string): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  const ofProvider = provider === undefined ? undefined : eq(pendingGrants.provider, provider);
  return orm
    .delete(pendingGrants)
    .where(and(ofOwner(owner), ofProvider))
    .returning();
}

/** Deletes the grants that nobody has confirmed in time; exactly one replica gets each row. */
export function deleteExpiredPendingGrants(tx: Orm): Promise<PendingGrantRow[]> {
  return tx.delete(pendingGrants).where(lte(pendingGrants.expiresAt, sql`now()`)).returning();
}

export const RETENTION: readonly TableRetention[] = [
  bounded("integrations", "One for each owner and provider; deleted when disconnected, or with the owner."),
  bounded("pending_grants", "A grant that its partner does not confirm is deleted after 30 minutes."),
];
