// The refresh lease on an integration's row: who refreshes, since when, and the conditional write of the new pair.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { integrations } from "../db/schema/integrations.ts";
import type { IntegrationRow } from "../integrations/model.ts";

/** The reason an active integration carries while nobody knows whether its refresh token has been spent. */
export const OUTCOME_UNKNOWN = "refresh_outcome_unknown";

/** Longer than the token endpoint's deadline: a shorter lease lets two replicas spend one refresh token. */
const leaseEnd = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Takes the lease and notes the intent before the provider is asked; null when another holds it or the row has changed. */
export async function claimLease(
  database: Pick<Database, "orm">,
  row: IntegrationRow,
  owner: string,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<IntegrationRow | null> {
  const [leased] = await database.orm
    .update(integrations)
    .set({
      leaseOwner: owner,
      leaseUntil: leaseEnd(leaseMs),
      refreshStartedAt: now,
      // An owner that never gave its lease back died within a refresh, or could not store what it got.
      statusReason: sql`case when ${integrations.leaseOwner} is null then ${integrations.statusReason} else ${OUTCOME_UNKNOWN} end`,
    })
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

/** A lease is known by its owner and its start: a late statement about one must not meet the owner's next. */
const held = (row: IntegrationRow, owner: string) =>
  and(
    eq(integrations.id, row.id),
    eq(integrations.epoch, row.epoch),
    eq(integrations.leaseOwner, owner),
    row.refreshStartedAt === null ? undefined : eq(integrations.refreshStartedAt, row.refreshStartedAt),
  );

/** An integration that was given up because nobody knew of a pair lives again with that pair. */
const REVIVED = sql`case when ${integrations.statusReason} = ${OUTCOME_UNKNOWN} then 'active' else ${integrations.status} end`;

/** Prolongs the lease after an exchange whose outcome is unknown, and notes that; null when the lease was lost. */
export async function renewLease(
  database: Database,
  row: IntegrationRow,
  owner: string,
  leaseMs: number,
): Promise<IntegrationRow | null> {
  const [leased] = await database.orm
    .update(integrations)
    .set({ leaseUntil: leaseEnd(leaseMs), statusReason: OUTCOME_UNKNOWN })
    .where(held(row, owner))
    .returning();
  return leased ?? null;
}

/**
 * Writes the new pair under the next epoch; null when the tokens were replaced meanwhile. It does not ask for the lease: a
 * pair that the provider gave is the living one, even where it came so late that the lease had run out.
 */
export async function storeRefreshed(
  database: Database,
  row: IntegrationRow,
  change: Partial<IntegrationRow>,
): Promise<IntegrationRow | null> {
  const [stored] = await database.orm
    .update(integrations)
    .set({
      ...change,
      status: REVIVED,
      epoch: row.epoch + 1,
      leaseOwner: null,
      leaseUntil: null,
      statusReason: null,
    })
    .where(and(eq(integrations.id, row.id), eq(integrations.epoch, row.epoch)))
    .returning();
  return stored ?? null;
}

/** Gives the lease back; nothing happens where it was lost. */
export async function freeLease(
  database: Database,
  row: IntegrationRow,
  owner: string,
  isOutcomeUnknown: boolean,
): Promise<void> {
  const reason = isOutcomeUnknown ? { statusReason: OUTCOME_UNKNOWN } : {};
  await database.orm
    .update(integrations)
    .set({ leaseOwner: null, leaseUntil: null, ...reason })
    .where(held(row, owner));
}
