// Queries over the usage log.
import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { usageEntries } from "../db/schema/usage-entries.ts";

export type UsageEntryRow = typeof usageEntries.$inferSelect;

export interface UsageFilter {
  userId: string;
  since?: Date;
  until?: Date;
  provider?: string;
  action?: string;
  status?: number;
  keyId?: string;
  accountId?: string;
}
/** Where a page starts: after this entry, newest first. */
export interface UsagePosition {
  at: string;
  id: string;
}

function where(filter: UsageFilter): SQL | undefined {
  const { occurredAt, provider, action, status, keyId, accountId } = usageEntries;
  return and(
    eq(usageEntries.userId, filter.userId),
    filter.since && gte(occurredAt, filter.since),
    filter.until && lt(occurredAt, filter.until),
    filter.provider === undefined ? undefined : eq(provider, filter.provider),
    filter.action === undefined ? undefined : eq(action, filter.action),
    filter.status === undefined ? undefined : eq(status, filter.status),
    filter.keyId === undefined ? undefined : eq(keyId, filter.keyId),
    filter.accountId === undefined ? undefined : eq(accountId, filter.accountId),
  );
}

export function listEntries(
  database: Database,
  filter: UsageFilter,
  limit: number,
  after: UsagePosition | null,
): Promise<UsageEntryRow[]> {
  const { occurredAt, id } = usageEntries;
  const start = after ? sql`(${occurredAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)` : undefined;
  return database.orm
    .select()
    .from(usageEntries)
    .where(and(where(filter), start))
    .orderBy(desc(occurredAt), desc(id))
    .limit(limit);
}

export interface UsageTotal {
  day: string;
  provider: string | null;
  status: number | null;
  calls: number;
}

/** Calls by UTC day, provider and status; the totals of a summary are sums over these. */
export async function totals(database: Database, filter: UsageFilter): Promise<UsageTotal[]> {
  const day = sql<string>`to_char(${usageEntries.occurredAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return database.orm
    .select({
      day,
      provider: usageEntries.provider,
      status: usageEntries.status,
      calls: sql<number>`sum(${usageEntries.repeated})::float8`,
    })
    .from(usageEntries)
    .where(where(filter))
    .groupBy(sql`1`, usageEntries.provider, usageEntries.status);
}

/**
 * Calls that a partner's limits counted in a span. Rows of refused calls are not among them: their ids, of version 8, are
 * those that the usage writer adds up. The area is no parameter, since the index is for that area alone.
 */
export const PARTNER_CALLS = `
  select count(*)::float8 as calls from usage_entries
  where area = 'B' and user_id = $1 and occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz
    and substr(id::text, 15, 1) <> '8'`;

export async function partnerCalls(database: Database, userId: string, from: number, to: number): Promise<number> {
  const span = [from, to].map((time) => new Date(time).toISOString());
  const [row] = await database.query<{ calls: number }>(PARTNER_CALLS, [userId, ...span]);
  return row?.calls ?? 0;
}
