// Whoever changes what an owner has locks the owner first, as its erasure does: in one order, nobody waits for each other.
import { and, eq, isNull } from "drizzle-orm";
import type { Orm } from "../../foundation/db/database.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { partners } from "../../foundation/db/schema/partners.ts";
import { users } from "../../foundation/db/schema/users.ts";
import type { Owner } from "../owner.ts";

/** Keeps a user, or an account and its active partner, from erasure until the transaction ends; false where there is none. */
export const lockOwner = (tx: Orm, { userId, accountId }: Owner): Promise<boolean> =>
  accountId === null ? lockUser(tx, userId) : lockAccount(tx, userId, accountId);

async function lockUser(tx: Orm, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for("key share");
  return row !== undefined;
}

/** The lock also serialises the account's grants: of two that find nothing to replace, one would be lost. */
async function lockAccount(tx: Orm, userId: string, id: string): Promise<boolean> {
  const isLiving = isNull(accounts.erasedAt);
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(partners, eq(partners.userId, accounts.userId))
    .where(and(eq(accounts.userId, userId), eq(accounts.id, id), isLiving, eq(partners.status, "active")))
    .for("no key update", { of: accounts });
  return row !== undefined;
}
