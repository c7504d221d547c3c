// Rows of sources: triggered, planned and ended. Claims of due ones are in claim-store.ts.
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { sources } from "../../foundation/db/schema/event-sources.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { keyPart, ROW_ID } from "../../foundation/vault/sealed-column.ts";
import { sourceSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Owner } from "../../identity/owner.ts";

export type SourceRow = typeof sources.$inferSelect;
export type NewSource = typeof sources.$inferInsert;

/** What a source that works has. */
export const NO_ERROR = { errorCode: null, error: null, failedAt: null };

/** Lets sources be polled at once, by their integration and name. A trigger that comes while a poll runs is not lost. */
export async function triggerPolls(
  tx: Orm,
  triggered: readonly { integrationId: string; name: string }[],
  now: number,
): Promise<void> {
  if (triggered.length === 0) return;
  const rows = triggered.map(({ integrationId, name }) => ({ integration_id: integrationId, name }));
  // A source that has no poll, or is not planned for one now, has no next_at. The order prevents deadlocks.
  await tx.execute(sql`
    with triggered as (
      select s.id from event_sources s
      join (select distinct integration_id, name from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as t(integration_id uuid, name text)) t on t.integration_id = s.integration_id and t.name = s.name
      where s.next_at is not null order by s.id for update of s)
    update event_sources s set poll_triggers = poll_triggers + 1,
      next_at = least(s.next_at, ${iso(now)}::timestamptz), empty_polls = 0
    from triggered where s.id = triggered.id`);
}

/** The provider has ended the subscription: a new one is made, and what was missed is polled. */
export async function restartSubscription(tx: Orm, sourceId: string, now: number): Promise<void> {
  const at = new Date(now);
  await tx
    .update(sources)
    .set({
      subscriptionId: null,
      state: "pending",
      nextCheckAt: at,
      checkAttempts: 0,
      nextAt: sql`case when ${sources.nextAt} is null then null else least(${sources.nextAt}, ${iso(now)}::timestamptz) end`,
      pollTriggers: sql`${sources.pollTriggers} + 1`,
      updatedAt: at,
    })
    // One that is being made already is not started twice.
    .where(
      and(eq(sources.id, sourceId), isNotNull(sources.subscriptionId), inArray(sources.state, ["active", "failed"])),
    );
}

/** Makes what is scheduled for a source due now; its state stays until the outcome is known. */
export async function makeDue(
  tx: Orm,
  { id, mode, nextAt, nextCheckAt }: SourceRow,
  now: number,
): Promise<Pick<SourceRow, "nextAt" | "nextCheckAt">> {
  const sooner = (at: Date | null) => (at === null ? null : new Date(Math.min(at.getTime(), now)));
  const due = { nextAt: sooner(nextAt), nextCheckAt: sooner(nextCheckAt) };
  await tx
    .update(sources)
    .set({
      nextAt: sql`case when ${sources.nextAt} is null then null else least(${sources.nextAt}, ${iso(now)}::timestamptz) end`,
      nextCheckAt: sql`case when ${sources.nextCheckAt} is null then null else least(${sources.nextCheckAt}, ${iso(now)}::timestamptz) end`,
      // A poll or check that runs now is followed by one that begins after the request.
      pollTriggers: sql`${sources.pollTriggers} + 1`,
      // Without it a subscription that works is only looked at once a day.
      ...(mode === "push" && { checkedAt: null }),
    })
    .where(eq(sources.id, id));
  return due;
}

const iso = (time: number) => new Date(time).toISOString();

/** An integration's sources; several integrations' in one query. */
export function listSources(orm: Orm, integrationIds: readonly string[]): Promise<SourceRow[]> {
  if (integrationIds.length === 0) return Promise.resolve([]);
  return orm
    .select()
    .from(sources)
    .where(inArray(sources.integrationId, [...integrationIds]))
    .orderBy(asc(sources.name), asc(sources.resource));
}

/** An owner's sources that have a subscription, of one provider or of all; read before their integrations go. */
export function listSubscriptions(tx: Orm, owner: Owner, provider?: string): Promise<SourceRow[]> {
  return tx
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.userId, owner.userId),
        owner.accountId === null ? isNull(sources.accountId) : eq(sources.accountId, owner.accountId),
        provider === undefined ? undefined : eq(sources.provider, provider),
        isNotNull(sources.subscriptionId),
      ),
    );
}

/** A source with its integration. */
export async function loadSource(
  orm: Orm,
  id: string,
): Promise<{ source: SourceRow; integration: IntegrationRow } | null> {
  const [row] = await orm
    .select({ source: sources, integration: integrations })
    .from(sources)
    .innerJoin(integrations, eq(integrations.id, sources.integrationId))
    .where(eq(sources.id, id));
  return row ?? null;
}

/** Inserts a source; null where the integration has one of this name and resource. */
export async function insertSource(tx: Orm, row: NewSource): Promise<SourceRow | null> {
  const [inserted] = await tx.insert(sources).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function updateSource(orm: Orm, id: string, changes: Partial<NewSource>): Promise<boolean> {
  const changed = await orm.update(sources).set(changes).where(eq(sources.id, id)).returning({ id: sources.id });
  return changed.length > 0;
}

export async function deleteSources(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(sources).where(inArray(sources.id, [...ids]));
}

/** Locks an integration while its sources are planned. */
export async function lockIntegrationRow(tx: Orm, id: string): Promise<IntegrationRow | null> {
  const [row] = await tx.select().from(integrations).where(eq(integrations.id, id)).for("update");
  return row ?? null;
}

/** Active integrations of these providers in the order of their ids, to compare their sources with the plan. */
export function listActiveIntegrations(
  orm: Orm,
  { providers, after, limit }: { providers: readonly string[]; after: string | null; limit: number },
): Promise<IntegrationRow[]> {
  return orm
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.status, "active"),
        inArray(integrations.provider, [...providers]),
        after === null ? undefined : gt(integrations.id, after),
      ),
    )
    .orderBy(asc(integrations.id))
    .limit(limit);
}

export const TABLES: readonly Table[] = [
  {
    table: "event_sources",
    bound: "Sources of an integration's services; deleted when the service is turned off, or with the integration.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "source",
        columns:
          "id integration_id user_id account_id provider name resource mode state error_code error failed_at subscription_id data expires_at renew_at checked_at position polled_at created_at updated_at",
        sealed: "secret",
        omitted:
          "next_check_at check_attempts check_lease_until next_at empty_polls attempts lease_until poll_triggers",
        key: BY_ID,
      },
    },
    sealed: [{ column: "secret", keys: ROW_ID, batch: 200, aad: (rowKey) => sourceSecretContext(keyPart(rowKey, 0)) }],
    queues: [
      {
        name: "source_polls",
        open: "next_at is not null",
        failed: "state = 'failed' and next_at is not null",
        error: "coalesce(error_code, error)",
        retry: "state = 'pending', attempts = 0, lease_until = null, error_code = null, error = null, failed_at = null",
      },
      {
        name: "source_subscriptions",
        open: "next_check_at is not null",
        failed: "state = 'failed' and next_check_at is not null",
        error: "coalesce(error_code, error)",
        nextAt: "next_check_at",
        leaseUntil: "check_lease_until",
        attempts: "check_attempts",
        retry:
          "state = 'pending', check_attempts = 0, check_lease_until = null, error_code = null, error = null, failed_at = null",
      },
    ],
  },
];
