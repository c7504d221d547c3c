// Rows of the operator's tiers, and whether anybody has one.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { tiers } from "../../foundation/db/schema/tiers.ts";
import { users } from "../../foundation/db/schema/users.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Surface } from "../../identity/owner.ts";
import type { TierRow } from "./resolve.ts";

const named = (surface: Surface, name: string) => and(eq(tiers.surface, surface), eq(tiers.name, name));

export function listTierRows(database: Database): Promise<TierRow[]> {
  return database.orm.select().from(tiers).orderBy(asc(tiers.surface), asc(tiers.name));
}

export async function upsertTier(database: Database, row: typeof tiers.$inferInsert): Promise<void> {
  const { surface, name, ...numbers } = row;
  await database.orm
    .insert(tiers)
    .values(row)
    .onConflictDoUpdate({ target: [tiers.surface, tiers.name], set: { ...numbers, changedAt: sql`now()` } });
}

/** Locks a tier: for `share`, so that it stays while somebody gets it; for `update`, so that nobody gets it meanwhile. */
export async function lockTier(
  tx: Orm,
  surface: Surface,
  name: string,
  strength: "share" | "update",
): Promise<boolean> {
  const rows = await tx.select({ name: tiers.name }).from(tiers).where(named(surface, name)).for(strength);
  return rows.length > 0;
}

/** The first who have an added tier, by e-mail address. */
export async function holdersOf(tx: Orm, surface: Surface, name: string): Promise<string[]> {
  const ofUsers = tx.select({ email: users.email }).from(users);
  const isLiving = isNull(users.erasedAt);
  // The conditions of the indexes.
  const isAdded =
    surface === "user"
      ? sql`${users.tier} not in ('free', 'pro', 'team')`
      : sql`${partners.tier} not in ('free', 'pro', 'enterprise')`;
  const rows =
    surface === "user"
      ? await ofUsers.where(and(eq(users.tier, name), isAdded, isLiving)).limit(3)
      : await ofUsers
          .innerJoin(partners, eq(partners.userId, users.id))
          .where(and(eq(partners.tier, name), isAdded, isLiving))
          .limit(3);
  return rows.map(({ email }) => email);
}

export async function deleteTierRow(tx: Orm, surface: Surface, name: string): Promise<void> {
  await tx.delete(tiers).where(named(surface, name));
}

export const TABLES: readonly Table[] = [
  {
    table: "tiers",
    bound: "The operator adds and removes them.",
    personal: { erasure: "none", why: "The operator's." },
  },
];
