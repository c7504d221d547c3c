// How many calls agent sessions have made, and how many of them were refused before anything was sent.
import type { Database } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";

export interface SessionCalls {
  calls: number;
  refused: number;
}

export interface CountedSessions {
  /** Each session that was named, by its id. */
  bySession: ReadonlyMap<string, SessionCalls>;
  /** False where the user's log has more rows since then than are read: the oldest of them are not counted. */
  isComplete: boolean;
}

/** Rows of the user's log that are read: the log has no index by session. */
const MAX_ROWS = 20_000;

interface Counted {
  id: string;
  calls: number;
  refused: number;
  looked: number;
}

/** Calls of these sessions of a user, none of which is older than `since`. */
export async function callsOfSessions(
  database: Pick<Database, "query">,
  { userId, since, ids }: { userId: string; since: number; ids: readonly string[] },
): Promise<CountedSessions> {
  if (ids.length === 0) return { bySession: new Map(), isComplete: true };
  const rows = await database.query<Counted>(
    `with looked as materialized (
      select agent_session_id as id, call_count, status, units from usage_entries
      where user_id = any (array[$1]::uuid[]) and occurred_at >= $2::timestamptz
      order by user_id, occurred_at desc, usage_entries.id desc limit ${MAX_ROWS}
    ) select named.id, coalesce(sum(l.call_count), 0)::float8 as calls,
      coalesce(sum(l.call_count) filter (where l.units = 0 and l.status in (403, 429)), 0)::float8 as refused,
      (select count(*) from looked)::int as looked
    from jsonb_array_elements_text($3::text::jsonb) as named(id) left join looked as l on l.id = named.id::uuid
    group by 1`,
    [userId, isoOf(since), JSON.stringify(ids)],
  );
  return {
    bySession: new Map(rows.map(({ id, calls, refused }) => [id, { calls, refused }])),
    isComplete: rows.every(({ looked }) => looked < MAX_ROWS),
  };
}
