// What /metrics reads of agents: sessions that have not ended, and calls that wait for a person or for their turn.
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { type Family, gauge } from "../../foundation/metrics/series.ts";

export interface AgentCounts {
  sessions: number;
  approvals: Readonly<Record<(typeof STATES)[number], number>>;
}

const STATES = ["pending", "approved", "running"] as const;

export async function countAgents(database: Pick<RequestDatabase, "query">, now: number): Promise<AgentCounts> {
  const at = new Date(now).toISOString();
  const [row] = await database.query<{ sessions: number }>(
    `select count(*)::float8 as sessions from agent_sessions
     where end_reason is null and revoked_at is null and expires_at > $1::text::timestamptz`,
    [at],
  );
  const rows = await database.query<{ state: string; approvals: number }>(
    `select state, count(*)::float8 as approvals from approvals where next_at is not null
       and (state <> 'pending' or expires_at > $1::text::timestamptz) group by state`,
    [at],
  );
  const countOf = (state: string) => rows.find((one) => one.state === state)?.approvals ?? 0;
  return {
    sessions: row?.sessions ?? 0,
    approvals: { pending: countOf("pending"), approved: countOf("approved"), running: countOf("running") },
  };
}

export function agentFamilies({ sessions, approvals }: AgentCounts): Family[] {
  const samples = STATES.map((state) => ({ labels: { state }, value: approvals[state] }));
  return [
    gauge("gateway_agent_sessions", "Agent sessions that have not ended.", [{ labels: {}, value: sessions }], "max"),
    gauge("gateway_approvals", "Approvals that have not ended, by state.", samples, "max"),
  ];
}
