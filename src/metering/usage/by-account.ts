// The calls of a span of whole UTC days for each of a partner's accounts, page by page; deleted ones are one nameless entry.
import type { Static } from "@sinclair/typebox";
import type { Database } from "../../foundation/db/database.ts";
import { isoOf, parameters } from "../../foundation/db/parameters.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { InputError } from "../../foundation/errors.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { windowAt } from "../limits/windows.ts";
import type { AccountsQuery } from "./model.ts";
import { filterOf, timeRangeErrors } from "./service.ts";
import { ERASED_ACCOUNT, NO_ID, narrowing, type UsageFilter } from "./store.ts";

type Query = Static<typeof AccountsQuery>;

/** The end of a page; its list keeps the span that the first page had. */
interface Position {
  after: string;
  from: number;
  to: number;
}
interface AccountCalls {
  account_id: string;
  external_id: string | null;
  display_name: string | null;
  calls: number;
  errors: number;
}

const contextOf = (userId: string, { limit: _limit, cursor: _cursor, ...filters }: Query) =>
  JSON.stringify(["usage by account", userId, filters]);

/** Errors of the query beyond its schema. */
export function byAccountErrors(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  query: Query,
  errors: readonly InputError[],
): InputError[] {
  return [...timeRangeErrors(query), ...cursorErrors(vault, query.cursor, () => contextOf(userId, query), errors)];
}

export async function listByAccount(
  { database, vault, clock }: Pick<Deps, "database" | "vault" | "clock">,
  userId: string,
  query: Query,
) {
  const { limit = 50, cursor } = query;
  const context = contextOf(userId, query);
  const { after, from, to } =
    cursor === undefined
      ? { after: NO_ID, ...spanOf(query, clock.now()) }
      : (JSON.parse(openCursor(vault, cursor, context)) as Position);
  const ids = await idsAfter(database.reports, userId, after, limit + 1);
  const page = ids.slice(0, limit);
  const last = ids.length > limit ? page.at(-1) : undefined;
  const filter = { ...filterOf(userId, query), since: from, until: to };
  const rows = page.length === 0 ? [] : await callsOf(database.reports, filter, page);
  return {
    from: isoOf(from),
    to: isoOf(to),
    accounts: rows.map((row) => (row.account_id === ERASED_ACCOUNT ? { ...row, account_id: null } : row)),
    next_cursor:
      last === undefined
        ? null
        : sealCursor(vault, JSON.stringify({ after: last, from, to } satisfies Position), context),
  };
}

/** Whole UTC days; by default from the start of the month in which the span ends. */
function spanOf({ since, until }: Query, now: number) {
  const dayOf = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;
  const to = dayOf(until === undefined ? now : Date.parse(until)) + DAY_MS;
  return { from: since === undefined ? windowAt("month", to - 1).startsAt : dayOf(Date.parse(since)), to };
}

/** The next ids of accounts that have totals, by the totals' primary key: a page costs the same wherever it is. */
async function idsAfter({ query }: Pick<Database, "query">, userId: string, after: string, limit: number) {
  const rows = await query<{ id: string }>(
    `select id::text from (
      (select distinct account_id as id from usage_totals
        where user_id = $1::uuid and account_id > $2::uuid order by account_id limit $3)
      union
      (select distinct account_id from usage_increments
        where user_id = $1::uuid and account_id > $2::uuid order by account_id limit $3)
    ) as known order by id limit $3`,
    [userId, after, limit],
  );
  return rows.map(({ id }) => id);
}

function callsOf(
  { query }: Pick<Database, "query">,
  filter: UsageFilter & { since: number; until: number },
  ids: readonly string[],
): Promise<AccountCalls[]> {
  const params = parameters();
  const narrowed = narrowing(filter, params);
  const user = `user_id = ${params.add(filter.userId)}::uuid`;
  const named = `account_id = any (string_to_array(${params.add(ids.join(","))}, ',')::uuid[])`;
  const [from, to] = [filter.since, filter.until].map((time) => `${params.add(isoOf(time))}::timestamptz`);
  const text = `
    with counted as (
      select account_id, status, calls from usage_totals
      where ${user} and ${named} and starts_at >= ${from} and starts_at < ${to} and ${narrowed}
      union all
      select account_id, status, calls from usage_increments
      where ${user} and ${named} and hour >= ${from} and hour < ${to} and ${narrowed}
    ), added as (
      select account_id, sum(calls)::float8 as calls, coalesce(sum(calls) filter (where status >= 400), 0)::float8 as errors
      from counted group by 1 having sum(calls) > 0
    )
    select added.account_id::text, a.external_id, a.display_name, calls, errors
    from added left join accounts as a on a.id = added.account_id and a.${user} and a.erased_at is null
    order by added.account_id`;
  return query<AccountCalls>(text, params.values);
}
