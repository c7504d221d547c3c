// Rows of connected accounts. Every query names the partner's user beside the account, so that none reaches another's.
import { and, count, desc, eq } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { accounts } from "../db/schema/accounts.ts";
import { partners } from "../db/schema/partners.ts";

export type AccountRow = typeof accounts.$inferSelect;

const ofUser = (userId: string, id: string) => and(eq(accounts.userId, userId), eq(accounts.id, id));

export async function insertAccount(database: Database, row: typeof accounts.$inferInsert): Promise<AccountRow> {
  const [inserted] = await database.orm.insert(accounts).values(row).returning();
  return inserted as AccountRow;
}

export async function findAccount(database: Database, userId: string, id: string): Promise<AccountRow | null> {
  const [row] = await database.orm.select().from(accounts).where(ofUser(userId, id));
  return row ?? null;
}

export async function findByExternalId(database: Database, userId: string, externalId: string) {
  const { id, userId: ofPartner, externalId: name } = accounts;
  const [row] = await database.orm
    .select({ id, userId: ofPartner, externalId: name })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.externalId, externalId)));
  return row ?? null;
}

export async function externalIdOf(database: Database, userId: string, id: string): Promise<string | null> {
  return (await findAccount(database, userId, id))?.externalId ?? null;
}

/** A page, newest first, and how many there are in all. */
export async function listAccounts(
  database: Database,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const own = eq(accounts.userId, userId);
  const [total] = await database.orm.select({ total: count() }).from(accounts).where(own);
  const rows = await database.orm
    .select()
    .from(accounts)
    .where(own)
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: total?.total ?? 0 };
}

export async function updateAccount(
  database: Database,
  userId: string,
  id: string,
  change: Partial<Pick<AccountRow, "displayName" | "metadata">>,
): Promise<AccountRow | null> {
  const [row] = await database.orm.update(accounts).set(change).where(ofUser(userId, id)).returning();
  return row ?? null;
}

/** Locks an account of an active partner against its deletion until the transaction ends; false where there is none. */
export async function holdAccount(tx: Orm, userId: string, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(partners, eq(partners.userId, accounts.userId))
    .where(and(ofUser(userId, id), eq(partners.status, "active")))
    .for("key share", { of: accounts });
  return row !== undefined;
}

/** Locks an account for its deletion: a callback that stores a grant ends first, a later one finds nothing. */
export async function lockAccount(tx: Orm, userId: string, id: string): Promise<AccountRow | null> {
  const [row] = await tx.select().from(accounts).where(ofUser(userId, id)).for("update");
  return row ?? null;
}

export async function deleteAccount(tx: Orm, userId: string, id: string): Promise<void> {
  await tx.delete(accounts).where(ofUser(userId, id));
}
