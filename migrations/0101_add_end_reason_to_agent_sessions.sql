-- Why an agent session has ended, once its owner's inbox has the event about it.
-- release: 0.4.0, runs with: 0.3.0
-- tables: agent_sessions
-- locks: agent_sessions for a moment
alter table agent_sessions add column end_reason text
  check (end_reason in ('revoked', 'expired', 'idle', 'key_ended', 'parent_ended'));

-- Those that have not ended, and those whose end has no event so far.
create index agent_sessions_open on agent_sessions (expires_at) where end_reason is null;
