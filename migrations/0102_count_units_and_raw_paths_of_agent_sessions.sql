-- The paths to which an agent session may send raw requests, and the end of the counts of its units.
-- release: 0.4.0, runs with: 0.3.0
-- tables: agent_sessions
-- locks: agent_sessions for a moment
alter table agent_sessions add column raw text[] not null default '{}';

create or replace function delete_windows_of_session() returns trigger language plpgsql as $$
begin
  delete from limit_windows where key in ('session:' || old.id, 'units:' || old.id);
  return null;
end $$;

create or replace trigger agent_sessions_changed
  after delete or update of revoked_at, expires_at, idle_seconds, allow, deny, read_only, connections, limits, pinned, constraints, policy, safeguards, facts, raw
  on agent_sessions for each row execute function notify_change();
