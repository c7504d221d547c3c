// Rows of revocations: grants that are deleted here and have not ended at their provider yet.
import { eq, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { revocations } from "../../foundation/db/schema/revocations.ts";

export type RevocationRow = typeof revocations.$inferSelect;

export async function insertRevocations(tx: Orm, rows: (typeof revocations.$inferInsert)[]): Promise<RevocationRow[]> {
  return rows.length === 0 ? [] : tx.insert(revocations).values(rows).returning();
}

/** How a grant ended at its provider, for the report of a revocation run. */
export interface ProviderEnd {
  end: "ended" | "no_endpoint" | "shared" | "failed";
  detail: string | null;
  /** Unix milliseconds. */
  at: number;
}

/** The item of a revocation run that a row belongs to, if there is one, in the statement that deletes the row. */
const NOTED = `noted as (update revocation_items set provider_end = $2, detail = $3, provider_end_at = $4::text::timestamptz
  where revocation_id in (select id from gone) and provider_end = 'trying')`;

export async function deleteRevocation(
  database: Pick<Database, "query">,
  id: string,
  { end, detail, at }: ProviderEnd,
): Promise<void> {
  await database.query(
    `with gone as (delete from revocations where id = $1::uuid returning id), ${NOTED} select 1 as one from gone`,
    [id, end, detail, isoOf(at)],
  );
}

/** Deletes the row and its tokens unused; the erasure of its owner, if there is one, counts it. */
export async function abandonRevocation(
  database: Pick<Database, "query">,
  { id, userId, accountId }: Pick<RevocationRow, "id" | "userId" | "accountId">,
  { detail, at }: Pick<ProviderEnd, "detail" | "at">,
): Promise<void> {
  await database.query(
    `with gone as (delete from revocations where id = $1::uuid returning id), ${NOTED}
     update erasures set abandoned_grants = abandoned_grants + 1
     where user_id = $5::uuid and (account_id is null or account_id = $6::uuid) and state = 'due'
       and exists (select 1 from gone)`,
    [id, "failed", detail, isoOf(at), userId, accountId],
  );
}

/** Notes why the last attempt failed, for the report of a run whose grant is still tried. */
export async function noteAttempt(database: Pick<Database, "query">, id: string, detail: string): Promise<void> {
  await database.query(
    "update revocation_items set detail = $2 where revocation_id = $1::uuid and provider_end = 'trying'",
    [id, detail],
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
  { now, leaseMs, limit, firstOfRun }: { now: number; leaseMs: number; limit: number; firstOfRun?: string },
): Promise<RevocationRow[]> {
  const at = new Date(now).toISOString();
  // The first attempts of a revocation run are its own, whenever it comes to them.
  const isDue =
    firstOfRun === undefined
      ? sql`next_at <= ${at}::timestamptz`
      : sql`attempts = 0 and id in (select revocation_id from revocation_items
          where run_id = ${firstOfRun}::uuid and provider_end = 'trying')`;
  const due = sql`(select id from revocations where ${isDue}
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
