// Rows of revocations: grants that are deleted here and have not ended at their provider yet.
import { eq, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { revocations } from "../../foundation/db/schema/revocations.ts";

export type RevocationRow = typeof revocations.$inferSelect;

export async function insertRevocations(tx: Orm, rows: (typeof revocations.$inferInsert)[]): Promise<RevocationRow[]> {
  return rows.length === 0 ? [] : tx.insert(revocations).values(rows).returning();
}

export async function deleteRevocation(database: Pick<Database, "orm">, id: string): Promise<void> {
  await database.orm.delete(revocations).where(eq(revocations.id, id));
}

/** Deletes the row and its tokens unused; the erasure of its owner, if there is one, counts it. */
export async function abandonRevocation(
  database: Pick<Database, "query">,
  { id, userId, accountId }: Pick<RevocationRow, "id" | "userId" | "accountId">,
): Promise<void> {
  await database.query(
    `with gone as (delete from revocations where id = $1::uuid returning 1)
     update erasures set abandoned_grants = abandoned_grants + 1
     where user_id = $2::uuid and (account_id is null or account_id = $3::uuid) and state = 'due'
       and exists (select 1 from gone)`,
    [id, userId, accountId],
  );
}

export async function postponeRevocation(
  database: Pick<Database, "orm">,
  { id, attempts }: Pick<RevocationRow, "id" | "attempts">,
  nextAt: Date,
): Promise<void> {
  const change = { attempts: attempts + 1, nextAt, leaseUntil: null };
  await database.orm.update(revocations).set(change).where(eq(revocations.id, id));
}

/** Claims due rows; a process that dies leaves them to others when the lease ends. */
export async function claimRevocations(
  database: Pick<Database, "orm">,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<RevocationRow[]> {
  const at = new Date(now).toISOString();
  const due = sql`(select id from revocations where next_at <= ${at}::timestamptz
    and (lease_until is null or lease_until <= ${at}::timestamptz)
    order by next_at limit ${limit} for update skip locked)`;
  return database.orm
    .update(revocations)
    .set({ leaseUntil: new Date(now + leaseMs) })
    .where(sql`${revocations.id} in ${due}`)
    .returning();
}

/** Whether grants of the user, or of the one account, have not ended at their provider yet. */
export async function hasRevocations(
  database: Pick<Database, "query">,
  userId: string,
  accountId: string | null,
): Promise<boolean> {
  const [left] = await database.query<{ one: number }>(
    "select 1 as one from revocations where user_id = $1::uuid and ($2::uuid is null or account_id = $2::uuid) limit 1",
    [userId, accountId],
  );
  return left !== undefined;
}
