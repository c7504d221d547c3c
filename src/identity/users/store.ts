// Rows of users.
import { and, desc, eq, gt, gte, isNull, lt, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { deletion } from "../../foundation/db/erasure-step.ts";
import { users } from "../../foundation/db/schema/users.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";

export type UserRow = typeof users.$inferSelect;

/** Nothing finds a user whose erasure has begun. */
const isLiving = isNull(users.erasedAt);

export async function insertUser(tx: Orm, row: typeof users.$inferInsert): Promise<UserRow> {
  const [inserted] = await tx.insert(users).values(row).returning();
  return inserted as UserRow;
}

/** Ignores the case of the address. */
export async function findByEmail(database: Database, email: string): Promise<UserRow | null> {
  const isNamed = sql`lower(${users.email}) = lower(${email})`;
  const [row] = await database.orm.select().from(users).where(and(isNamed, isLiving));
  return row ?? null;
}

export async function findById(database: Database, id: string): Promise<UserRow | null> {
  const [row] = await database.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isLiving));
  return row ?? null;
}

/** Begins a user's erasure: its address is free for others from now on. False where there is no such user. */
export async function markUserErased(tx: Orm, userId: string, at: Date): Promise<boolean> {
  // The strongest lock: rows that refer to the user are inserted before it or not at all while it is held.
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isLiving))
    .for("update");
  if (!row) return false;
  await tx
    .update(users)
    .set({ email: `${userId}@erased.invalid`, erasedAt: at })
    .where(eq(users.id, userId));
  return true;
}

/** The position after this user, at which a list continues. */
export interface UserPosition {
  /** As the database writes it, with microseconds. */
  at: string;
  id: string;
  /** In small letters. */
  address: string;
}

export interface UserFilter {
  /** How the e-mail address begins, in any case. */
  email?: string;
  after: UserPosition | null;
  limit: number;
}

/** Users that fit, each with its position: newest first, but by their address where its beginning is known. */
export async function listUsers(
  database: Database,
  { email, after, limit }: UserFilter,
): Promise<{ row: UserRow; position: UserPosition }[]> {
  const prefix = email?.toLowerCase();
  // Ordered by code points: in another order, a prefix is not a range of the index.
  const address = sql`lower(${users.email}) collate "C"`;
  const rows = await database.orm
    .select({ row: users, at: sql<string>`${users.createdAt}::text`, address: sql<string>`lower(${users.email})` })
    .from(users)
    .where(
      and(
        isLiving,
        prefix ? and(gte(address, prefix), lt(address, `${prefix}\u{10ffff}`)) : undefined,
        after && prefix ? gt(address, after.address) : undefined,
        after && !prefix
          ? sql`(${users.createdAt}, ${users.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(...(prefix ? [address] : [desc(users.createdAt), desc(users.id)]))
    .limit(limit);
  return rows.map(({ row, at, address }) => ({ row, position: { at, id: row.id, address } }));
}

export async function updateUser(
  tx: Orm,
  id: string,
  change: Partial<Omit<UserRow, "id" | "email" | "createdAt">>,
): Promise<UserRow> {
  const [row] = await tx.update(users).set(change).where(eq(users.id, id)).returning();
  return row as UserRow;
}

export const TABLES: readonly Table[] = [
  {
    table: "users",
    bound: "The operator adds and erases them.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "user",
        columns: "id email tier minute_limit day_limit payment_state created_at",
        omitted: "erased_at",
        owner: "id = $1::text::uuid and $2::text is null",
        key: BY_ID,
      },
    },
    erasure: { user: deletion("users", "id = $1::text::uuid and $2::text is null", { step: "user" }) },
  },
];
