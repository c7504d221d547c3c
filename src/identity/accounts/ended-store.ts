// Accounts with a connection that expired or was revoked: a page of them, and how many there are up to a bound.
import { and, desc, eq, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../foundation/db/database.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";
import { type AccountPage, type AccountPosition, pageOf } from "./page-store.ts";

/** A count stops here, so that it costs the same however many there are. */
export const MAX_COUNTED = 1_000;

const newer = alias(integrations, "newer");
/** As the indexes of migrations 0073 and 0080 have it. */
const isEnded = ({ accountId, status }: typeof integrations | typeof newer) =>
  and(isNotNull(accountId), sql`${status} in ('expired', 'revoked')`);

/** An account's latest ended connection alone, so that an account with several is listed once. */
const isLatest = ({ orm }: Database) =>
  notExists(
    orm
      .select({ id: newer.id })
      .from(newer)
      .where(
        and(
          // The user is the account's in any case; with it the index of migration 0080 finds the account at once.
          eq(newer.userId, integrations.userId),
          eq(newer.accountId, integrations.accountId),
          isEnded(newer),
          sql`(${newer.updatedAt}, ${newer.id}) > (${integrations.updatedAt}, ${integrations.id})`,
        ),
      ),
  );

const isOf = (userId: string): SQL | undefined =>
  and(eq(integrations.userId, userId), isEnded(integrations), isNull(accounts.erasedAt));

/** The accounts after `after`, those whose connection ended most recently first. */
export async function pageEnded(
  database: Database,
  userId: string,
  { limit, after }: { limit: number; after: AccountPosition | null },
): Promise<AccountPage> {
  const { updatedAt, accountId } = integrations;
  const past = after ? sql`(${updatedAt}, ${accountId}) < (${after.value}::timestamptz, ${after.id}::uuid)` : undefined;
  const found = await database.orm
    .select({ row: accounts, value: sql<string>`${updatedAt}::text` })
    .from(integrations)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(and(isOf(userId), isLatest(database), past))
    .orderBy(desc(updatedAt), desc(accountId))
    .limit(limit + 1);
  return pageOf("ended", found, limit);
}

/** How many there are; `MAX_COUNTED` stands for that many or more. */
export async function countEnded({ orm }: Pick<Database, "orm">, userId: string): Promise<number> {
  const found = orm
    .selectDistinct({ accountId: integrations.accountId })
    .from(integrations)
    .innerJoin(accounts, eq(accounts.id, integrations.accountId))
    .where(isOf(userId))
    .orderBy(integrations.accountId)
    .limit(MAX_COUNTED)
    .as("found");
  const [row] = await orm.select({ count: sql<number>`count(*)::integer` }).from(found);
  return row?.count ?? 0;
}
