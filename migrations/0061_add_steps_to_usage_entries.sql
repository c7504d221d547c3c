-- What a call did: its integration, the person at the dashboard, the names of its inputs, and what went to the provider. The
-- columns are null in the rows of the version before, which does not read them. The type is a new one, since the version before
-- writes rows of usage_row; the version after this one drops that.
-- release: 0.4.0, runs with: 0.3.0
-- tables: usage_entries
alter table usage_entries
  add column integration_id uuid,
  add column person_id uuid,
  -- Such as "query.q,body.subject", without values.
  add column inputs text,
  -- Requests, refreshes and waits, of a call that failed or did not succeed at once.
  add column steps jsonb;

create type usage_entry_row as (
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
  steps jsonb
);
