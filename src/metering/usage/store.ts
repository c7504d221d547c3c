// Queries over the usage log, in steps of bounded size: a long log costs its reader time, and nobody else.
import { connectionName, lenderName } from "../../foundation/db/connection-names.ts";
import type { Database } from "../../foundation/db/database.ts";
import { isoOf, type Parameters, parameters } from "../../foundation/db/parameters.ts";
import type { usageEntries } from "../../foundation/db/schema/usage-entries.ts";
import type { CallFailure } from "./failures.ts";
import type { CallStep } from "./steps.ts";

export type UsageEntryRow = Pick<
  typeof usageEntries.$inferSelect,
  | "id"
  | "occurredAt"
  | "requestId"
  | "endpoint"
  | "method"
  | "provider"
  | "action"
  | "status"
  | "units"
  | "durationMs"
  | "keyId"
  | "agentSessionId"
  | "agent"
  | "personId"
  | "accountId"
  | "integrationId"
  | "externalId"
  | "callCount"
  | "state"
  | "surface"
  | "inputs"
> & { steps: CallStep[] | null; failure: CallFailure | null; connection: string | null; lentBy: string | null };

/** Which calls of a user; times in Unix milliseconds, `until` is not among them. */
export interface UsageFilter {
  userId: string;
  since?: number;
  until?: number;
  provider?: string;
  action?: string;
  status?: number;
  /** Only calls that failed. */
  errors?: boolean;
  keyId?: string;
  accountId?: string;
  integrationId?: string;
  agentSessionId?: string;
  requestId?: string;
  /** A part of the path's template. */
  endpoint?: string;
}
/** An entry's position in the log; `at` is ISO 8601 to the microsecond, as the database has it. */
export interface UsagePosition {
  at: string;
  id: string;
}

/** Rows of the log that one statement reads: some milliseconds on either database. */
export const STEP_ROWS = 2_000;

/** The conditions on the columns that the log and the totals share. */
export function narrowing({ provider, action, status, errors, keyId }: UsageFilter, { add }: Parameters): string {
  const conditions = [
    provider === undefined ? [] : [`provider = ${add(provider)}`],
    action === undefined ? [] : [`action = ${add(action)}`],
    status === undefined ? [] : [`status = ${add(status)}`],
    errors === true ? ["status >= 400"] : [],
    keyId === undefined ? [] : [`key_id = ${add(keyId)}::uuid`],
  ].flat();
  return conditions.length === 0 ? "true" : conditions.join(" and ");
}

/** The conditions on the columns that only the log has. */
function ownNarrowing(
  { accountId, integrationId, agentSessionId, requestId, endpoint }: UsageFilter,
  { add }: Parameters,
): string {
  const conditions = [
    accountId === undefined ? [] : [`account_id = ${add(accountId)}::uuid`],
    integrationId === undefined ? [] : [`integration_id = ${add(integrationId)}::uuid`],
    agentSessionId === undefined ? [] : [`agent_session_id = ${add(agentSessionId)}::uuid`],
    requestId === undefined ? [] : [`request_id = ${add(requestId)}`],
    endpoint === undefined ? [] : [`strpos(lower(endpoint), lower(${add(endpoint)})) > 0`],
  ].flat();
  return conditions.length === 0 ? "true" : conditions.join(" and ");
}

/**
 * The next rows of the log, newest first; of the filter only its times narrow them. By a list of one user: with "=" the primary
 * key has the same order, and Postgres reads it through everybody's newer rows where it takes the user for a frequent one.
 */
function step({ userId, since, until }: UsageFilter, after: UsagePosition | null, rows: number, { add }: Parameters) {
  return `select * from usage_entries where user_id = any (array[${add(userId)}]::uuid[])
    ${since === undefined ? "" : `and occurred_at >= ${add(isoOf(since))}::timestamptz`}
    ${until === undefined ? "" : `and occurred_at < ${add(isoOf(until))}::timestamptz`}
    ${after === null ? "" : afterPosition(after, add)}
    order by user_id, occurred_at desc, id desc limit ${rows}`;
}

