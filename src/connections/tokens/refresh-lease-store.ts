// The refresh lease on an integration's row: who refreshes, since when, and the conditional write of the new tokens.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";
import type { IntegrationRow } from "../integrations/model.ts";

/** The status reason of an integration whose refresh token may be used already: no response to a refresh came. */
export const OUTCOME_UNKNOWN = "refresh_outcome_unknown";

/** Longer than the token endpoint's deadline: with a shorter lease two replicas could use one refresh token. */
const leaseEnd = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Acquires the lease before the token request; null when another replica holds it or the row has changed. */
export async function acquireLease(
  database: Pick<Database, "orm">,
  row: IntegrationRow,
  leaseOwner: string,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<IntegrationRow | null> {
  const [leased] = await database.orm
    .update(integrations)
    .set({
      leaseOwner,
      leaseUntil: leaseEnd(leaseMs),
      refreshStartedAt: now,
      // The owner of a lease that was not released died during the refresh, or could not store its tokens.
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

/** A lease is identified by its owner and its start: a late statement must not hit the owner's next lease. */
const hasLease = (row: IntegrationRow, leaseOwner: string) =>
  and(
    eq(integrations.id, row.id),
    eq(integrations.epoch, row.epoch),
    eq(integrations.leaseOwner, leaseOwner),
    row.refreshStartedAt === null ? undefined : eq(integrations.refreshStartedAt, row.refreshStartedAt),
  );

/** An integration that ended because its new tokens were thought lost becomes active again with them. */
const REACTIVATED = sql`case when ${integrations.statusReason} = ${OUTCOME_UNKNOWN} then 'active' else ${integrations.status} end`;

/** Renews the lease after a refresh without a response, and records that; null when the lease was lost. */
export async function renewLease(
  database: Database,
  row: IntegrationRow,
  leaseOwner: string,
  leaseMs: number,
): Promise<IntegrationRow | null> {
  const [leased] = await database.orm
    .update(integrations)
    .set({ leaseUntil: leaseEnd(leaseMs), statusReason: OUTCOME_UNKNOWN })
    .where(hasLease(row, leaseOwner))
    .returning();
  return leased ?? null;
}

/** Writes tokens under the next epoch, also after the lease; null when others replaced them meanwhile. */
export async function updateTokens(
  database: Pick<Database, "orm">,
  row: IntegrationRow,
  change: Partial<IntegrationRow>,
): Promise<IntegrationRow | null> {
  const [updated] = await database.orm
    .update(integrations)
    .set({
      ...change,
      status: REACTIVATED,
      epoch: row.epoch + 1,
      leaseOwner: null,
      leaseUntil: null,
      statusReason: null,
    })
    .where(and(eq(integrations.id, row.id), eq(integrations.epoch, row.epoch)))
    .returning();
  return updated ?? null;
}

/** Releases the lease, unless it was lost. */
export async function releaseLease(
  database: Database,
  row: IntegrationRow,
  leaseOwner: string,
  isOutcomeUnknown: boolean,
): Promise<void> {
  const reason = isOutcomeUnknown ? { statusReason: OUTCOME_UNKNOWN } : {};
  await database.orm
    .update(integrations)
    .set({ leaseOwner: null, leaseUntil: null, ...reason })
    .where(hasLease(row, leaseOwner));
}
