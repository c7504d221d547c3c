// Pages of a partner's accounts by keyset, so that a page costs the same wherever it is: newest first, or those that a text begins.
import { and, asc, desc, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import type { AccountRow } from "./store.ts";

/** The end of a page: in the list, in one of the two parts of a search, or among those with an ended connection. */
export interface AccountPosition {
  in: "newest" | "external_id" | "display_name" | "ended";
  /** The last row's created_at, external_id, folded display_name or end of its connection, as the database writes it. */
  value: string;
  id: string;
}

export interface AccountPage {
  rows: AccountRow[];
  /** Null at the end. */
  after: AccountPosition | null;
}

/** As the index of migration 0037 has it. */
const foldedName = sql<string>`lower(${accounts.displayName}) collate "C"`;
const isOf = (userId: string) => and(eq(accounts.userId, userId), isNull(accounts.erasedAt));
/** No character is beyond the last one, so this is the range of all texts that begin with `prefix`. */
const beginsWith = (text: SQL, prefix: SQL) => sql`(${text} >= ${prefix} and ${text} <= ${prefix} || chr(1114111))`;

/** The accounts after `after`, newest first. */
export async function pageNewest(
  { orm }: Database,
  userId: string,
  { limit, after }: { limit: number; after: AccountPosition | null },
): Promise<AccountPage> {
  const { createdAt, id } = accounts;
  const past = after && sql`(${createdAt}, ${id}) < (${after.value}::timestamptz, ${after.id}::uuid)`;
  // A Date has no microseconds, by which rows of one statement or millisecond may differ.
  const found = await orm
    .select({ row: accounts, value: sql<string>`${createdAt}::text` })
    .from(accounts)
    .where(and(isOf(userId), past ?? undefined))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  return pageOf("newest", found, limit);
}

/** The position of an account in the list. */
export async function newestPosition({ orm }: Database, { id }: AccountRow): Promise<AccountPosition | null> {
  const [found] = await orm
    .select({ value: sql<string>`${accounts.createdAt}::text` })
    .from(accounts)
    .where(eq(accounts.id, id));
  return found ? { in: "newest", ...found, id } : null;
}

/** Accounts whose external_id begins with `text`, then others whose display name does. */
export async function pageSearch(
  database: Database,
  userId: string,
  text: string,
  { limit, after }: { limit: number; after: AccountPosition | null },
): Promise<AccountPage> {
  const first = after?.in === "display_name" ? null : await searchIds(database, userId, text, { limit, after });
  if (first?.after) return first;
  const rows = first?.rows ?? [];
  const left = limit - rows.length;
  const byName = { limit: left, after: first ? null : after };
  const second = await searchNames(database, userId, text, byName);
  const [last] = rows.slice(-1);
  // With no room left the next page begins with the names, if there are any.
  const isFull = left === 0 && second.after !== null && last !== undefined;
  return {
    rows: [...rows, ...second.rows],
    after: isFull ? { in: "external_id", value: last.externalId, id: last.id } : second.after,
  };
}

async function searchIds(
  { orm }: Database,
  userId: string,
  text: string,
  { limit, after }: { limit: number; after: AccountPosition | null },
): Promise<AccountPage> {
  const past = after ? sql`${accounts.externalId} > ${after.value}` : undefined;
  const found = await orm
    .select({ row: accounts, value: accounts.externalId })
    .from(accounts)
    .where(and(isOf(userId), beginsWithText(text), past))
    .orderBy(asc(accounts.externalId))
    .limit(limit + 1);
  return pageOf("external_id", found, limit);
}

const beginsWithText = (text: string) => beginsWith(sql`${accounts.externalId}`, sql`${text}::text`);

async function searchNames(
  { orm }: Database,
  userId: string,
  text: string,
  { limit, after }: { limit: number; after: AccountPosition | null },
): Promise<AccountPage> {
  const past = after ? sql`(${foldedName}, ${accounts.id}) > (${after.value}::text, ${after.id}::uuid)` : undefined;
  const found = await orm
    .select({ row: accounts, value: foldedName })
    .from(accounts)
    .where(and(isOf(userId), beginsWith(foldedName, sql`lower(${text}::text)`), not(beginsWithText(text) as SQL), past))
    .orderBy(sql`${foldedName}`, asc(accounts.id))
    .limit(limit + 1);
  return pageOf("display_name", found, limit);
}

export function pageOf(
  part: AccountPosition["in"],
  found: readonly { row: AccountRow; value: string }[],
  limit: number,
) {
  const visible = found.slice(0, limit);
  const last = visible.at(-1);
  const hasMore = found.length > limit;
  // A page without room for a row still tells whether there are any.
  const value = last?.value ?? "";
  const after: AccountPosition | null = hasMore ? { in: part, value, id: last?.row.id ?? "" } : null;
  return { rows: visible.map(({ row }) => row), after };
}
