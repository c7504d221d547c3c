// Failed sources of all of a partner's accounts, the latest failure first, page by page.
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { accounts } from "../../foundation/db/schema/accounts.ts";
import { sources } from "../../foundation/db/schema/event-sources.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";

/** The end of a page: the last row's failed_at as the database writes it, and its id. */
export interface FailedPosition {
  value: string;
  id: string;
}

export async function pageFailedSources(
  { orm }: Pick<Database, "orm">,
  userId: string,
  { provider, limit, after }: { provider: string | undefined; limit: number; after: FailedPosition | null },
) {
  const { failedAt, id } = sources;
  const past = after ? sql`(${failedAt}, ${id}) < (${after.value}::timestamptz, ${after.id}::uuid)` : undefined;
  const found = await orm
    .select({
      source: sources,
      account: { id: accounts.id, externalId: accounts.externalId, displayName: accounts.displayName },
      status: integrations.status,
      connection: integrations.name,
      value: sql<string>`${failedAt}::text`,
    })
    .from(sources)
    .innerJoin(accounts, eq(accounts.id, sources.accountId))
    .innerJoin(integrations, eq(integrations.id, sources.integrationId))
    .where(
      and(
        eq(sources.userId, userId),
        isNotNull(sources.accountId),
        isNotNull(failedAt),
        eq(sources.state, "failed"),
        isNull(accounts.erasedAt),
        provider === undefined ? undefined : eq(sources.provider, provider),
        past,
      ),
    )
    .orderBy(desc(failedAt), desc(id))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const position: FailedPosition | null = last ? { value: last.value, id: last.source.id } : null;
  return { rows, after: position };
}
