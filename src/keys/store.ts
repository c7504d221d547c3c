// Rows of API keys.
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { apiKeys } from "../db/schema/api-keys.ts";
import { partners } from "../db/schema/partners.ts";
import { users } from "../db/schema/users.ts";
import type { Caller, KeyRow } from "./model.ts";

/** Finds the key with one of these MACs, its user and the user's partner profile. */
export async function findCaller(database: Database, macs: readonly string[]): Promise<Caller | null> {
  const [row] = await database.orm
    .select({
      key: apiKeys,
      tier: users.tier,
      paymentState: users.paymentState,
      partner: { tier: partners.tier, status: partners.status },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(partners, eq(partners.userId, users.id))
    .where(inArray(apiKeys.hash, [...macs]))
    .limit(1);
  return row ? { ...row.key, tier: row.tier, paymentState: row.paymentState, partner: row.partner } : null;
}

export async function insertKey(database: Database, row: typeof apiKeys.$inferInsert): Promise<KeyRow> {
  const [inserted] = await database.orm.insert(apiKeys).values(row).returning();
  return inserted as KeyRow;
}

export function listKeys(database: Database, userId: string): Promise<KeyRow[]> {
  return database.orm
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt))
    .limit(200);
}

/** Returns null where there is no such key; a second revocation keeps the first time. */
export async function markRevoked(database: Database, id: string, at: Date): Promise<KeyRow | null> {
  await database.orm
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  const [row] = await database.orm.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row ?? null;
}

/** Records a key's use, and replaces its MAC by the one under the newest ring key. */
export async function touchKey(database: Database, id: string, mac: string, at: Date): Promise<void> {
  await database.orm.update(apiKeys).set({ lastUsedAt: at, hash: mac }).where(eq(apiKeys.id, id));
}
