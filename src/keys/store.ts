// Rows of API keys.
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../db/database.ts";
import { apiKeys } from "../db/schema/api-keys.ts";
import { partners } from "../db/schema/partners.ts";
import { tiers } from "../db/schema/tiers.ts";
import { users } from "../db/schema/users.ts";
import { partnerLimits, userLimits } from "../tiers/resolve.ts";
import type { Caller, KeyRow } from "./model.ts";

const userTiers = alias(tiers, "user_tiers");
const partnerTiers = alias(tiers, "partner_tiers");

/** Finds the key with one of these MACs, its user, the user's partner profile, and the limits of both. */
export async function findCaller(database: Database, macs: readonly string[]): Promise<Caller | null> {
  const [row] = await database.orm
    .select({ key: apiKeys, user: users, partner: partners, userTier: userTiers, partnerTier: partnerTiers })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(partners, eq(partners.userId, users.id))
    .leftJoin(userTiers, and(eq(userTiers.surface, "user"), eq(userTiers.name, users.tier)))
    .leftJoin(partnerTiers, and(eq(partnerTiers.surface, "partner"), eq(partnerTiers.name, partners.tier)))
    .where(inArray(apiKeys.hash, [...macs]))
    .limit(1);
  if (!row) return null;
  const { key, user, partner, userTier, partnerTier } = row;
  return {
    ...key,
    tier: user.tier,
    limits: userLimits(user.tier, userTier, user),
    paymentState: user.paymentState,
    partner: partner && {
      tier: partner.tier,
      limits: partnerLimits(partner.tier, partnerTier, partner),
      status: partner.status,
    },
  };
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
