// The statement that writes usage rows, and their text: an array of the composite type usage_call_row (migration 0090).
import type { RequestDatabase } from "../../foundation/db/database.ts";
import type { UsageRow } from "./writer.ts";

/** Rows of erased users are left out. */
const INSERT = `
  insert into usage_entries as u (id, occurred_at, user_id, key_id, person_id, account_id, integration_id, external_id, request_id,
    method, endpoint, provider, action, state, status, units, duration_ms, call_count, surface, is_aggregate, inputs, steps,
    agent_session_id, agent)
  select r.id, to_timestamp(r.occurred_at / 1000), r.user_id, r.key_id, r.person_id, r.account_id, r.integration_id,
    r.external_id, r.request_id, r.method, r.endpoint, r.provider, r.action, r.state, r.status, r.units, r.duration_ms,
    r.call_count, r.surface, r.is_aggregate, r.inputs, r.steps, r.agent_session_id, r.agent
  from unnest($1::text::usage_call_row[]) as r
  where exists (select 1 from users where users.id = r.user_id)`;

/**
 * A statement that timed out may still run after a newer one, so a row that is written twice does not change, and no pending
 * row replaces its end. Aggregates add up.
 */
const MERGE = `${INSERT}
  on conflict (id, occurred_at) do update set state = excluded.state, status = excluded.status, units = excluded.units,
    duration_ms = excluded.duration_ms, integration_id = excluded.integration_id, inputs = excluded.inputs,
    steps = excluded.steps,
    call_count = excluded.call_count + case when u.is_aggregate then u.call_count else 0 end
  where excluded.state = 'done' or u.state = 'pending'`;

/** Writes rows by one statement. Where all are new nothing is merged, which is a quarter of its cost. */
export async function insertRows(database: Pick<RequestDatabase, "query">, rows: readonly UsageRow[]): Promise<void> {
  await database.query(rows.every(({ isNew }) => isNew) ? INSERT : MERGE, [arrayOf(rows)]);
}

/** The rows as text of a `usage_call_row[]` (PostgreSQL manual, 8.15.2 and 8.16.2). */
export function arrayOf(rows: readonly UsageRow[]): string {
  return `{${rows.map((row) => `"(${fieldsOf(row)})"`).join(",")}}`;
}

function fieldsOf(row: UsageRow): string {
  const ids = `${row.id},${row.occurredAt},${row.userId},${row.keyId ?? ""},${row.personId ?? ""}`;
  const whose = `${row.accountId ?? ""},${row.integrationId ?? ""},${quoted(row.externalId)}`;
  const what = `${quoted(row.method)},${quoted(row.endpoint)},${quoted(row.provider)},${quoted(row.action)}`;
  const end = `${row.state},${row.status ?? ""},${row.units},${row.durationMs},${row.callCount},${row.surface}`;
  const steps = row.steps === null ? "" : quoted(JSON.stringify(row.steps));
  const agent = `${row.agentSessionId ?? ""},${quoted(row.agent)}`;
  return `${ids},${whose},${quoted(row.requestId)},${what},${end},${row.isAggregate},${quoted(row.inputs)},${steps},${agent}`;
}

/** A text as a field within an element: each has its own quotes, and its own backslashes before them. */
function quoted(text: string | null): string {
  if (text === null) return "";
  const isPlain = !text.includes('"') && !text.includes("\\");
  return `\\"${isPlain ? text : text.replace(/["\\]/g, (found) => `\\\\\\${found}`)}\\"`;
}
