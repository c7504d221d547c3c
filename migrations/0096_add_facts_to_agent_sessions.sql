-- What agent sessions are asked about by default, and what they have received.
-- release: 0.4.0, runs with: 0.3.0
-- tables: agent_sessions
-- locks: agent_sessions for a moment
alter table agent_sessions
  -- Outcomes other than ask: {"destroys": "allow", …}
  add column safeguards jsonb not null default '{}',
  -- Of a session without a parent, for itself and all below it: {"has_read_untrusted": {"tool": …, "path": …, …}}
  add column facts jsonb not null default '{}';

create or replace trigger agent_sessions_changed
  after delete or update of revoked_at, expires_at, idle_seconds, allow, deny, read_only, connections, limits, pinned, constraints, policy, safeguards, facts
  on agent_sessions for each row execute function notify_change();
