// Whose calls a request made, for an operator who knows only its id.
import type { Database } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { timeOfRequestId } from "../../foundation/request-id.ts";
import { REQUEST_SPANS_MS } from "./service.ts";

/** Rows of the log that one search reads: a tenth of a second. */
const MAX_ROWS = 50_000;
const EVER = { since: isoOf(Number.NEGATIVE_INFINITY), until: isoOf(Number.POSITIVE_INFINITY) };

/** At most two: several users may have chosen the same id. An id that says no time is searched among the newest calls. */
export async function usersOfRequest(database: Pick<Database, "query">, requestId: string): Promise<string[]> {
  const at = timeOfRequestId(requestId);
  const near =
    at === null
      ? []
      : REQUEST_SPANS_MS.map(({ before, after }) => ({ since: isoOf(at - before), until: isoOf(at + after) }));
  for (const { since, until } of [...near, EVER]) {
    const rows = await database.query<{ user_id: string }>(
      `select distinct user_id from (
        select user_id, request_id from usage_entries
        where occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz
        order by occurred_at desc, id desc limit ${MAX_ROWS}
      ) as looked where request_id = $1 limit 2`,
      [requestId, since, until],
    );
    if (rows.length > 0) return rows.map(({ user_id }) => user_id);
  }
  return [];
}
