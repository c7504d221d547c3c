// The usage log and its totals for one user.
import type { Static } from "@sinclair/typebox";
import type { Deps } from "../deps.ts";
import type { InputFault } from "../errors.ts";
import { cursorFaults } from "../http/cursors.ts";
import type { KeyOwner } from "../keys/model.ts";
import { TIER_LIMITS, windowAt } from "../ledger/windows.ts";
import { entryView, type SummaryQuery, type UsageQuery } from "./model.ts";
import { partnerMonth } from "./partner-month.ts";
import { listEntries, partnerCalls, totals, type UsageFilter, type UsagePosition, type UsageTotal } from "./store.ts";

type Filters = Static<typeof SummaryQuery>;

function filterOf(userId: string, query: Filters): UsageFilter {
  return {
    userId,
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
    provider: query.provider,
    action: query.action,
    status: query.status,
    keyId: query.key_id,
    accountId: query.account_id,
  };
}

/** What a cursor belongs to: the user and the filters. */
function placeOf(userId: string, filters: Filters): string {
  return JSON.stringify(["usage", userId, Object.entries(filters).sort()]);
}

/** What is wrong with the log's cursor beyond its schema. */
export function usageFaults(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  { limit: _limit, cursor, ...filters }: Static<typeof UsageQuery>,
  faults: readonly InputFault[],
): InputFault[] {
  return cursorFaults(vault, cursor, () => placeOf(userId, filters), faults);
}

/** A page of the log, newest first. */
export async function listUsage(
  deps: Pick<Deps, "database" | "vault">,
  userId: string,
  query: Static<typeof UsageQuery>,
) {
  const { limit = 50, cursor, ...filters } = query;
  const place = placeOf(userId, filters);
  const after = cursor === undefined ? null : (JSON.parse(deps.vault.open(cursor, place)) as UsagePosition);
  const rows = await listEntries(deps.database, filterOf(userId, filters), limit + 1, after);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const position: UsagePosition | null = last ? { at: last.occurredAt.toISOString(), id: last.id } : null;
  return { entries: page.map(entryView), next_cursor: position && deps.vault.seal(JSON.stringify(position), place) };
}

/** Totals from the start of the UTC month, or of the asked span. */
export async function summarise(deps: Pick<Deps, "database" | "ledger" | "clock">, owner: KeyOwner, query: Filters) {
  const now = deps.clock.now();
  const month = windowAt("month", now);
  const from = new Date(query.since ?? month.startsAt);
  const to = new Date(query.until ?? now);
  const rows = await totals(deps.database, {
    ...filterOf(owner.userId, query),
    since: from,
    until: query.until ? to : undefined,
  });
  const limits = TIER_LIMITS[owner.tier];
  const { rate } = await deps.ledger.peek(`user:${owner.userId}`, limits);
  const { partner } = owner;
  // A partner's month is the current one, whatever the filters say.
  const calls = partner ? await partnerCalls(deps.database, owner.userId, month.startsAt, month.endsAt) : 0;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    ...count(rows),
    by_day: grouped(rows, (row) => row.day).map(([day, of]) => ({ day, ...count(of) })),
    by_provider: grouped(rows, (row) => row.provider).map(([provider, of]) => ({ provider, ...count(of) })),
    by_status: grouped(rows, (row) => row.status).map(([status, of]) => ({ status, calls: count(of).calls })),
    limits: {
      tier: owner.tier,
      per_minute: limits.minute,
      per_day: limits.day,
      limit: rate.limit,
      remaining: rate.remaining,
      reset: rate.resetAt,
    },
    partner: partner && partnerMonth(partner.tier, calls, now),
  };
}

function count(rows: readonly UsageTotal[]) {
  const sum = (of: readonly UsageTotal[]) => of.reduce((total, row) => total + row.calls, 0);
  return { calls: sum(rows), errors: sum(rows.filter((row) => (row.status ?? 0) >= 400)) };
}

function grouped<K extends string | number | null>(
  rows: readonly UsageTotal[],
  key: (row: UsageTotal) => K,
): [K, UsageTotal[]][] {
  return [...Map.groupBy(rows, key)].sort(([a], [b]) => (a === b ? 0 : (a ?? "") < (b ?? "") ? -1 : 1));
}
