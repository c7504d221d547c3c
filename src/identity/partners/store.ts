// Rows of partner profiles.
import { and, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { deletion, OF_USER } from "../../foundation/db/erasure-step.ts";
import { partnerBrands } from "../../foundation/db/schema/partner-brands.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { users } from "../../foundation/db/schema/users.ts";
import { type Table, USERS_OWN } from "../../foundation/db/table.ts";

export type PartnerRow = typeof partners.$inferSelect;
export type PartnerListing = PartnerRow & { email: string; paymentState: "ok" | "past_due" };

export async function insertPartner(tx: Orm, row: typeof partners.$inferInsert): Promise<PartnerRow> {
  const [inserted] = await tx.insert(partners).values(row).returning();
  return inserted as PartnerRow;
}

export async function findPartner(database: Database, userId: string): Promise<PartnerRow | null> {
  const [row] = await database.orm.select().from(partners).where(eq(partners.userId, userId));
  return row ?? null;
}

/** Profiles with their users, newest first, 1,000 at most. */
export async function listPartners(database: Database): Promise<PartnerListing[]> {
  const rows = await database.orm
    .select({ partner: partners, email: users.email, paymentState: users.paymentState })
    .from(partners)
    .innerJoin(users, and(eq(users.id, partners.userId), isNull(users.erasedAt)))
    .orderBy(desc(partners.createdAt), partners.userId)
    .limit(1_000);
  return rows.map(({ partner, ...user }) => ({ ...partner, ...user }));
}

/** Profiles whose names begin with the text, in any case, with their users' addresses. */
export async function findPartnersByName(
  { orm }: Pick<Database, "orm">,
  text: string,
  limit: number,
): Promise<{ userId: string; name: string; email: string }[]> {
  const prefix = text.toLowerCase();
  // Ordered by code points, as the index of migration 0079 has it.
  const folded = sql<string>`lower(${partners.name}) collate "C"`;
  return orm
    .select({ userId: partners.userId, name: sql<string>`${partners.name}`, email: users.email })
    .from(partners)
    .innerJoin(users, and(eq(users.id, partners.userId), isNull(users.erasedAt)))
    .where(and(gte(folded, prefix), lt(folded, `${prefix}\u{10ffff}`)))
    .orderBy(folded, partners.userId)
    .limit(limit);
}

/** Changes a user's profile; null when there is none. */
export async function updatePartner(
  tx: Orm,
  userId: string,
  change: Partial<Omit<PartnerRow, "userId" | "createdAt" | "redirectOrigins">>,
): Promise<PartnerRow | null> {
  const [row] = await tx.update(partners).set(change).where(eq(partners.userId, userId)).returning();
  return row ?? null;
}

/** The partner's redirect origins; empty for no restriction, and for a user without a profile. */
export async function findRedirectOrigins(database: Database, userId: string): Promise<string[]> {
  const [row] = await database.orm
    .select({ origins: partners.redirectOrigins })
    .from(partners)
    .where(eq(partners.userId, userId));
  return row?.origins ?? [];
}

export async function setRedirectOrigins(database: Database, userId: string, origins: string[]): Promise<void> {
  await database.orm.update(partners).set({ redirectOrigins: origins }).where(eq(partners.userId, userId));
}

/** Whether evidence of the partner's calls is recorded; false for a user without a profile. */
export async function findRecordEvidence(database: Database, userId: string): Promise<boolean> {
  const [row] = await database.orm
    .select({ isOn: partners.recordEvidence })
    .from(partners)
    .where(eq(partners.userId, userId));
  return row?.isOn ?? false;
}

/** Returns whether that changed anything. */
export async function setRecordEvidence(database: Database, userId: string, isOn: boolean): Promise<boolean> {
  const changed = await database.orm
    .update(partners)
    .set({ recordEvidence: isOn })
    .where(and(eq(partners.userId, userId), eq(partners.recordEvidence, !isOn)))
    .returning({ userId: partners.userId });
  return changed.length > 0;
}

export interface BrandColumns {
  name: string | null;
  color: string | null;
  logo: string | null;
}

/** The partner's brand, empty where none is set, and the name of its profile. */
export async function findBrand(
  database: Database,
  userId: string,
): Promise<BrandColumns & { profileName: string | null }> {
  const { name, color, logo } = partnerBrands;
  const [row] = await database.orm
    .select({ name, color, logo, profileName: partners.name })
    .from(partners)
    .leftJoin(partnerBrands, eq(partnerBrands.userId, partners.userId))
    .where(eq(partners.userId, userId));
  return row ?? { name: null, color: null, logo: null, profileName: null };
}

export async function setBrand(database: Database, userId: string, brand: BrandColumns): Promise<void> {
  const set = { ...brand, updatedAt: sql`now()` };
  await database.orm
    .insert(partnerBrands)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: partnerBrands.userId, set });
}

export const TABLES: readonly Table[] = [
  {
    table: "partners",
    bound: "At most one for each user.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "partner",
        columns:
          "user_id name tier minute_limit month_limit overage_micro_usd status created_at redirect_origins record_evidence",
        owner: USERS_OWN,
        key: [["user_id", "uuid"]],
      },
    },
  },
  {
    table: "partner_brands",
    bound: "At most one for each partner.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "partner_brand",
        columns: "user_id name color logo updated_at",
        owner: USERS_OWN,
        key: [["user_id", "uuid"]],
      },
    },
    erasure: { user: deletion("partner_brands", OF_USER) },
  },
];
