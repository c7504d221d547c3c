// The calls of a span of whole UTC days by provider, key or account: the biggest groups, and the others together.
import type { Static } from "@sinclair/typebox";
import type { Database } from "../../foundation/db/database.ts";
import { isoOf, parameters } from "../../foundation/db/parameters.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { GroupsQuery } from "./model.ts";
import { filterOf } from "./service.ts";
import { ERASED_ACCOUNT, NO_ID, narrowing, type UsageFilter } from "./store.ts";

type Query = Static<typeof GroupsQuery>;

const DEFAULT_DAYS = 30;
const MAX_GROUPS = 10;

const COLUMNS = { provider: "provider", key: "key_id::text", account: "account_id::text" } as const;
const NONE = `'${NO_ID}'::uuid`;

interface GroupRow {
  /** Null for no group of its own. */
  rank: number | null;
  id: string | null;
  day: string;
  calls: number;
  errors: number;
}

export async function groupUsage(
  database: Pick<Database, "query">,
  { userId, now }: { userId: string; now: number },
  query: Query,
) {
  const { by = "provider", ...filters } = query;
  const dayOf = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;
  const to = dayOf(query.until === undefined ? now : Date.parse(query.until)) + DAY_MS;
  const from = query.since === undefined ? to - DEFAULT_DAYS * DAY_MS : dayOf(Date.parse(query.since));
  const rows = await database.query<GroupRow>(
    ...grouping(by, { ...filterOf(userId, filters), since: from, until: to }),
  );
  const ranked = Map.groupBy(rows, ({ rank }) => rank);
  const others = ranked.get(null) ?? [];
  ranked.delete(null);
  return {
    from: isoOf(from),
    to: isoOf(to),
    groups: [...ranked.values()].map((of) => ({ id: of[0]?.id ?? null, ...added(of) })),
    others: added(others),
  };
}

function added(rows: readonly GroupRow[]) {
  const sum = (name: "calls" | "errors") => rows.reduce((total, row) => total + row[name], 0);
  return {
    calls: sum("calls"),
    errors: sum("errors"),
    by_day: rows.map(({ day, calls, errors }) => ({ day, calls, errors })),
  };
}

/** In the totals a row without an account counts the calls for accounts too; those with one count them once more. */
function grouping(by: keyof typeof COLUMNS, filter: UsageFilter & { since: number; until: number }) {
  const params = parameters();
  const narrowed = narrowing(filter, params);
  const { userId, accountId, since, until } = filter;
  const user = `user_id = ${params.add(userId)}::uuid`;
  const span = [isoOf(since), isoOf(until)].map((time) => `${params.add(time)}::timestamptz`);
  const within = (column: string) => `${column} >= ${span[0]} and ${column} < ${span[1]}`;
  const one = accountId === undefined ? null : `account_id = ${params.add(accountId)}::uuid`;
  const ofTotals = one ?? `account_id ${by === "account" ? "<>" : "="} ${NONE}`;
  const ofIncrements = one ?? (by === "account" ? "account_id is not null" : "true");
  const text = `
    with counted as materialized (
      select ${COLUMNS[by]} as id, (starts_at at time zone 'UTC')::date as day, status, calls from usage_totals
      where ${user} and ${ofTotals} and ${within("starts_at")} and ${narrowed}
      union all
      select ${COLUMNS[by]}, (hour at time zone 'UTC')::date, status, calls from usage_increments
      where ${user} and ${ofIncrements} and ${within("hour")} and ${narrowed}
    ), named as (
      select nullif(nullif(nullif(id, ''), '${NO_ID}'), '${ERASED_ACCOUNT}') as id, day, sum(calls)::float8 as calls,
        coalesce(sum(calls) filter (where status >= 400), 0)::float8 as errors
      from counted group by 1, 2
    ), biggest as (
      select id, row_number() over (order by sum(calls) desc, id)::int as rank from named
      group by id having sum(calls) > 0 order by 2 limit ${MAX_GROUPS}
    )
    select rank, case when rank is null then null else named.id end as id, to_char(day, 'YYYY-MM-DD') as day,
      sum(calls)::float8 as calls, sum(errors)::float8 as errors
    from named left join biggest on named.id is not distinct from biggest.id
    group by 1, 2, 3 order by 1 nulls last, 3`;
  return [text, params.values] as const;
}