/** The second condition lets Postgres leave out later months, which it does not for a comparison of rows. */
function afterPosition({ at, id }: UsagePosition, add: Parameters["add"]): string {
  const time = `${add(at)}::timestamptz`;
  return `and (occurred_at, id) < (${time}, ${add(id)}::uuid) and occurred_at <= ${time}`;
}

const POSITION = `to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "at", id`;

const USED = { connection: "entry.integration_id", user: "entry.user_id", account: "entry.account_id" };
const COLUMNS = `occurred_at as "occurredAt", request_id as "requestId", endpoint, method, provider, action, status, units,
  duration_ms as "durationMs", key_id as "keyId", person_id as "personId", agent_session_id as "agentSessionId", agent, account_id as "accountId",
  integration_id as "integrationId", external_id as "externalId", call_count as "callCount", state, surface, inputs, steps,
  (select failure from call_failures where call_failures.id = entry.id) as failure,
  ${connectionName(USED)} as connection, ${lenderName(USED)} as "lentBy"`;

/** The user's entry of that millisecond: the log has no index by only the id. */
export async function findEntry(
  database: Pick<Database, "query">,
  userId: string,
  { id, at }: { id: string; at: number },
): Promise<UsageEntryRow | null> {
  const [row] = await database.query<UsageEntryRow>(
    `select ${POSITION}, ${COLUMNS} from usage_entries as entry
    where occurred_at >= $1::timestamptz and occurred_at < $1::timestamptz + interval '1 millisecond'
      and id = $2::uuid and user_id = $3::uuid`,
    [isoOf(at), id, userId],
  );
  return row ?? null;
}

interface Step<Row> {
  rows: Row[];
  /** The last row that was read; null where the log ends. */
  last: UsagePosition | null;
}
type EntryRow = UsageEntryRow & { at: string };

/** Up to `limit` entries that fit the filter, out of the next rows after a position. */
export async function nextEntries(
  database: Pick<Database, "query">,
  filter: UsageFilter,
  after: UsagePosition | null,
  limit: number,
): Promise<Step<EntryRow>> {
  const params = parameters();
  const narrowed = narrowing(filter, params);
  const own = ownNarrowing(filter, params);
  const isNarrow = narrowed !== "true" || own !== "true";
  const looked = step(filter, after, isNarrow ? STEP_ROWS : limit, params);
  const rows = await database.query<EntryRow & { is_last: boolean; fits: boolean }>(
    `with looked as materialized (${looked}),
      counted as (select count(*) as looked from looked),
      chosen as (
        (select *, true as fits from looked where ${narrowed} and ${own} order by occurred_at desc, id desc limit ${limit})
        union all
        (select *, false from looked order by occurred_at, id limit 1)
      )
    select ${POSITION}, fits, (select looked from counted) < ${isNarrow ? STEP_ROWS : limit} as is_last,
      ${COLUMNS}
    from chosen as entry order by fits desc, occurred_at desc, id desc`,
    params.values,
  );
  const last = rows.at(-1);
  return { rows: rows.filter(({ fits }) => fits), last: !last || last.is_last ? null : { at: last.at, id: last.id } };
}

export interface UsageTotal {
  /** UTC, `2026-11-22`. */
  day: string;
  provider: string | null;
  status: number | null;
  calls: number;
}

