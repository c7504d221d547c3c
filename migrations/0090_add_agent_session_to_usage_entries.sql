-- Which agent session made a call, and for which agent. The columns are null in the rows of the version before. The type is a new
-- one, since the version before writes rows of usage_entry_row.
-- release: 0.4.0, runs with: 0.3.0
-- tables: usage_entries
alter table usage_entries
  add column agent_session_id uuid,
  -- As its maker named it, which the log has longer than the session.
  add column agent text;

create type usage_call_row as (
  id uuid,
  -- Unix milliseconds.
  occurred_at double precision,
  user_id uuid,
  key_id uuid,
  person_id uuid,
  account_id uuid,
  integration_id uuid,
  external_id text,
  request_id text,
  method text,
  endpoint text,
  provider text,
  action text,
  state text,
  status integer,
  units integer,
  duration_ms integer,
  call_count integer,
  surface text,
  is_aggregate boolean,
  inputs text,
  steps jsonb,
  agent_session_id uuid,
  agent text
);
