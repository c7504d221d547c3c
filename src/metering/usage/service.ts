// The usage log and its totals for one user.
import type { Static } from "@sinclair/typebox";
import type { Database } from "../../foundation/db/database.ts";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { timeOfRequestId } from "../../foundation/request-id.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Caller } from "../../identity/keys/model.ts";
import { isTime } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { Rates } from "../limits/rate-limiter.ts";
import { UNLIMITED, type WindowKind, windowAt } from "../limits/windows.ts";
import { evidenceOf } from "./evidence.ts";
import { entryView, type SummaryQuery, type UsageQuery } from "./model.ts";
import { finite, partnerMonth } from "./partner-month.ts";
import {
  addedUpTotals,
  findEntry,
  NO_ID,
  nextEntries,
  nextTotals,
  partnerCalls,
  type UsageFilter,
  type UsagePosition,
  type UsageTotal,
} from "./store.ts";
import { HOURLY_DAYS } from "./totals.ts";

export type Filters = Static<typeof SummaryQuery>;

/** Most steps through the log for one page, and for one summary: some seconds. */
const MAX_PAGE_STEPS = 20;
const MAX_SUMMARY_STEPS = 5_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function filterOf(userId: string, query: Filters): UsageFilter {
  return {
    userId,
    since: query.since === undefined ? undefined : Date.parse(query.since),
    until: query.until === undefined ? undefined : Date.parse(query.until),
    provider: query.provider,
    action: query.action,
    status: query.status,
    errors: query.errors,
    keyId: query.key_id,
    accountId: query.account_id,
  };
}

/**
 * Around the time of a request's id stand its calls: one that is carried out within seconds, a refused one at the start of its
 * minute. The narrow span comes first, since a user may make hundreds of calls a second.
 */
export const REQUEST_SPANS_MS = [
  { before: 1_000, after: 60_000 },
  { before: 120_000, after: 900_000 },
];

/** An id of ours says when its request came, and so where the log has it. One of a caller's own may say another time. */
async function listFilter(
  database: Pick<Database, "query">,
  userId: string,
  query: Omit<Static<typeof UsageQuery>, "limit" | "cursor">,
): Promise<UsageFilter> {
  const filter = {
    ...filterOf(userId, query),
    requestId: query.request_id,
    endpoint: query.endpoint,
    integrationId: query.integration_id,
    agentSessionId: query.agent_session_id,
  };
  const at = query.request_id === undefined ? null : timeOfRequestId(query.request_id);
  for (const { before, after } of at === null ? [] : REQUEST_SPANS_MS) {
    const since = Math.max(filter.since ?? 0, (at as number) - before);
    const near = { ...filter, since, until: Math.min(filter.until ?? Infinity, (at as number) + after) };
    if ((await readLog(database, near, null, 1)).rows.length > 0) return near;
  }
  return filter;
}

/** Up to `wanted` entries after a position, out of a bounded part of the log; `last` is null where the log ends. */
async function readLog(
  database: Pick<Database, "query">,
  filter: UsageFilter,
  from: UsagePosition | null,
  wanted: number,
) {
  const rows: Awaited<ReturnType<typeof nextEntries>>["rows"] = [];
  let last = from;
  for (let i = 0; i < MAX_PAGE_STEPS && rows.length < wanted; i++) {
    const step = await nextEntries(database, filter, last, wanted - rows.length);
    rows.push(...step.rows);
    last = step.last;
    if (last === null) break;
  }
  return { rows, last };
}

/** Associated data of a cursor: it opens only for its user and filters. */
function cursorContext(userId: string, filters: object): string {
  return JSON.stringify(["usage", userId, Object.entries(filters).sort()]);
}

/** Errors of a report's filters beyond their schema. */
export function timeRangeErrors({ since, until }: Filters): InputError[] {
  if (since === undefined || until === undefined || Date.parse(since) < Date.parse(until)) return [];
  return [{ in: "query", path: "/until", message: "until must be later than since." }];
}

/** Errors of the log's filters and cursor beyond their schema. */
export function usageErrors(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  { limit: _limit, cursor, ...filters }: Static<typeof UsageQuery>,
  errors: readonly InputError[],
): InputError[] {
  return [...timeRangeErrors(filters), ...cursorErrors(vault, cursor, () => cursorContext(userId, filters), errors)];
}

/**
 * A page of the log, newest first. Reads a bounded part, so it may hold fewer than `limit` although more follow. `accountId` is
 * the id of the account that the query names: a cursor belongs to the query as it was sent.
 */
export async function listUsage(
  deps: Pick<Deps, "database" | "vault">,
  userId: string,
  query: Static<typeof UsageQuery>,
  accountId = query.account_id,
) {
  const { limit = 50, cursor, ...filters } = query;
  const context = cursorContext(userId, filters);
  const { reports } = deps.database;
  const filter = await listFilter(reports, userId, { ...filters, account_id: accountId });
  const from = cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as UsagePosition);
  const { rows, last } = await readLog(reports, filter, from, limit + 1);
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  const position: UsagePosition | null = end ? { at: end.at, id: end.id } : last;
  return {
    entries: page.map(entryView),
    next_cursor: position && sealCursor(deps.vault, JSON.stringify(position), context),
  };
}

type CallDeps = Pick<Deps, "database" | "vault" | "clock" | "config">;

export async function viewEntry(deps: CallDeps, userId: string, id: string, timestamp: string) {
  const isReadable = isUuid(id) && isTime(timestamp);
  const row = isReadable ? await findEntry(deps.database, userId, { id, at: Date.parse(timestamp) }) : null;
  if (!row) throw new AppError("NOT_FOUND", "No entry has this id and timestamp.");
  const [call] = await withEvidence(deps, userId, [entryView(row)]);
  return call as NonNullable<typeof call>;
}

