// The refresh lease on an integration's row: who refreshes, since when, and the conditional write of the new pair.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { integrations } from "../db/schema/integrations.ts";
import type { IntegrationRow } from "../integrations/model.ts";

/** Longer than the token endpoint's deadline: a shorter lease lets two replicas spend one refresh token. */
const LEASE = sql`interval '20 seconds'`;

/** Takes the lease and notes the intent before the provider is asked; null when another holds it or the row has changed. */
export async function claimLease(
  database: Database,
  row: IntegrationRow,
  owner: string,
  now: Date,
): Promise<IntegrationRow | null> {
  const [leased] = await database.orm
    .update(integrations)
    .set({ leaseOwner: owner, leaseUntil: sql`now() + ${LEASE}`, refreshStartedAt: now })
    .where(
      and(
        eq(integrations.id, row.id),
        eq(integrations.epoch, row.epoch),
        eq(integrations.status, "active"),
        sql`(${integrations.leaseUntil} is null or ${integrations.leaseUntil} < now())`,
      ),
    )
    .returning();
  return leased ?? null;
}

const held = (row: IntegrationRow, owner: string) =>
  and(eq(integrations.id, row.id), eq(integrations.epoch, row.epoch), eq(integrations.leaseOwner, owner));

/** Writes the new pair under the next epoch; null when the lease was lost. */
export async function storeRefreshed(
  database: Database,
  row: IntegrationRow,
  owner: string,
  change: Partial<IntegrationRow>,
): Promise<IntegrationRow | null> {
  const [stored] = await database.orm
    .update(integrations)
    .set({ ...change, epoch: row.epoch + 1, leaseOwner: null, leaseUntil: null })
    .where(held(row, owner))
    .returning();
  return stored ?? null;
}

export async function freeLease(database: Database, row: IntegrationRow, owner: string): Promise<void> {
  await database.orm.update(integrations).set({ leaseOwner: null, leaseUntil: null }).where(held(row, owner));
}