/** Calls of the next rows after a position, by UTC day, provider and status. */
export async function nextTotals(
  database: Pick<Database, "query">,
  filter: UsageFilter,
  after: UsagePosition | null,
): Promise<Step<UsageTotal>> {
  const params = parameters();
  const narrowed = narrowing(filter, params);
  const ofAccount = filter.accountId === undefined ? "true" : `account_id = ${params.add(filter.accountId)}::uuid`;
  const rows = await database.query<UsageTotal & Partial<UsagePosition> & { looked: number }>(
    `with looked as materialized (${step(filter, after, STEP_ROWS, params)}),
      added as (
        select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, provider, status, sum(call_count)::float8 as calls
        from looked where ${narrowed} and ${ofAccount} group by 1, 2, 3
      ),
      last as (select ${POSITION}, (select count(*) from looked)::int as looked from looked order by occurred_at, looked.id limit 1)
    select * from last left join added on true`,
    params.values,
  );
  const [first] = rows;
  const isEnd = first === undefined || first.looked < STEP_ROWS;
  const last = isEnd ? null : { at: first.at as string, id: first.id as string };
  return { rows: rows.filter(({ calls }) => calls !== null), last };
}

/** Stands for no account, and no key, in the totals. */
export const NO_ID = "00000000-0000-0000-0000-000000000000";
const NONE = `'${NO_ID}'::uuid`;

/** Stands in the totals for all of a partner's deleted accounts: their calls stay countable, and lead back to nobody. */
export const ERASED_ACCOUNT = "00000000-0000-0000-0000-000000000001";

/** The primary key of the totals. */
export const TOTAL_KEY = "user_id, account_id, starts_at, key_id, provider, action, status, is_partner_call";
/** That two of them are the same total. */
export const sameKey = (one: string, other: string) =>
  TOTAL_KEY.split(", ")
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(" and ");

/** Calls by UTC day, provider and status, from the totals and the last minute's increments. Spans end at whole hours. */
export async function addedUpTotals(database: Pick<Database, "query">, filter: UsageFilter): Promise<UsageTotal[]> {
  const params = parameters();
  const narrowed = narrowing(filter, params);
  const { userId, since, until, accountId } = filter;
  const user = `user_id = ${params.add(userId)}::uuid`;
  const from = since === undefined ? null : `${params.add(isoOf(since))}::timestamptz`;
  const to = until === undefined ? null : `${params.add(isoOf(until))}::timestamptz`;
  const span = (column: string) =>
    `${from === null ? "true" : `${column} >= ${from}`} and ${to === null ? "true" : `${column} < ${to}`}`;
  const account = accountId === undefined ? null : `${params.add(accountId)}::uuid`;
  // As text only at the end: a span may have a hundred thousand totals, and few days.
  return database.query<UsageTotal>(
    `select to_char(day, 'YYYY-MM-DD') as day, provider, status, calls from (
    select (starts_at at time zone 'UTC')::date as day, provider, status, sum(calls)::float8 as calls from (
      select starts_at, nullif(provider, '') as provider, nullif(status, 0) as status, calls from usage_totals
      where ${user} and account_id = ${account ?? NONE} and ${span("starts_at")} and ${narrowed}
      union all
      select hour, provider, status, calls from usage_increments
      where ${user} and ${account === null ? "true" : `account_id = ${account}`} and ${span("hour")} and ${narrowed}
    ) as counted
    group by 1, 2, 3 having sum(calls) <> 0) as days`,
    params.values,
  );
}

/** Calls that a partner's limits counted in a span of whole hours, without refused ones. */
const PARTNER_CALLS = `
  select coalesce(sum(calls), 0)::float8 as calls from (
    select calls from usage_totals
    where user_id = $1::uuid and account_id = ${NONE} and starts_at >= $2::timestamptz and starts_at < $3::timestamptz
      and is_partner_call
    union all
    select calls from usage_increments
    where user_id = $1::uuid and hour >= $2::timestamptz and hour < $3::timestamptz and is_partner_call
  ) as counted`;

export async function partnerCalls(
  database: Pick<Database, "query">,
  userId: string,
  from: number,
  to: number,
): Promise<number> {
  const [row] = await database.query<{ calls: number }>(PARTNER_CALLS, [userId, isoOf(from), isoOf(to)]);
  return row?.calls ?? 0;
}