async function withEvidence<E extends { id: string }>(deps: CallDeps, userId: string, entries: readonly E[]) {
  const found = await evidenceOf(
    deps,
    userId,
    entries.map(({ id }) => id),
  );
  return entries.map((entry) => ({ ...entry, evidence: found.get(entry.id) ?? null }));
}

/** Calls of one request beyond this are not listed. */
const MAX_REQUEST_CALLS = 50;

/** The calls of one request, oldest first: one, or those of a batch. */
export async function viewRequest(deps: CallDeps, userId: string, requestId: string) {
  const { entries } = await listUsage(deps, userId, { request_id: requestId, limit: MAX_REQUEST_CALLS });
  if (entries.length === 0)
    throw new AppError(
      "NOT_FOUND",
      "No call of yours has this request id. Ids of your own are searched among the newest calls.",
    );
  return { request_id: requestId, calls: await withEvidence(deps, userId, entries.reverse()) };
}

/** Totals of a span; without a start, from that of the UTC month in which it ends. */
export async function summarise(deps: Pick<Deps, "database" | "limiter" | "clock">, caller: Caller, query: Filters) {
  const now = deps.clock.now();
  const month = windowAt("month", now);
  const to = new Date(query.until ?? now);
  // A millisecond earlier, so that a span that ends with a month begins with it.
  const from = query.since === undefined ? windowAt("month", to.getTime() - 1).startsAt : Date.parse(query.since);
  const { limits, partner, userId } = caller;
  const { reports } = deps.database;
  const [rows, { rate, windows }, calls] = await Promise.all([
    totalsOf(reports, { ...filterOf(userId, query), since: from }, now),
    deps.limiter.peek(`user:${userId}`, limits),
    // A partner's month is the current one, whatever the filters say.
    partner ? partnerCalls(reports, userId, month.startsAt, month.endsAt) : 0,
  ]);
  return {
    from: new Date(from).toISOString(),
    to: to.toISOString(),
    ...count(rows),
    by_day: grouped(rows, (row) => row.day).map(([day, of]) => ({ day, ...count(of), by_provider: byProvider(of) })),
    by_provider: byProvider(rows),
    by_status: grouped(rows, (row) => row.status).map(([status, of]) => ({ status, calls: count(of).calls })),
    limits: {
      tier: caller.tier,
      per_minute: finite(limits.minute),
      per_day: finite(limits.day),
      limit: finite(rate.limit),
      remaining: rate.limit === UNLIMITED ? null : rate.remaining,
      reset: rate.resetAt,
      used_this_minute: usedIn(windows, "minute"),
      used_today: usedIn(windows, "day"),
    },
    partner: partner && partnerMonth(partner, calls, now),
  };
}

/**
 * Reads whole hours from the totals, and the rest at both ends from the log; for an account, and at ends that are months old,
 * whole days.
 */
async function totalsOf(database: Pick<Database, "query">, filter: UsageFilter & { since: number }, now: number) {
  const { since, until } = filter;
  // The zero id means "none" in the totals.
  if (filter.keyId === NO_ID || filter.accountId === NO_ID) return [];
  const hasHours = (time: number) => filter.accountId === undefined && time > now - HOURLY_DAYS * DAY_MS;
  const unitOf = (time: number) => (hasHours(time) ? HOUR_MS : DAY_MS);
  const unitsFrom = Math.ceil(since / unitOf(since)) * unitOf(since);
  const unitsTo = until === undefined ? undefined : Math.floor(until / unitOf(until)) * unitOf(until);
  if (unitsTo !== undefined && unitsFrom >= unitsTo) return readTotals(database, filter);
  return [
    ...(since < unitsFrom ? await readTotals(database, { ...filter, until: unitsFrom }) : []),
    ...(await addedUpTotals(database, { ...filter, since: unitsFrom, until: unitsTo })),
    ...(unitsTo !== until ? await readTotals(database, { ...filter, since: unitsTo }) : []),
  ];
}

async function readTotals(database: Pick<Database, "query">, filter: UsageFilter): Promise<UsageTotal[]> {
  const rows: UsageTotal[] = [];
  let after: UsagePosition | null = null;
  for (let i = 0; i < MAX_SUMMARY_STEPS; i++) {
    const step: Awaited<ReturnType<typeof nextTotals>> = await nextTotals(database, filter, after);
    rows.push(...step.rows);
    after = step.last;
    if (after === null) return rows;
  }
  throw new AppError("VALIDATION_ERROR", "The ends of this time range contain too many calls. Use full UTC days.");
}

function count(rows: readonly UsageTotal[]) {
  const sum = (of: readonly UsageTotal[]) => of.reduce((total, row) => total + row.calls, 0);
  return { calls: sum(rows), errors: sum(rows.filter((row) => (row.status ?? 0) >= 400)) };
}

const byProvider = (rows: readonly UsageTotal[]) =>
  grouped(rows, (row) => row.provider).map(([provider, of]) => ({ provider, ...count(of) }));

function usedIn(windows: Rates["windows"], kind: WindowKind): number {
  const window = windows.find((one) => one.kind === kind);
  return window ? Math.max(0, window.limit - window.remaining) : 0;
}

function grouped<K extends string | number | null>(
  rows: readonly UsageTotal[],
  key: (row: UsageTotal) => K,
): [K, UsageTotal[]][] {
  return [...Map.groupBy(rows, key)].sort(([a], [b]) => (a === b ? 0 : (a ?? "") < (b ?? "") ? -1 : 1));
}
