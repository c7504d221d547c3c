// Rows of connected accounts. Every query also names the partner's user, so that no partner reaches another's rows.
import { and, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { deletion, OF_USER } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { accountCounts } from "../../foundation/db/schema/account-counts.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import type { AccountRef } from "../owner.ts";

export type AccountRow = typeof accounts.$inferSelect;

/** Nothing finds an account whose erasure has begun. */
const isLiving = isNull(accounts.erasedAt);
const ofUser = (userId: string, id: string) => and(eq(accounts.userId, userId), eq(accounts.id, id), isLiving);

/** Rolls back an insert beyond the partner's limit. */
class AccountLimitError extends Error {}

/** Returns null where the partner would then have more than `maxAccounts`. */
export async function insertAccount(
  database: Database,
  row: typeof accounts.$inferInsert,
  maxAccounts: number,
): Promise<AccountRow | null> {
  try {
    return await database.transaction(async (tx) => {
      // Serialises a partner's inserts: two at once would both fit into the last free slot.
      await tx.select().from(partners).where(eq(partners.userId, row.userId)).for("no key update");
      const [inserted] = await tx.insert(accounts).values(row).returning();
      if ((await countAccounts(tx, row.userId)) > maxAccounts) throw new AccountLimitError();
      return inserted as AccountRow;
    });
  } catch (error) {
    if (error instanceof AccountLimitError) return null;
    throw error;
  }
}

/** Counts a partner's accounts from the daily counts. */
export async function countAccounts(orm: Orm, userId: string): Promise<number> {
  const { accounts: count, span } = accountCounts;
  const [row] = await orm
    .select({ total: sql<number>`coalesce(sum(${count}), 0)::integer` })
    .from(accountCounts)
    .where(and(eq(accountCounts.userId, userId), eq(span, "day")));
  return row?.total ?? 0;
}

export async function findAccount(database: Database, userId: string, id: string): Promise<AccountRow | null> {
  const [row] = await database.orm.select().from(accounts).where(ofUser(userId, id));
  return row ?? null;
}

const BY_EXTERNAL_ID = `
  select id, user_id as "userId", external_id as "externalId" from accounts
  where user_id = $1::uuid and external_id = $2 and erased_at is null`;

export async function findByExternalId(database: Database, userId: string, externalId: string) {
  const [row] = await database.query<AccountRef>(BY_EXTERNAL_ID, [userId, externalId]);
  return row ?? null;
}

export async function externalIdOf(database: Database, userId: string, id: string): Promise<string | null> {
  return (await findAccount(database, userId, id))?.externalId ?? null;
}

const SPAN_MS = { hour: 3_600_000, day: 86_400_000 };
interface OffsetPosition {
  /** Accounts in all spans. */
  total: number;
  /** Start of the span that holds the offset; null past the last. */
  startsAt: Date | null;
  /** The span's accounts before the offset. */
  skip: number;
}

/** Finds the day, or the hour of `day`, that holds an offset, newest first, only from the counts. */
async function findOffset(database: Database, userId: string, offset: number, day?: Date): Promise<OffsetPosition> {
  const { startsAt, span, accounts: count } = accountCounts;
  const within = day && and(gte(startsAt, day), lt(startsAt, new Date(day.getTime() + SPAN_MS.day)));
  const spans = database.orm
    .select({
      startsAt,
      through: sql`sum(${count}) over (order by ${startsAt} desc rows unbounded preceding)`.as("through"),
    })
    .from(accountCounts)
    .where(and(eq(accountCounts.userId, userId), eq(span, day ? "hour" : "day"), within))
    .as("spans");
  const [position] = await database.orm
    .select({
      total: sql<number>`coalesce(max(${spans.through}), 0)::integer`,
      before: sql<number>`coalesce(max(${spans.through}) filter (where ${spans.through} <= ${offset}), 0)::integer`,
      startsAt: sql<Date | null>`max(${spans.startsAt}) filter (where ${spans.through} > ${offset})`.mapWith(startsAt),
    })
    .from(spans);
  const { total = 0, before = 0, startsAt: start = null } = position ?? {};
  return { total, startsAt: start, skip: offset - before };
}

/** A page, newest first, and the total. */
export async function listAccounts(
  database: Database,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AccountRow[]; total: number }> {
  const { total, startsAt: day, skip } = await findOffset(database, userId, offset);
  if (!day) return { rows: [], total };
  const { startsAt: hour, skip: skipInHour } = await findOffset(database, userId, skip, day);
  // Without an hour, accounts were deleted meanwhile: the page starts at the next older day.
  const before = hour ? new Date(hour.getTime() + SPAN_MS.hour) : day;
  const rows = await database.orm
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), lt(accounts.createdAt, before), isLiving))
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(limit)
    .offset(hour ? skipInHour : 0);
  return { rows, total };
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

/** Locks the next of a partner's accounts for their erasure: a callback that stores a grant commits first, or finds no account. */
export async function lockAccounts(tx: Orm, userId: string, ids: readonly string[] | null, limit: number) {
  const named = ids === null ? undefined : inArray(accounts.id, [...ids]);
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), named, isLiving))
    .orderBy(accounts.id)
    .limit(limit)
    .for("update");
  return rows.map(({ id }) => id);
}

/** Begins the erasure of accounts. No external_id has a control character, so the new ones are nobody's. */
export async function markAccountsErased(tx: Orm, userId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(accounts)
    .set({ externalId: sql`chr(1) || ${accounts.id}`, displayName: null, metadata: {}, erasedAt: at })
    .where(and(eq(accounts.userId, userId), inArray(accounts.id, [...ids])));
}

/** Accounts deleted by one statement, with what little still refers to them. */
const ROWS_OF_ACCOUNTS = 100;

export const TABLES: readonly Table[] = [
  {
    table: "accounts",
    bound: "Partners add and remove them, as many as the operator allows.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "account",
        columns: "id user_id external_id display_name metadata created_at",
        omitted: "erased_at",
        owner: "user_id = $1::text::uuid and ($2::text is null or id = $2::text::uuid) and erased_at is null",
        key: BY_ID,
      },
    },
    erasure: {
      user: deletion("accounts", OF_USER, { limit: ROWS_OF_ACCOUNTS }),
      account: deletion("accounts", "user_id = $1::text::uuid and id = $2::text::uuid", { step: "account" }),
    },
  },
  {
    table: "account_counts",
    bound: "One for each day and hour in which a still existing account was added.",
    aged: [{ since: "starts_at", stayMs: 2 * DAY_MS, only: "accounts = 0" }],
    personal: { erasure: "deleted", why: "How many accounts there are by hour; each is exported." },
    erasure: { user: deletion("account_counts", OF_USER) },
  },
];
