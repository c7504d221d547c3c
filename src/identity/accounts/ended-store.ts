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
/** As the index of migration 0073 has it. */
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
          eq(newer.accountId, integrations.accountId),
          isEnded(newer),
          sql`(${newer.updatedAt}, ${newer.id}) > (${integrations.updatedAt}, ${integrations.id})`,
        ),
      ),
  );

const isOf = (database: Database, userId: string): SQL | undefined =>
  and(eq(integrations.userId, userId), isEnded(integrations), isLatest(database), isNull(accounts.erasedAt));

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
    .where(and(isOf(database, userId), past))
    .orderBy(desc(updatedAt), desc(accountId))
    .limit(limit + 1);
  return pageOf("ended", found, limit);
}

/** How many there are; `MAX_COUNTED` stands for that many or more. */
export async function countEnded(database: Database, userId: string): Promise<number> {
  const found = database.orm
    .select({ id: integrations.id })
    .from(integrations)
    .innerJoin(accounts, eq(accounts.id, integrations.accountId))
    .where(isOf(database, userId))
    .orderBy(desc(integrations.updatedAt), desc(integrations.accountId))
    .limit(MAX_COUNTED)
    .as("found");
  const [row] = await database.orm.select({ count: sql<number>`count(*)::integer` }).from(found);
  return row?.count ?? 0;
}
