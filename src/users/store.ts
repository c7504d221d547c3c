// Rows of users.
import { desc, eq, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { users } from "../db/schema/users.ts";

export type UserRow = typeof users.$inferSelect;

export async function insertUser(tx: Orm, row: typeof users.$inferInsert): Promise<UserRow> {
  const [inserted] = await tx.insert(users).values(row).returning();
  return inserted as UserRow;
}

/** Ignores the case of the address. */
export async function findByEmail(database: Database, email: string): Promise<UserRow | null> {
  const [row] = await database.orm.select().from(users).where(sql`lower(${users.email}) = lower(${email})`);
  return row ?? null;
}

export async function findById(database: Database, id: string): Promise<UserRow | null> {
  const [row] = await database.orm.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

export function listUsers(database: Database): Promise<UserRow[]> {
  return database.orm.select().from(users).orderBy(desc(users.createdAt), users.id).limit(1_000);
}

export async function updateUser(
  tx: Orm,
  id: string,
  change: Partial<Omit<UserRow, "id" | "email" | "createdAt">>,
): Promise<UserRow> {
  const [row] = await tx.update(users).set(change).where(eq(users.id, id)).returning();
  return row as UserRow;
}
